"""What the tests of a batch on a cluster share: the cluster, folders, batches, characters."""
import json
import os
import pathlib
import random
import shutil
import struct
import subprocess
import tempfile
import unittest

from slurm_cluster import SlurmCluster, wait_until

PROGRAM = os.environ.get("ISOSKIN_PROGRAM", "isoskin")


class FarmCase(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.cluster = SlurmCluster()

    @classmethod
    def tearDownClass(cls):
        cls.cluster.stop()

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="isoskin_farm_"))
        self.out = self.folder / "out"
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def start(self, *words):
        return subprocess.Popen([PROGRAM, "batch", *map(str, words)], env=self.cluster.environment,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def finish(self, process, seconds=600):
        out, err = process.communicate(timeout=seconds)
        return process.returncode, out, err

    def batch(self, *words):
        return self.finish(self.start(*words))

    def make_list(self, count):
        """A manifest of files that need not be there: the verb is a script."""
        path = self.folder / "list.jsonl"
        path.write_text("".join(f'{{"file": "{i:03}.glb"}}\n' for i in range(count)))
        return path

    def stand_in(self, script):
        """A script in place of the verb; $2 is the file. Notes which files it ends."""
        path = self.folder / "verb.sh"
        path.write_text(f'#!/bin/sh\nname=$(basename $2)\n{script}\necho $name >> {self.folder}/runs\necho "{{\\"of\\": \\"$name\\"}}" || exit 5\n')
        path.chmod(0o755)
        return ["--stand-in", path]

    def runs(self):
        path = self.folder / "runs"
        return path.read_text().split() if path.exists() else []

    def verdicts(self, out=None):
        summary = json.loads(((out or self.out) / "summary.json").read_text())
        return {file["name"]: file["verdict"] for file in summary["files"]}

    def results(self, out=None):
        root = (out or self.out) / "results"
        return {str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*") if path.is_file()}

    def expect_whole(self, names, out=None):
        """Every result is all that its verb said, and there are no others."""
        self.assertEqual(self.results(out), {f"{name}.json": f'{{"of": "{name}"}}\n'.encode() for name in names})

    def claims(self):
        """Chunk, node and process of each task at work."""
        taken = self.out / "farm" / "taken"
        found = []
        for name in sorted(os.listdir(taken)) if taken.exists() else []:
            chunk, _, owner = name.partition("@")
            node, _, process = owner.split(".")[-1].split("-")
            found.append((int(chunk), node, int(process)))
        return found

    def wait_for(self, mark, seconds=60):
        wait_until((self.folder / mark).exists, seconds, mark)


def parent_of(process):
    return int(pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])


def with_proportions(glb, seed):
    """The character with each bone longer or shorter by up to a quarter."""
    length, = struct.unpack_from("<I", glb, 12)
    document = json.loads(glb[20:20 + length])
    chance = random.Random(seed)
    for node in document["nodes"]:
        if "translation" in node:
            factor = chance.uniform(0.8, 1.25)
            node["translation"] = [factor * x for x in node["translation"]]
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    rest = glb[20 + length:]
    return struct.pack("<4sII", b"glTF", 2, 20 + len(text) + len(rest)) + struct.pack("<I4s", len(text), b"JSON") + text + rest


def write_characters(folder, count):
    """Small characters of three scenes with random proportions."""
    folder.mkdir(parents=True)
    scenes = []
    for scene in ("tube", "chain", "finger"):
        path = folder / f"{scene}.scene"
        subprocess.run([PROGRAM, "demo", scene, "-o", path.with_suffix(".glb"), "-q"], check=True)
        scenes.append(path.with_suffix(".glb").read_bytes())
        path.with_suffix(".glb").unlink()
    for i in range(count):
        (folder / f"{i:03}.glb").write_bytes(with_proportions(scenes[i % 3], i))
