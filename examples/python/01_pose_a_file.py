"""Pose a character at constant volume and write it: 01_pose_a_file.py [FILE.glb] [CLIP] [SECONDS]"""
import sys

import isoskin

file, clip, seconds = (sys.argv[1:] + [None] * 3)[:3]
character = isoskin.Character.read(file) if file else isoskin.Character.scene("creature")
pose = character.pose(clip or 0, float(seconds or 0.87))

deformer = isoskin.Deformer(character)
report = deformer.pose(pose)
deformer.write("posed.obj")

for part in report.parts:
    plain, kept = (100 * (volume / part.target - 1) for volume in (part.skinned, part.corrected))
    print(f"{part.label}: plain skinning {plain:+.4f} %, isoskin {kept:+.4f} %  {part.trouble}")
worst = sorted(report.losses.items(), key=lambda item: -abs(item[1]))[:3]
print("most lost by", ", ".join(f"{joint} ({100 * loss:+.2f} %)" for joint, loss in worst))
