"""Constant volume as data: targets and weights into an .npz file, played by numpy alone."""
import numpy as np

import isoskin

character = isoskin.Character.scene("arm")
deformer = isoskin.Deformer(character)
times = np.linspace(0, character.clip_duration(0), 12)
poses = np.stack([character.pose(0, t) for t in times])
bind = np.linalg.inv(character.stored_pose())[character.skin_joints()]

np.savez_compressed(
    "arm.npz",
    shape=character.positions(),
    triangles=character.triangles(),
    skin=character.weights(),  # (vertices, slots)
    palette=poses[:, character.skin_joints()] @ bind,  # (frames, slots, 4, 4)
    offsets=np.stack([target["offsets"] for target in deformer.targets()]),  # (targets, vertices, 3)
    weights=np.stack([deformer.weights(pose) for pose in poses]),  # (frames, targets)
)

data = np.load("arm.npz")
worst = 0.0
for frame, pose in enumerate(poses):
    shape = data["shape"] + np.tensordot(data["weights"][frame], data["offsets"], axes=1)
    blend = np.einsum("vs,sij->vij", data["skin"], data["palette"][frame])
    posed = np.einsum("vij,vj->vi", blend[:, :3, :3], shape) + blend[:, :3, 3]
    worst = max(worst, np.abs(posed - deformer.deform(pose)).max())
size = np.linalg.norm(np.ptp(data["shape"], axis=0))
print(f"{len(data['offsets'])} targets, {len(poses)} frames: numpy and isoskin differ by at most {worst / size:.1e} of the box")
