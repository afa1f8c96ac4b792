"""The published table, redone (docs/reproduction.md), with a plot of it beside: published_table.png"""
import matplotlib.pyplot as plt

import isoskin

DEGREES = [10, 30, 50, 70, 90]
METHODS = {"linear skinning": "none", "linearised axes": "linear-axes", "linearised normal": "linear-normal",
           "axes": "axes", "free": "free", "normal": "normal"}
PUBLISHED = {"linear skinning": [-0.2, -1.5, -4, -7, -11], "linearised normal": [-0.05, -0.5, -1.5, -3.1, -4.9]}

tube = isoskin.Character.scene("tube")  # its clip bends it from 0 to 90 degrees
duration = tube.clip_duration(0)

print(f"{'degrees':20}" + "".join(f"{d:9}" for d in DEGREES) + "   volume error in %")
for name, method in METHODS.items():
    deformer = isoskin.Deformer(tube, method)
    errors = []
    for degrees in DEGREES:
        part = deformer.pose(tube.pose(0, duration * degrees / 90)).parts[0]
        errors.append(100 * (part.corrected / part.target - 1))
    print(f"{name:20}" + "".join(f"{error:9.4f}" for error in errors))
    plt.plot(DEGREES, errors, label=name)

for name, errors in PUBLISHED.items():
    plt.plot(DEGREES, errors, "k:", marker="o", markersize=3, label=f"{name}, published")
plt.xlabel("bend in degrees")
plt.ylabel("volume error in %")
plt.legend()
plt.savefig("published_table.png", dpi=120)
