# The figures of docs/reproduction.md, shaped as a notebook: cells begin with # %%.
# %% What is needed
import time

import matplotlib.pyplot as plt
import numpy as np

import isoskin

METHODS = {"linear skinning": "none", "linearised axes": "linear-axes", "linearised normal": "linear-normal",
           "axes": "axes", "free": "free", "normal": "normal"}
tube = isoskin.Character.scene("tube")
creature = isoskin.Character.scene("creature")

# %% Volume error over the bend of the tube
figure, axes = plt.subplots(1, 2, figsize=(10, 4))
degrees = np.linspace(0, 90, 31)
for name, method in METHODS.items():
    deformer = isoskin.Deformer(tube, method)
    errors = [deformer.pose(tube.pose(0, tube.clip_duration(0) * d / 90)).worst_error for d in degrees]
    axes[0].plot(degrees, 100 * np.array(errors), label=name)
    axes[1].semilogy(degrees, np.maximum(errors, 1e-9), label=name)
axes[0].set(xlabel="bend in degrees", ylabel="volume error in %")
axes[1].set(xlabel="bend in degrees", ylabel="volume error, 1e-9 and less as 1e-9")
axes[1].legend()
figure.savefig("reproduction_errors.png", dpi=120)

# %% Time a frame, against plain skinning
figure, axis = plt.subplots(figsize=(6, 4))
for row, (name, method) in enumerate(METHODS.items()):
    deformer = isoskin.Deformer(creature, method, check=False)
    times = []
    for t in np.linspace(0, creature.clip_duration(0), 40):
        pose = creature.pose(0, t)
        start = time.perf_counter()
        deformer.pose(pose)
        times.append(1000 * (time.perf_counter() - start))
    axis.barh(row, np.median(times))
    print(f"{name:20}{np.median(times):8.3f} ms a frame of the creature")
axis.set(yticks=range(len(METHODS)), yticklabels=METHODS, xlabel="milliseconds a frame, creature")
figure.tight_layout()
figure.savefig("reproduction_times.png", dpi=120)
print("reproduction_errors.png reproduction_times.png")
