"""A batch on a real Slurm: the same bits as on one machine, and every failure costs what it must and is named."""
import json
import os
import signal
import subprocess
import sys
import unittest

from farm_case import PROGRAM, FarmCase, parent_of, write_characters
from slurm_cluster import is_installed, wait_until

NAMES = [f"{i:03}.glb" for i in range(12)]


class Farm(FarmCase):
    def hang_once(self, name):
        mark = self.folder / "once"
        return f'if [ $name = {name} ] && [ ! -e {mark} ]; then touch {mark}; sleep 600; fi'

    def worker_of(self, chunk):
        wait_until(lambda: any(claim[0] == chunk for claim in self.claims()), 30, "the claim")
        return [claim for claim in self.claims() if claim[0] == chunk][0]

    def follow(self, script, *words):
        return self.start("report", self.make_list(12), "-o", self.out, "--slurm", "--wait", "--chunk", "3", *words, *self.stand_in(script))

    def test_the_bits_are_those_of_one_machine(self):
        characters = self.folder / "in"
        write_characters(characters, 200)
        for i in range(0, 200, 40):  # broken in five ways
            path = characters / f"broken{i:03}.glb"
            path.write_bytes((characters / f"{i:03}.glb").read_bytes()[:i * 20])
        words = ["--no-pictures", "--", "--fps", "2"]
        here, there = self.folder / "here", self.folder / "there"
        code, out, err = self.batch("report", characters, "-o", here, "--jobs", "2", *words)
        self.assertEqual(code, 3, out + err)
        code, out, err = self.batch("report", characters, "-o", there, "--slurm", "--wait", "--chunk", "10", *words)
        self.assertEqual(code, 3, out + err)
        self.assertIn("205 files, 200 good, 5 unreadable", out)
        self.assertEqual(len(self.results(here)), 200)
        self.assertEqual(self.results(here), self.results(there))
        self.assertEqual(len(set(self.results(here).values())), 200, "no two characters are alike")
        summaries = []
        for out in (here, there):
            summary = json.loads((out / "summary.json").read_text())
            for file in summary["files"]:
                del file["seconds"], file["megabytes"]
            summaries.append(summary)
        self.assertEqual(*summaries)

    def test_a_killed_worker_costs_the_file_it_was_on(self):
        process = self.follow(self.hang_once("004.glb"))
        self.wait_for("once")
        os.kill(self.worker_of(1)[2], signal.SIGKILL)
        code, out, err = self.finish(process)
        self.assertEqual(code, 0, out + err)
        self.expect_whole(NAMES)
        self.assertEqual(sorted(self.runs()), NAMES, "nothing was done twice")

    def test_a_killed_task_is_named_and_the_same_command_does_the_rest(self):
        process = self.follow(self.hang_once("004.glb"))
        self.wait_for("once")
        worker = self.worker_of(1)[2]
        os.kill(parent_of(worker), signal.SIGKILL)  # the script of the job: Slurm calls it failed
        code, out, err = self.finish(process)
        self.assertEqual(code, 6, out + err)
        self.assertIn("12 files, 10 good, 2 not run", out)
        not_run = [name for name, verdict in self.verdicts().items() if verdict == "not run"]
        self.assertEqual(not_run, ["004.glb", "005.glb"])
        self.expect_whole(name for name in NAMES if name not in not_run)
        code, out, err = self.finish(self.follow("true"))
        self.assertEqual(code, 0, out + err)
        self.expect_whole(NAMES)

    def test_a_node_that_dies_with_its_task_is_made_up_for_at_once(self):
        process = self.follow(self.hang_once("007.glb"))
        self.wait_for("once")
        _, node, worker = self.worker_of(2)
        script = parent_of(worker)
        step = parent_of(script)
        self.cluster.kill_node(node)
        for each in (step, script, worker):
            os.kill(each, signal.SIGKILL)
        self.cluster.start_node(node)
        code, out, err = self.finish(process, 90)  # Slurm alone would wait two minutes
        self.assertEqual(code, 0, out + err)
        self.assertIn("was requeued and starts at once", err)
        self.expect_whole(NAMES)
        self.assertEqual(sorted(self.runs()), NAMES, "nothing was done twice")

    def test_a_requeued_task_picks_up_where_it_was(self):
        process = self.follow(self.hang_once("007.glb"))
        self.wait_for("once")
        self.worker_of(2)
        array = json.loads((self.out / "farm/jobs.json").read_text())["array"]
        self.cluster.tell("scontrol", "requeue", f"{array}_2")
        code, out, err = self.finish(process, 90)
        self.assertEqual(code, 0, out + err)
        self.expect_whole(NAMES)
        self.assertEqual(sorted(self.runs()), NAMES, "nothing was done twice")

    def test_a_file_that_kills_its_task_is_named(self):
        code, out, err = self.finish(self.follow("if [ $name = 005.glb ]; then kill -KILL $PPID; sleep 600; fi"))
        self.assertEqual(code, 6, out + err)
        self.assertIn("12 files, 11 good, 1 crashed", out)
        self.assertEqual(self.verdicts()["005.glb"], "crashed")
        self.expect_whole(name for name in NAMES if name != "005.glb")

    def test_a_hang_costs_one_file(self):
        code, out, err = self.finish(self.follow("if [ $name = 003.glb ]; then sleep 600; fi", "--timeout", "1"))
        self.assertEqual(code, 6, out + err)
        self.assertEqual(self.verdicts()["003.glb"], "timed out")
        self.expect_whole(name for name in NAMES if name != "003.glb")

    def test_an_unreadable_input_is_named(self):
        characters = self.folder / "in"
        write_characters(characters, 3)
        (characters / "001.glb").write_bytes(b"no character")
        code, out, err = self.batch("report", characters, "-o", self.out, "--slurm", "--wait", "--no-pictures", "--", "--fps", "2")
        self.assertEqual(code, 3, out + err)
        self.assertEqual(self.verdicts(), {"000.glb": "good", "001.glb": "unreadable", "002.glb": "good"})

    def test_a_full_disk_leaves_whole_results_and_is_named(self):
        self.out.mkdir()
        if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "none", self.out], capture_output=True).returncode:
            self.skipTest("a small disk cannot be mounted here")
        self.addCleanup(subprocess.run, ["umount", "-l", self.out])
        fill = f"if [ $name = 006.glb ]; then dd if=/dev/zero of={self.out}/filler bs=1k >/dev/null 2>&1; fi"
        code, out, err = self.finish(self.follow(fill))
        self.assertEqual(code, 5, out + err)
        self.assertRegex(err, "cannot write .*")
        good = {f"{name}.json": f'{{"of": "{name}"}}\n'.encode() for name in NAMES}
        for name, content in self.results().items():
            if ".part" not in name:
                self.assertEqual(content, good[name])
        (self.out / "filler").unlink()
        code, out, err = self.finish(self.follow("true"))
        self.assertEqual(code, 0, out + err)
        self.expect_whole(NAMES)

    def test_what_waits_for_a_failed_job_is_cancelled_and_said(self):
        failed = self.cluster.tell("sbatch", "--parsable", "--output=/dev/null", "--wrap", "exit 1").strip()
        script = self.stand_in("true")
        code, out, err = self.finish(self.start("report", self.make_list(12), "-o", self.out, "--slurm", "--wait", *script, "--slurm-args", f"--dependency=afterok:{failed}"))
        self.assertEqual(code, 6, out + err)
        self.assertIn("waited for one that failed and was cancelled", err)
        self.assertIn("12 files, 12 not run", out)

    def test_the_joints_of_one_character_merge_to_the_bits_of_one_run(self):
        arm, whole, merged = (self.folder / name for name in ("arm.glb", "whole.glb", "merged.glb"))
        quality = ["--quality", "draft"]
        subprocess.run([PROGRAM, "demo", "arm", "-o", arm, "-q"], check=True)
        subprocess.run([PROGRAM, "flesh", arm, "-o", whole, "-q", *quality], check=True, stdout=subprocess.DEVNULL)
        subprocess.run([PROGRAM, "flesh", arm, "--manifest", self.folder / "joints.jsonl"], check=True)
        code, out, err = self.batch("flesh", self.folder / "joints.jsonl", "-o", self.out, "--slurm", "--wait", "--", *quality)
        self.assertEqual(code, 0, out + err)
        self.assertIn("2 files in 2 tasks", out)
        parts = sorted((self.out / "results/arm").glob("*.glb"), reverse=True)  # the order does not matter
        subprocess.run([PROGRAM, "flesh", arm, "-o", merged, "--merge", *parts], check=True)
        self.assertEqual(merged.read_bytes(), whole.read_bytes())

    def test_status_and_cancel(self):
        words = ["report", self.make_list(12), "-o", self.out, "--slurm", "--chunk", "3"]
        code, out, err = self.batch(*words, *self.stand_in(self.hang_once("000.glb")))
        self.assertEqual(code, 0, out + err)
        self.wait_for("once")
        wait_until(lambda: "9 of 12 files done" in self.batch("--status", self.out)[1], 30, "nine files")
        code, out, err = self.batch("--status", self.out)
        self.assertEqual(code, 0)
        self.assertIn("4 chunks: 0 open, 1 at work, 3 done", out)
        self.assertIn("RUNNING", out)
        self.assertEqual(self.batch(*words)[0], 2, "a batch at work is not submitted again")
        code, out, err = self.batch("--cancel", self.out)
        self.assertEqual(code, 0, out + err)
        self.assertEqual(self.cluster.tell("squeue", "-h"), "")
        self.expect_whole(NAMES[3:])
        self.assertEqual(self.batch("--status", self.out)[0], 6, "three files were not run")
        code, out, err = self.batch(*words, "--wait", *self.stand_in("true"))
        self.assertEqual(code, 0, out + err)
        self.expect_whole(NAMES)


if __name__ == "__main__":
    if not is_installed():
        print("skipped: Slurm and munge are not installed (tools/install.sh long)")
        sys.exit(77)
    unittest.main()
