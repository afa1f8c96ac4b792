"""Targets as shape keys of the mesh: made, found again, given values, removed without a trace."""
import numpy as np

from . import arrays, read
from .checks import Refused

PREFIX = "isoskin "
LIMIT = 10.0  # Blender's own, for the sliders of keys
LEAST = 1e-7  # a smaller value moves nothing by more than 1e-8 of the box; Blender passes over keys at 0


def own_names(state):
    return {entry.name for entry in state.keys}


def make(obj, state, targets, bound):
    """One key per target. What the user had active stays active."""
    remove(obj, state)
    active = obj.active_shape_key_index
    if not obj.data.shape_keys:
        obj.shape_key_add(name="Basis", from_mix=False)
        state.made_basis = True
    positions = read.basis(obj)
    mesh_from_bound = np.linalg.inv(bound.space)
    scales = arrays.key_scales(np.array([t["offsets"] for t in targets]), bound.input["positions"]) if targets else []
    for target, scale in zip(targets, scales):
        key = obj.shape_key_add(name=PREFIX + target["name"], from_mix=False)
        offsets = target["offsets"].astype(np.float64) * scale @ mesh_from_bound[:3, :3].T
        key.data.foreach_set("co", (positions + offsets).astype(np.float32).ravel())
        key.slider_min, key.slider_max = -LIMIT, LIMIT
        key.value = 0.0
        entry = state.keys.add()
        entry.name = key.name
        entry.scale = scale
    obj.active_shape_key_index = active
    obj.data.update()


def find(obj, state):
    """Our keys in the order of the targets."""
    # By a dict: Blender looks names up one after the other, which for hundreds of keys costs more than solving.
    blocks = {key.name: key for key in obj.data.shape_keys.key_blocks} if obj.data.shape_keys else {}
    found = []
    for entry in state.keys:
        key = blocks.get(entry.name)
        if not key:
            raise Refused(f"Shape key '{entry.name}' is missing: press Update.")
        found.append(key)
    return found


def set_values(obj, found, values):
    """True if any value changed: Blender then evaluates the mesh once more."""
    changed = False
    for key, value in zip(found, values):
        value = 0.0 if abs(value) < LEAST else min(LIMIT, max(-LIMIT, float(value)))
        if key.value != value:
            key.value = value
            changed = True
    return changed


def remove(obj, state):
    """The mesh as it was: keys, and the basis if it came with them."""
    blocks = obj.data.shape_keys.key_blocks if obj.data.shape_keys else {}
    active = obj.active_shape_key.name if obj.active_shape_key else ""
    for name in own_names(state):
        if name in blocks:
            obj.shape_key_remove(blocks[name])
    state.keys.clear()
    keys = obj.data.shape_keys
    if state.made_basis and keys and len(keys.key_blocks) == 1:
        obj.shape_key_remove(keys.reference_key)
    state.made_basis = False
    if obj.data.shape_keys:
        obj.active_shape_key_index = max(0, obj.data.shape_keys.key_blocks.find(active))
