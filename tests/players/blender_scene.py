"""Files in Blender: clips and moments chosen, evaluated meshes read. For scripts that run inside it."""
import json
import os
import struct
import tempfile

import bpy
import numpy

numpy.bool = bool  # what the importer of 3.4 says, and numpy 1.24 no longer has

FPS = 24


def clear():
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.context.scene.render.fps = FPS
    bpy.context.scene.render.fps_base = 1.0


def animated():
    for armature in bpy.data.objects:
        if armature.animation_data:
            yield armature.animation_data
    for keys in bpy.data.shape_keys:
        if keys.animation_data:
            yield keys.animation_data


def without_clips(path):
    """A copy of a GLB whose nodes stay as stored."""
    data = open(path, "rb").read()
    length = struct.unpack_from("<I", data, 12)[0]
    document = json.loads(data[20 : 20 + length])
    document.pop("animations", None)
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    rest = data[20 + length :]
    out = tempfile.NamedTemporaryFile(suffix=".glb", delete=False)
    out.write(struct.pack("<4sII", b"glTF", 2, 20 + len(text) + len(rest)) + struct.pack("<I4s", len(text), b"JSON") + text + rest)
    out.close()
    return out.name


def stored_pose(path):
    """By bone: importing a file with clips leaves its bones in one of them."""
    still = without_clips(path)
    clear()
    bpy.ops.import_scene.gltf(filepath=still)
    os.unlink(still)
    return {bone.name: bone.matrix_basis.copy() for thing in bpy.data.objects if thing.pose for bone in thing.pose.bones}


def choose_clip(name, index, stored):
    # What a clip leaves alone is as stored, not as the clip before left it.
    for thing in bpy.data.objects:
        for bone in thing.pose.bones if thing.pose else ():
            bone.matrix_basis = stored[bone.name]
    # The action itself: strips of the importer start at frame 1 at the earliest, whatever the file says.
    for data in animated():
        data.action = None
        for track in data.nla_tracks:
            track.mute = True
            if track.name in (name, f"Anim_{index}"):  # what it calls clips without a name
                data.action = track.strips[0].action


def go_to(time):
    frame = time * FPS
    bpy.context.scene.frame_set(int(frame), subframe=frame - int(frame))


def is_part_of_the_file(thing):
    # The importer makes a ball to draw bones with.
    return thing.type == "MESH" and thing.name in bpy.context.scene.objects and not thing.name.startswith("Icosphere")


def evaluated_meshes():
    """Points in the space of the scene and triangles over them, of each mesh in the order of the file."""
    graph = bpy.context.evaluated_depsgraph_get()
    for thing in list(bpy.context.scene.objects):
        if not is_part_of_the_file(thing):
            continue
        evaluated = thing.evaluated_get(graph)
        mesh = evaluated.to_mesh()
        mesh.calc_loop_triangles()
        points = numpy.empty(3 * len(mesh.vertices))
        mesh.vertices.foreach_get("co", points)
        corners = numpy.empty(3 * len(mesh.loop_triangles), dtype=numpy.int64)
        mesh.loop_triangles.foreach_get("vertices", corners)
        world = numpy.array(evaluated.matrix_world)
        yield points.reshape(-1, 3) @ world[:3, :3].T + world[:3, 3], corners.reshape(-1, 3)
        evaluated.to_mesh_clear()
