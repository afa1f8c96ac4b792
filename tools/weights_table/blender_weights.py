"""Binds characters by Blender's automatic weights, on the skeletons they have.

usage: blender --background --factory-startup --python blender_weights.py -- OUT_FOLDER FILE.glb…
Writes OUT_FOLDER/NAME.json for the mesh of most vertices: names of joints and, per vertex of the file, pairs of joint and
weight; or only "failed" with what Blender said. Vertices at one place are merged before, as its manual advises.
"""
import contextlib
import io
import json
import os
import sys

import bpy
import mathutils
import numpy

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../tests/players"))
from blender_scene import clear, is_part_of_the_file, without_clips


def open_file(path, merged):
    """The skinned mesh of most vertices, as bound."""
    clear()
    still = without_clips(path) if path.endswith(".glb") else path
    bpy.ops.import_scene.gltf(filepath=still, merge_vertices=merged)
    for thing in bpy.data.objects:
        if thing.type == "ARMATURE":
            thing.data.pose_position = "REST"
    skinned = [thing for thing in bpy.data.objects if is_part_of_the_file(thing) and thing.find_armature()]
    return max(skinned, key=lambda thing: len(thing.data.vertices))


def places(thing):
    points = numpy.empty(3 * len(thing.data.vertices))
    thing.data.vertices.foreach_get("co", points)
    return points.reshape(-1, 3)


def bind_by_blender(thing):
    armature = thing.find_armature()
    thing.vertex_groups.clear()
    thing.modifiers.clear()
    bpy.ops.object.select_all(action="DESELECT")
    thing.select_set(True)
    bpy.context.view_layer.objects.active = armature
    bpy.ops.object.parent_set(type="ARMATURE_AUTO")


def weights(path):
    of_file = places(open_file(path, merged=False))
    thing = open_file(path, merged=True)
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        bind_by_blender(thing)
    merged = places(thing)
    tree = mathutils.kdtree.KDTree(len(merged))
    for index, place in enumerate(merged):
        tree.insert(place, index)
    tree.balance()
    rows = [[(group.group, group.weight) for group in vertex.groups if group.weight > 0.0] for vertex in thing.data.vertices]
    if not any(rows):
        return {"failed": "no vertex has a weight"}
    return {"joints": [group.name for group in thing.vertex_groups], "rows": [rows[tree.find(place)[1]] for place in of_file]}


def main():
    folder, *files = sys.argv[sys.argv.index("--") + 1 :]
    os.makedirs(folder, exist_ok=True)
    for path in files:
        try:
            found = weights(path)
        except (RuntimeError, ValueError) as error:
            found = {"failed": str(error)}
        name = os.path.splitext(os.path.basename(path))[0]
        with open(os.path.join(folder, name + ".json"), "w") as out:
            json.dump(found, out)
        print(name, found.get("failed", "bound"), sum(not row for row in found.get("rows", [])), "vertices without weights")


main()
