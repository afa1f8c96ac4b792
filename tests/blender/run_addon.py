#!/usr/bin/env python3
"""The Blender add-on on real characters: its evaluated meshes keep the rest volume and are those of `isoskin pose`.

run_addon.py PROGRAM BUILD SHARED_DATA SCRATCH [NAME…]    exit: 0 · 1 something is off · 77 no Blender"""
import json
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import zipfile

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
LIMIT = 1e-5  # of the rest volume, and of the box
# How far from the file's own `isoskin pose`, over the box. The importer rounds positions and bones, and building targets amplifies
# that for these two (docs/blender.md); on the arrays that the add-on has read the limit is the same for all.
FILE_LIMITS = {"cesium": 1e-4, "body": 1e-4}
FPS = 24

program, build, shared, scratch = (os.path.abspath(path) for path in sys.argv[1:5])
scratch = pathlib.Path(scratch)
sys.path.insert(0, f"{build}/python")
import isoskin

SUBJECTS = {
    "fox": dict(file="fox-khronos/Fox.glb", clip="Run", view=0.9, picture=6, poses=[
        {"b_Neck_04": (0, 0, 40), "b_Head_05": (0, 30, 0)},
        {"b_LeftForeArm_010": (0, 0, 70), "b_RightForeArm_07": (0, 0, 50), "b_Tail02_013": (0, 45, 0)},
        {"b_LeftLeg01_015": (0, 0, 60), "b_LeftLeg02_016": (0, 0, -60), "b_Spine01_02": (0, 20, 0)}]),
    "cesium": dict(file="cesium-man/CesiumMan.glb", clip=0, view=0.8, poses=3),
    "horse": dict(file="horse-quaternius/Horse.glb", clip="AnimalArmature|Gallop", poses=3),
    "body": dict(file="makehuman/makehuman_body.glb", motion="bvh-cmu-a/35_17.bvh", poses=3),
}


def run(*command, **more):
    return subprocess.run([str(part) for part in command], check=True, **more)


def points_of_obj(path):
    lines = (line.split() for line in path.read_text().splitlines() if line.startswith("v "))
    return np.array([[float(x) for x in line[1:4]] for line in lines])


def posed(file, folder, *words, volume="normal"):
    out = folder / "posed.obj"
    run(program, "pose", file, "-o", out, "--volume", volume, "--quiet", "--force", *words)
    return points_of_obj(out)


def poses_of(character, given):
    """Hand-made: named turns, or three made of the joints that move the most flesh."""
    if not isinstance(given, int):
        return given
    heavy = np.argsort(-character.weights().sum(axis=0))[1:10]
    names = [character.joint_names[character.skin_joints()[slot]] for slot in heavy]
    return [{name: (25.0 * (k == 0), 25.0 * (k == 1), 35.0 * (k == 2)) for name in names[k::given]} for k in range(given)]


def keyed_frames(file, clip):
    """Frames on which every channel of a GLB has a key: between keys Blender and glTF interpolate rotations differently."""
    data = file.read_bytes()
    (length,) = struct.unpack_from("<I", data, 12)
    document, binary = json.loads(data[20 : 20 + length]), data[28 + length :]
    common = None
    for sampler in document["animations"][clip]["samplers"]:
        accessor = document["accessors"][sampler["input"]]
        start = document["bufferViews"][accessor["bufferView"]].get("byteOffset", 0) + accessor.get("byteOffset", 0)
        at = np.frombuffer(binary, np.float32, accessor["count"], start) * FPS
        whole = {round(float(frame)) for frame in at if abs(frame - round(float(frame))) < 1e-3}
        common = whole if common is None else common & whole
    return sorted(common)


def prepare(name, subject):
    folder = scratch / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    file = pathlib.Path(shared) / subject["file"]
    if "motion" in subject:
        moving = folder / "moving.glb"
        run(program, "bake", file, "--motion", f"{shared}/{subject['motion']}", "--volume", "none", "-o", moving, "--max-error", "1", "--quiet")
        file = moving
    character = isoskin.Character.read(file)
    clip = subject.get("clip", 0)
    keyed = keyed_frames(file, character.clip_names.index(clip) if isinstance(clip, str) else clip)
    frames = sorted({keyed[round(k * (len(keyed) - 1) / 9)] for k in range(10)})
    poses = poses_of(character, subject["poses"])
    rest = dict(zip(character.joint_names, character.stored_pose().tolist()))
    job = dict(file=str(file), clip=character.clip_names[clip] if isinstance(clip, int) else clip, frames=frames, poses=poses,
               rest=rest, scratch=str(folder), picture=subject.get("picture", frames[len(frames) // 2]), view=subject.get("view", 1.1))
    (folder / "job.json").write_text(json.dumps(job))
    expected = {
        "rest": posed(file, folder, "--bind", volume="none"),
        "frames": [posed(file, folder, "--clip", clip, "--time", frame / FPS) for frame in frames],
        "poses": [posed(file, folder, *(word for joint, turn in pose.items() for word in ("--rotate", "{}={},{},{}".format(joint, *turn))))
                  for pose in poses],
    }
    return folder, character, expected


def install(folder):
    archive = folder / "isoskin_volume.zip"
    run(HERE.parents[1] / "tools/make_addon.sh", build, archive)
    shutil.rmtree(folder / "addons", ignore_errors=True)
    zipfile.ZipFile(archive).extractall(folder / "addons")


def in_blender(script, argument, log):
    with open(log, "w") as out:
        done = subprocess.run(["blender", "--background", "--factory-startup", "--python-exit-code", "1", "--addons", "isoskin_volume",
                               "--python", str(HERE / script), "--", str(argument)],
                              env={**os.environ, "BLENDER_USER_SCRIPTS": str(scratch / "scripts")}, stdout=out, stderr=out)
    if done.returncode:
        print(log.read_text()[-3000:])
        raise SystemExit(1)


def blender(folder):
    in_blender("addon_in_blender.py", folder / "job.json", folder / "blender.log")
    return np.load(folder / "shapes.npz"), json.loads((folder / "answer.json").read_text())


def solve_again(shapes):
    """Shapes by the deformer itself, of the arrays and matrices that the add-on has read, in the space of the file."""
    bound = {name[6:]: shapes[name] for name in shapes.files if name.startswith("bound_")}
    character = isoskin.Character.from_arrays(**{**bound, "names": bound["names"].tolist()})
    deformer = isoskin.Deformer(character, {"method": "normal"}, normals=False)
    return {group: [deformer.deform(matrices) @ space[:3, :3].T + space[:3, 3]
                    for matrices, space in zip(shapes[f"matrices_{group}"], shapes[f"spaces_{group}"])] for group in ("frames", "poses")}


def check(name):
    folder, character, expected = prepare(name, SUBJECTS[name])
    shapes, answer = blender(folder)
    rest = character.volume(np.ascontiguousarray(expected["rest"], np.float32))
    solved = solve_again(shapes)
    failures = []

    def hold(what, figure, limit=LIMIT):
        print(f"{name}: {what} {figure:.1e}", flush=True)
        if not figure <= limit:
            failures.append(what)

    def off_volume(all_of):
        return max(abs(character.volume(np.ascontiguousarray(shape, np.float32)) / rest - 1) for shape in all_of)

    def apart(all_of, others):
        box = np.linalg.norm(np.ptp(np.array(others[0]), axis=0))
        return max(np.linalg.norm(a - b, axis=1).max() for a, b in zip(all_of, others)) / box

    print(f"{name}: plain skinning is off by up to {off_volume(shapes['plain']):.1%}")
    for group in ("frames", "poses", "redone", "loaded", "baked", "unbaked"):
        hold(f"volume, {group}", off_volume(shapes[group]))
        hold(f"apart from isoskin on the same arrays, {group}", apart(shapes[group], solved.get(group, solved["frames"])))
        hold(f"apart from isoskin pose, {group}", apart(shapes[group], expected.get(group, expected["frames"])), FILE_LIMITS.get(name, LIMIT))
    hold("apart from plain skinning, removed", apart(shapes["removed"], shapes["plain"]), 0)
    for what in ("after remove", "after undo", "actions left"):
        if answer[what]:
            failures.append(f"{what}: {answer[what]}")
    print(f"{name}: {answer['keys']} shape keys")
    return failures


def main():
    if not shutil.which("blender") or not os.path.isdir(shared):
        print("skipped: needs Blender, which ./test --long installs, and the shared characters")
        return 77
    install(scratch / "scripts")
    run(program, "demo", "arm", "-o", scratch / "arm.glb", "--quiet")
    in_blender("situations_in_blender.py", scratch / "arm.glb", scratch / "situations.log")
    failed = {name: check(name) for name in sys.argv[5:] or SUBJECTS}
    print({name: what for name, what in failed.items() if what} or "all well")
    return any(failed.values())


if __name__ == "__main__":
    sys.exit(main())
