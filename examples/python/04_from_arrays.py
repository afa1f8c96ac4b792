"""A character from arrays of your own, and that its parents are worth giving."""
import numpy as np

import isoskin

# Arrays as a notebook has them; here those of the creature's body.
creature = isoskin.Character.scene("creature")
weights = creature.weights()  # dense: (vertices, slots)
strongest = np.argsort(-weights, axis=1)[:, :4]
arrays = dict(
    positions=creature.positions(),
    triangles=creature.triangles(),
    joints=np.ascontiguousarray(creature.skin_joints()[strongest], np.uint16),
    weights=np.ascontiguousarray(np.take_along_axis(weights, strongest, axis=1), np.float32),
    inverse_binds=np.linalg.inv(creature.stored_pose()),
    names=creature.joint_names,
)

pose = creature.pose("graze", 0.5 * creature.clip_duration("graze"))
from_scene = isoskin.Deformer(creature).deform(pose)
for name, parents in (("with parents", creature.parents), ("without", None)):
    deformer = isoskin.Deformer(isoskin.Character.from_arrays(**arrays, parents=parents))
    report = deformer.pose(pose)
    apart = np.abs(deformer.positions() - from_scene).max() / np.linalg.norm(np.ptp(from_scene, axis=0))
    print(f"{name}: error {100 * report.worst_error:.4f} %, apart from the scene by {apart:.1e} of its box")
