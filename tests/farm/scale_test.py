"""What a batch itself costs: time over the sum of its runs, and memory with 100 000 inputs. Prints what it measured."""
import os
import pathlib
import shutil
import subprocess
import tempfile
import time
import unittest

PROGRAM = os.environ.get("ISOSKIN_PROGRAM", "isoskin")


class Scale(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="isoskin_scale_"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def make_list(self, count):
        path = self.folder / "list.jsonl"
        with open(path, "w") as file:
            for i in range(count):
                file.write(f'{{"file": "characters/{i // 1000:03}/{i:06}.glb"}}\n')
        return path

    def batch(self, count, stand_in, *words):
        """How long it took, and the largest memory of the batch process alone in MB."""
        start = time.monotonic()
        process = subprocess.Popen([PROGRAM, "batch", "report", self.make_list(count), "-o", self.folder / "out", "-q",
                                    "--stand-in", stand_in, *words], stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(process.returncode, 0)
        return time.monotonic() - start, usage.ru_maxrss / 1024

    def test_files_of_a_second_cost_five_percent_more_at_most(self):
        second = self.folder / "second.sh"
        second.write_text("#!/bin/sh\nexec sleep 1\n")
        second.chmod(0o755)
        start = time.monotonic()
        for _ in range(20):
            subprocess.run([second, "report"], check=True)
        alone = time.monotonic() - start
        batch, _ = self.batch(20, second, "--jobs", "1")
        print(f"20 files of one second: {alone:.2f} s alone, {batch:.2f} s as a batch, {100 * (batch / alone - 1):+.2f} %")
        self.assertLess(batch, 1.05 * alone)

    def test_a_hundred_thousand_inputs_take_fifty_megabytes_at_most(self):
        seconds, megabytes = self.batch(100_000, "true", "--jobs", "2")
        print(f"100 000 files of no work: {seconds:.0f} s, {megabytes:.1f} MB")
        self.assertLess(megabytes, 50)


if __name__ == "__main__":
    unittest.main()
