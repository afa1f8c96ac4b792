"""Four methods on any character: 03_compare_methods.py [FILE.glb] [CLIP]

The worst volume error over a clip, and how long a pose takes.
"""
import sys
import time

import numpy as np

import isoskin

file, clip = (sys.argv[1:] + [None] * 2)[:2]
character = isoskin.Character.read(file) if file else isoskin.Character.scene("creature")
clip = clip or 0
poses = [character.pose(clip, t) for t in np.linspace(0, character.clip_duration(clip), 20)]

print(f"{'method':16}{'worst error in %':>18}{'ms a pose':>12}")
for method in ("none", "axes", "free", "normal"):
    deformer = isoskin.Deformer(character, method)
    deformer.pose(poses[0])
    start = time.perf_counter()
    errors = [deformer.pose(pose).worst_error for pose in poses]
    milliseconds = 1000 * (time.perf_counter() - start) / len(poses)
    print(f"{method:16}{100 * max(errors):18.4f}{milliseconds:12.2f}")
