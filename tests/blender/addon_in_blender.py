"""Runs the add-on inside Blender over one file and writes what its evaluated mesh is like, as JSON and arrays.

usage: blender --background --factory-startup --addons isoskin_volume --python addon_in_blender.py -- JOB.json
A job has file, clip, frames, poses ({joint: [x, y, z]} each), rest (joint: matrix of the stored pose, y up), scratch."""
import json
import os
import sys

import addon_utils
import bpy
import numpy as np
from mathutils import Euler, Matrix

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../players"))
import blender_scene as scene_tools

job = json.load(open(sys.argv[sys.argv.index("--") + 1]))
scratch = job["scratch"]
FILE_FROM_BLENDER = Matrix(((1, 0, 0, 0), (0, 0, 1, 0), (0, -1, 0, 0), (0, 0, 0, 1)))


def body():
    return next(thing for thing in bpy.context.scene.objects if scene_tools.is_part_of_the_file(thing) and thing.modifiers)


def armature():
    return body().modifiers[0].object


def points():
    """The evaluated body in the space of the file, (vertices, 3)."""
    graph = bpy.context.evaluated_depsgraph_get()
    evaluated = body().evaluated_get(graph)
    mesh = evaluated.to_mesh()
    out = np.empty(3 * len(mesh.vertices), np.float32)
    mesh.vertices.foreach_get("co", out)
    matrix = np.array(FILE_FROM_BLENDER @ evaluated.matrix_world)
    evaluated.to_mesh_clear()
    return out.reshape(-1, 3).astype(np.float64) @ matrix[:3, :3].T + matrix[:3, 3]


def at_frames(watch=None):
    out = []
    for frame in job["frames"]:
        bpy.context.scene.frame_set(frame)
        out.append(points())
        if watch is not None:
            watch.append(solved())
    return out


def solved():
    """The pose as the add-on has read it, and how the space it solves in lies in the file's."""
    from isoskin_volume import live

    return live.BUILT[body().name].pose[0], np.array(FILE_FROM_BLENDER @ armature().matrix_world)


def bound():
    from isoskin_volume import live

    return {f"bound_{name}": np.array(value) for name, value in live.BUILT[body().name].bound.input.items()}


def turn(pose, stored):
    """Joints turned about their own axes in the file: a bone's axes are others, so the turn is carried over."""
    for bone in armature().pose.bones:
        bone.matrix_basis = stored[bone.name]
    bpy.context.view_layer.update()
    bases = {}
    for name, degrees in pose.items():
        bone = armature().pose.bones[name]
        joint_from_bone = Matrix(job["rest"][name]).inverted() @ FILE_FROM_BLENDER @ armature().matrix_world @ bone.matrix
        joint_from_bone = joint_from_bone.to_3x3().normalized().to_4x4()
        turned = Euler(np.radians(degrees), "XYZ").to_matrix().to_4x4()
        bases[bone] = bone.matrix_basis @ joint_from_bone.inverted() @ turned @ joint_from_bone
    for bone, basis in bases.items():
        bone.matrix_basis = basis
    bpy.context.view_layer.update()


def by_hand(stored, watch):
    """While posing: no frame changes."""
    action = armature().animation_data.action if armature().animation_data else None
    if action:
        armature().animation_data.action = None
    out = []
    for pose in job["poses"]:
        turn(pose, stored)
        out.append(points())
        watch.append(solved())
    if action:
        armature().animation_data.action = action
    return out


def everything(mesh):
    """All bits of a mesh that somebody might miss."""
    parts = {"vertices": (mesh.vertices, "co", 3, np.float32), "edges": (mesh.edges, "vertices", 2, np.int32),
             "loops": (mesh.loops, "vertex_index", 1, np.int32), "faces": (mesh.polygons, "loop_start", 1, np.int32)}
    for key in mesh.shape_keys.key_blocks if mesh.shape_keys else ():
        parts[f"key {key.name} {key.value} {key.slider_min} {key.slider_max}"] = (key.data, "co", 3, np.float32)
    out = []
    for name, (things, attribute, width, kind) in parts.items():
        numbers = np.empty(width * len(things), kind)
        things.foreach_get(attribute, numbers)
        out.append((name, numbers.tobytes()))
    out.append([(a.name, a.domain, a.data_type) for a in mesh.attributes])
    out.append([[(g.group, g.weight) for g in vertex.groups] for vertex in mesh.vertices])
    out.append([sorted((name, str(thing[name])) for name in thing.keys() if name != "isoskin") for thing in (mesh, body())])
    out.append(body()["isoskin"].to_dict() if "isoskin" in body() else {})
    out.append(("counts", len(bpy.data.actions), len(bpy.data.node_groups), body().active_shape_key_index, bool(mesh.shape_keys)))
    return out


def press(operator, **words):
    bpy.context.view_layer.objects.active = body()
    assert getattr(bpy.ops.isoskin, operator)(**words) == {"FINISHED"}, operator


def saved_and_loaded(name):
    path = os.path.join(scratch, name)
    bpy.ops.wm.save_as_mainfile(filepath=path)
    bpy.ops.wm.open_mainfile(filepath=path)


def picture(name, frame):
    """Workbench, three quarters from the front."""
    scene = bpy.context.scene
    scene.frame_set(frame)
    shown = points() @ np.array(FILE_FROM_BLENDER)[:3, :3]
    low, high = shown.min(axis=0), shown.max(axis=0)
    camera = bpy.data.objects.new("camera", bpy.data.cameras.new("camera"))
    scene.collection.objects.link(camera)
    camera.data.type = "ORTHO"
    camera.data.ortho_scale = 0.95 * float(np.linalg.norm(high - low))
    camera.rotation_euler = (1.3, 0.0, job.get("view", 1.1))
    back = camera.rotation_euler.to_matrix() @ Matrix.Translation((0, 0, 3 * float(np.linalg.norm(high - low)))).to_translation()
    camera.location = [float(c) + b for c, b in zip((low + high) / 2, back)]
    camera.data.clip_end = 100 * float(np.linalg.norm(high - low))
    scene.camera = camera
    scene.render.engine = "BLENDER_WORKBENCH"
    scene.display.shading.light = "STUDIO"
    scene.display.shading.show_cavity = True
    scene.display.shading.color_type = "SINGLE"
    scene.display.shading.single_color = (0.75, 0.62, 0.52)
    scene.render.resolution_x, scene.render.resolution_y = 640, 640
    scene.render.filepath = os.path.join(scratch, name)
    scene.world = scene.world or bpy.data.worlds.new("world")
    scene.world.color = (1, 1, 1)
    bpy.ops.render.render(write_still=True)
    bpy.data.objects.remove(camera)


def differences(before, after):
    return [str(a)[:80] for a, b in zip(before, after) if a != b] + ["count"] * (len(before) != len(after))


def undone(before):
    """One step of undo takes Keep Volume back, and redo brings it again."""
    bpy.ops.ed.undo_push(message="before")
    press("keep_volume")
    bpy.ops.ed.undo_push(message="kept")
    made = len(body().isoskin.keys)
    bpy.ops.ed.undo()
    back = differences(before, everything(body().data))
    bpy.ops.ed.redo()
    bpy.context.view_layer.update()
    assert len(body().isoskin.keys) == made > 0
    return back


def main():
    stored = scene_tools.stored_pose(job["file"])
    scene_tools.clear()
    addon_utils.enable("isoskin_volume")  # which clearing to factory settings has disabled
    bpy.ops.import_scene.gltf(filepath=job["file"])
    scene_tools.choose_clip(job["clip"], 0, stored)
    bpy.context.scene.frame_start, bpy.context.scene.frame_end = 0, max(job["frames"])
    shapes, answer = {"plain": at_frames()}, {}
    frames, poses = [], []
    picture("plain.png", job["picture"])
    before = everything(body().data)
    press("keep_volume")
    shapes["frames"] = at_frames()
    press("remove")
    answer["after remove"] = differences(before, everything(body().data))
    shapes["removed"] = at_frames()
    before = everything(body().data)
    answer["after undo"] = undone(before)
    shapes["redone"] = at_frames(frames)
    picture("isoskin.png", job["picture"])
    shapes["poses"] = by_hand(stored, poses)
    arrays = bound()
    saved_and_loaded("live.blend")
    shapes["loaded"] = at_frames()
    answer["keys"] = len(body().isoskin.keys)
    press("bake")
    saved_and_loaded("baked.blend")
    addon_utils.disable("isoskin_volume")
    shapes["baked"] = at_frames()
    addon_utils.enable("isoskin_volume")
    press("unbake")
    shapes["unbaked"] = at_frames()
    press("bake")
    press("remove")
    answer["actions left"] = [action.name for action in bpy.data.actions if "isoskin" in action.name]
    for name, watched in (("frames", frames), ("poses", poses)):
        arrays[f"matrices_{name}"], arrays[f"spaces_{name}"] = (np.array(of) for of in zip(*watched))
    np.savez(os.path.join(scratch, "shapes.npz"), **arrays, **{name: np.array(all_of) for name, all_of in shapes.items()})
    json.dump(answer, open(os.path.join(scratch, "answer.json"), "w"))


main()
