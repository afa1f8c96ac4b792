"""A Slurm of two nodes on the loopback, in a folder of its own, for as long as a test needs it."""
import getpass
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import tempfile
import time

# No systemd and no cgroups: daemons in the foreground, processes followed by their group.
CONFIGURATION = """
ClusterName=isoskin
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={ports[0]}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket={folder}/munge.socket
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool-%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd-%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd-%n.log
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=bf_interval=1,sched_interval=1
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
JobCompType=jobcomp/filetxt
JobCompLoc={folder}/jobs.txt
ReturnToService=2
SlurmdTimeout=5
KillWait=2
NodeName=n1 NodeHostname={host} NodeAddr=127.0.0.1 Port={ports[1]} CPUs=2 RealMemory=1000
NodeName=n2 NodeHostname={host} NodeAddr=127.0.0.1 Port={ports[2]} CPUs=2 RealMemory=1000
PartitionName=main Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP
"""


def is_installed():
    path = os.environ["PATH"] + ":/usr/sbin"
    return all(shutil.which(name, path=path) for name in ("munged", "slurmctld", "slurmd", "sbatch", "squeue"))


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for each in sockets:
        each.bind(("127.0.0.1", 0))
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


def wait_until(condition, seconds, what):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError(f"{what}: not within {seconds} s")
        time.sleep(0.05)


class SlurmCluster:
    """Daemons are ended by their ids, and only these."""

    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="isoskin_slurm_"))
        os.chmod(self.folder, 0o755)
        (self.folder / "state").mkdir()
        self.environment = dict(os.environ, SLURM_CONF=str(self.folder / "slurm.conf"),
                                PATH=os.environ["PATH"] + ":/usr/sbin")
        self.daemons = {}
        try:
            self._start_all()
        except BaseException:
            self.stop()
            raise

    def _start_all(self):
        key = self.folder / "munge.key"
        key.write_bytes(os.urandom(1024))
        key.chmod(0o400)
        (self.folder / "slurm.conf").write_text(CONFIGURATION.format(
            host=socket.gethostname().split(".")[0], user=getpass.getuser(), folder=self.folder, ports=free_ports(3)))
        self._start("munged", "munged", "--foreground", "--force", f"--key-file={key}",
                    *(f"--{what}-file={self.folder}/munge.{what}" for what in ("pid", "log", "seed")),
                    f"--socket={self.folder}/munge.socket")
        wait_until((self.folder / "munge.socket").exists, 10, "munged")
        self._start("slurmctld", "slurmctld", "-D", "-c")
        wait_until(lambda: "UP" in self.tell("scontrol", "ping"), 20, "slurmctld")
        for node in ("n1", "n2"):
            self.start_node(node)
        wait_until(lambda: self.tell("sinfo", "-h", "-o", "%T").split() == ["idle"], 20, "slurmd")

    def _start(self, name, *words):
        with open(self.folder / f"{name}.out", "ab") as log:
            self.daemons[name] = subprocess.Popen(words, env=self.environment, stdout=log, stderr=log, stdin=subprocess.DEVNULL)

    def start_node(self, node):
        self._start(node, "slurmd", "-D", "-N", node)

    def tell(self, *words):
        return subprocess.run(words, env=self.environment, capture_output=True, text=True).stdout

    def kill_node(self, node):
        daemon = self.daemons.pop(node)
        daemon.kill()
        daemon.wait()

    def stop(self):
        if "slurmctld" in self.daemons:
            for job in self.tell("squeue", "-h", "-o", "%A").split():
                self.tell("scancel", job)
        for daemon in reversed(list(self.daemons.values())):
            daemon.send_signal(signal.SIGTERM)
            try:
                daemon.wait(10)
            except subprocess.TimeoutExpired:
                daemon.kill()
                daemon.wait()
        self.daemons = {}
        shutil.rmtree(self.folder, ignore_errors=True)
