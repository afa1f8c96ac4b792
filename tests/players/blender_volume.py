"""Plays files in Blender and prints what its evaluated meshes are like as JSON, last line of stdout.

usage: blender --background --factory-startup --python blender_volume.py -- JOB.json
A job is a list of {"file", "clips": [[name, [times…]]…]} or, for a point cache put on a mesh, {"file", "cache", "frames"}.
For each time it tells the volume, or with "ask": "points" the vertices, y upwards as in the file.
"""
import json
import os
import sys

import bpy
import numpy

sys.path.insert(0, os.path.dirname(__file__))
from blender_scene import choose_clip, clear, evaluated_meshes, go_to, stored_pose


def volume():
    total = 0.0
    for points, corners in evaluated_meshes():
        a, b, c = points[corners].transpose(1, 0, 2)
        total += float(numpy.einsum("ij,ij->i", a, numpy.cross(b, c)).sum()) / 6.0
    return total


def vertices():
    points = numpy.concatenate([points for points, _ in evaluated_meshes()])
    return (points[:, [0, 2, 1]] * [1.0, 1.0, -1.0]).tolist()


def play(job):
    stored = stored_pose(job["file"])
    clear()
    bpy.ops.import_scene.gltf(filepath=job["file"])
    ask = vertices if job.get("ask") == "points" else volume
    out = []
    for index, (name, times) in enumerate(job["clips"]):
        choose_clip(name, index, stored)
        answers = []
        for time in times:
            go_to(time)
            answers.append(ask())
        out.append(answers)
    return out


def play_cache(job):
    clear()
    bpy.ops.wm.obj_import(filepath=job["file"])
    (thing,) = [each for each in bpy.context.scene.objects if each.type == "MESH"]
    modifier = thing.modifiers.new("cache", "MESH_CACHE")
    modifier.cache_format = "PC2"
    modifier.filepath = job["cache"]
    modifier.frame_start = 0.0
    volumes = []
    for frame in job["frames"]:
        bpy.context.scene.frame_set(frame)
        volumes.append(volume())
    return [volumes]


jobs = json.load(open(sys.argv[sys.argv.index("--") + 1]))
print("\n" + json.dumps([play_cache(job) if job.get("cache") else play(job) for job in jobs]))
