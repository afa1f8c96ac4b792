#!/usr/bin/env python3
"""Rebuilds the default constant volume method from docs/volume.md alone and compares it with the program.

    rebuild.py PROGRAM SCENE...        scenes: tube, arm, lab-rigid, tube-offset, chain, finger

For each scene the program writes the demo and several poses into a temporary folder. The same poses are worked out
here from the specification. Printed per pose: the largest distance between the two over the diagonal of the bounding
box in bind, and the volume of the rebuilt shape over that of the bind shape, less one. Exit code 1 if a distance
exceeds 1e-6. It shows that the page is complete: nothing here was taken from the program's source.
Needs numpy and scipy.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time

import numpy as np

from rebuild_scene import Glb, Skeleton, clean_weights, split_parts, volume
from rebuild_solve import add_loose_pairs, add_shares, apply, frame, skinning_matrices
from rebuild_table import build, fit_twist_profile

TOLERANCE = 1e-6

# Local turns in degrees about x, y, z. The tube lies along z, the arm along x.
POSES = {
    "tube": [
        {"middle": (30, 0, 0)}, {"middle": (60, 0, 0)}, {"middle": (90, 0, 0)}, {"middle": (0, 0, 100)},
        {"middle": (50, -20, 70)},
    ],
    "arm": [
        {"elbow": (0, 0, 40)}, {"elbow": (0, 0, 80)}, {"elbow": (0, 0, 110)},
        {"wrist": (60, 0, 0)}, {"wrist": (120, 0, 0)}, {"elbow": (60, 0, 0)}, {"elbow": (120, 0, 0)},
        {"elbow": (0, 0, 70), "wrist": (50, 0, -40)},
    ],
    # What the two do not reach: rigid weights, an axis off the middle and nearly half a turn, shares, several joints.
    "lab-rigid": [{"j1": (0, 0, 90)}, {"j1": (20, -50, 60)}],
    "tube-offset": [{"middle": (80, 0, 0)}, {"middle": (0, 0, 165)}, {"middle": (0, 0, 178)}],
    "chain": [{"link_3": (0, 60, 30)}, {"link_2": (30, 40, 0), "link_4": (90, 100, 90), "link_5": (30, 140, 60)}],
    "finger": [{"middle": (0, -90, 30)}, {"proximal": (0, 150, 0)},
               {"proximal": (100, -80, 0), "distal": (40, 20, -80)}],
}


class Scene:
    """A file and its correction tables."""

    def __init__(self, path, profile):
        glb = Glb(path)
        self.skeleton = Skeleton(glb)
        self.positions = glb.positions()
        raw = glb.weight_matrix(len(self.skeleton.joints))
        self.weights = clean_weights(raw)[1]
        self.point, parts = split_parts(self.positions, glb.triangles(), raw)
        self.tables = [build(part, self.skeleton, profile) for part in parts]
        for table in self.tables:
            add_shares(table)
            add_loose_pairs(table, self.skeleton)
        self.size = np.linalg.norm(self.positions.max(axis=0) - self.positions.min(axis=0))

    def pose(self, turns):
        """Section 9, frame: posed vertices, volume over rest volume - 1, and a word per part."""
        palette = self.skeleton.palette(turns)
        moves = np.zeros((self.point.max() + 1, 3))
        rest, posed, words = 0.0, 0.0, []
        for table in self.tables:
            part = table.part
            moves[part.points], word = frame(table, palette)
            matrices = skinning_matrices(part.weights, palette)
            rest += part.volume
            posed += volume(part.triangles, apply(matrices, part.bind + moves[part.points]), part.centre)
            words.append(word)
        places = apply(skinning_matrices(self.weights, palette), self.positions + moves[self.point])
        return places, posed / rest - 1, words


def describe(turns):
    """A pose in the program's words."""
    return [f"{joint}={x},{y},{z}" for joint, (x, y, z) in turns.items()]


def main():
    """Compares all poses of the scenes asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("scene", nargs="+", choices=sorted(POSES))
    arguments = parser.parse_args()
    profile, worst = fit_twist_profile(), 0.0
    with tempfile.TemporaryDirectory() as folder:
        for name in arguments.scene:
            demo, posed = os.path.join(folder, name + ".glb"), os.path.join(folder, "posed.glb")
            subprocess.run([arguments.program, "demo", name, "-o", demo, "-q"], check=True)
            start = time.perf_counter()
            scene = Scene(demo, profile)
            print(f"{name}: table built in {time.perf_counter() - start:.1f} s")
            for turns in POSES[name]:
                options = [option for turn in describe(turns) for option in ("--rotate", turn)]
                subprocess.run([arguments.program, "pose", demo, "-o", posed, "-q", *options], check=True)
                places, change, words = scene.pose(turns)
                away = np.linalg.norm(places - Glb(posed).positions(), axis=1).max() / scene.size
                worst = max(worst, away)
                print(f"  {' '.join(describe(turns)):34} distance {away:.2e}  volume {change:+.1e}  {', '.join(words)}")
    print(f"largest distance {worst:.2e}, {'within' if worst <= TOLERANCE else 'beyond'} {TOLERANCE:.0e}")
    return 0 if worst <= TOLERANCE else 1


if __name__ == "__main__":
    sys.exit(main())
