"""The path through a real Slurm in a few seconds: submit, work, a killed task, summary."""
import os
import signal
import sys
import unittest

from farm_case import FarmCase
from slurm_cluster import is_installed, wait_until


class ShortFarm(FarmCase):
    def test_a_killed_task_goes_on_where_it_was_and_loses_nothing(self):
        mark = self.folder / "once"
        hangs_once = f'if [ $name = 002.glb ] && [ ! -e {mark} ]; then touch {mark}; sleep 60; fi'
        process = self.start("report", self.make_list(8), "-o", self.out, "--slurm", "--wait", "--chunk", "4", *self.stand_in(hangs_once))
        self.wait_for("once")
        wait_until(lambda: [claim for claim in self.claims() if claim[0] == 0], 10, "the claim")
        os.kill([worker for chunk, _, worker in self.claims() if chunk == 0][0], signal.SIGKILL)
        code, out, err = self.finish(process, 60)
        self.assertEqual(code, 0, out + err)
        self.assertIn("8 files, 8 good", out)
        self.expect_whole(f"{i:03}.glb" for i in range(8))
        self.assertEqual(sorted(self.runs()), [f"{i:03}.glb" for i in range(8)])


if __name__ == "__main__":
    if not is_installed():
        print("skipped: Slurm and munge are not installed (tools/install.sh long)")
        sys.exit(77)
    unittest.main()
