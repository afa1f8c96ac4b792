"""Values of the keys as keyframes, for programs and machines without the add-on."""
import bpy

from . import arrays, keys
from .checks import Refused


def data_path(name):
    return f'key_blocks["{bpy.utils.escape_identifier(name)}"].value'


def bake(context, obj):
    """A linear key on every frame of the scene where the value does not run straight."""
    state, scene = obj.isoskin, context.scene
    here = scene.frame_current_final
    frames = range(scene.frame_start, scene.frame_end + 1, scene.frame_step)
    found = [entry.name for entry in state.keys]
    values = []
    for frame in frames:
        scene.frame_set(frame)
        values.append([key.value for key in keys.find(obj, state)])
    action = action_of(obj, state)
    for name, curve in zip(found, arrays.baked_values(list(frames), values)):
        if not len(curve):
            obj.data.shape_keys.key_blocks[name].value = 0.0
            continue
        fcurve = action.fcurves.find(data_path(name)) or action.fcurves.new(data_path(name), action_group="isoskin")
        fcurve.keyframe_points.clear()
        fcurve.keyframe_points.add(len(curve))
        fcurve.keyframe_points.foreach_set("co", curve.ravel())
        for point in fcurve.keyframe_points:
            point.interpolation = "LINEAR"
        fcurve.update()
    state.baked = True
    scene.frame_set(int(here), subframe=here - int(here))
    return len(values)


def action_of(obj, state):
    """Where keyframes go: the action that animates the mesh's keys already, or a new one."""
    shape_keys = obj.data.shape_keys
    animation = shape_keys.animation_data or shape_keys.animation_data_create()
    if animation.action and animation.action.library:
        raise Refused(f"Action '{animation.action.name}' is linked: make it local first.")
    if not animation.action:
        animation.action = bpy.data.actions.new(f"{obj.name} isoskin")
        state.made_action = animation.action.name
    return animation.action


def remove(obj, state):
    """Takes the keyframes out again."""
    shape_keys = obj.data.shape_keys
    animation = shape_keys.animation_data if shape_keys else None
    action = animation.action if animation else None
    state.baked = False
    if not action:
        return
    for entry in state.keys:
        fcurve = action.fcurves.find(data_path(entry.name))
        if fcurve:
            action.fcurves.remove(fcurve)
    group = action.groups.get("isoskin")
    if group and not len(group.channels):
        action.groups.remove(group)
    if action.name == state.made_action and not len(action.fcurves):
        shape_keys.animation_data_clear()
        bpy.data.actions.remove(action)
    state.made_action = ""
