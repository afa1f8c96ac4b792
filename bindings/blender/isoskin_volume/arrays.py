"""From Blender's numbers to isoskin's and back. Needs numpy alone, so that it is tested without Blender."""
import hashlib
import json

import numpy as np

EFFECTS = ("organic", "rubber", "muscle", "folds", "uniform")
CURVE_KNOTS = 33  # a curve of the widget is smooth: so many straight pieces are within 0.001 of one
KEY_REACH = 0.1  # a key at 1 moves its farthest vertex by this share of the box; values go from -10 to 10
LEAST_WEIGHT_SUM = 1e-4  # Blender's own: a vertex with less is left where it is
UNWEIGHTED = "isoskin unweighted vertices"


def pack_influences(rows, joint_count):
    """rows: per vertex a list of (joint, weight). Returns joints (vertices, k) uint16 and weights float32; a vertex that the
    armature leaves alone follows joint `joint_count`, which the caller then has to add: the third value says whether."""
    kept = []
    alone = False
    for row in rows:
        if sum(weight for _, weight in row) <= LEAST_WEIGHT_SUM:
            row = [(joint_count, 1.0)]
            alone = True
        kept.append(row)
    width = max((len(row) for row in kept), default=1)
    joints = np.zeros((len(kept), width), np.uint16)
    weights = np.zeros((len(kept), width), np.float32)
    for vertex, row in enumerate(kept):
        for k, (joint, weight) in enumerate(row):
            joints[vertex, k] = joint
            weights[vertex, k] = weight
    return joints, weights, alone


def transform_points(matrix, points):
    return np.ascontiguousarray(points @ matrix[:3, :3].T + matrix[:3, 3], np.float32)


def transform_offsets(matrix, offsets):
    return np.ascontiguousarray(offsets @ matrix[:3, :3].T, np.float32)


def key_scales(offsets, positions):
    """Per target: what its weight is divided by to become the value of its key, and its offsets multiplied with."""
    box = float(np.linalg.norm(np.ptp(positions, axis=0)))
    farthest = np.sqrt((offsets.astype(np.float64) ** 2).sum(axis=2).max(axis=1))
    return np.where(farthest > 0, KEY_REACH * box / np.maximum(farthest, 1e-30), 1.0)


def moved_binds(poses, binds, drift):
    """Poses of joints for a mesh that has drifted against its armature: palettes follow P B⁻¹ drift.

    poses, binds (joints, 4, 4); drift maps the space that was bound to where the mesh lies now."""
    return np.ascontiguousarray(poses @ np.linalg.inv(binds) @ drift @ binds)


def settings_text(settings, joints):
    """Settings as docs/formats/settings_json.md has them. `joints`: (name, effect or "", curve or None) each; a curve is a
    function from -1…1 to how far the skin gives."""
    out = {"isoskin_volume": 1, **settings}
    entries = {}
    for name, effect, curve in joints:
        entry = {"effect": effect} if effect else {}
        if curve:
            entry["profile"] = sample_curve(curve)
        if entry:
            entries[name] = entry
    if entries:
        out["joints"] = entries
    return json.dumps(out, sort_keys=True)


def sample_curve(curve):
    places = np.linspace(-1.0, 1.0, CURVE_KNOTS)
    return [[round(float(place), 6), round(min(1.0, max(0.0, float(curve(float(place))))), 5)] for place in places]


PROFILES = {  # knots of the widget: (place, amount)
    "BELL": [(-1, 0), (-0.4, 0.35), (0, 1), (0.4, 0.35), (1, 0)],
    "PARENT": [(-1, 0), (-0.45, 1), (0, 0.3), (1, 0)],
    "CHILD": [(-1, 0), (0, 0.3), (0.45, 1), (1, 0)],
    "EVEN": [(-1, 1), (1, 1)],
}


def fingerprint(*parts):
    """Of arrays and strings: tells whether a mesh or a rig is still the one that targets were made of."""
    digest = hashlib.sha256()
    for part in parts:
        if isinstance(part, np.ndarray):
            digest.update(str((part.dtype.str, part.shape)).encode())
            digest.update(np.ascontiguousarray(part).tobytes())
        else:
            digest.update(str(part).encode())
        digest.update(b"\0")
    return digest.hexdigest()


def heat_colours(heat, full=0.25):
    """White where nothing was put back, over yellow to red at `full` limb radii; blue where thickness was taken."""
    share = np.clip(np.asarray(heat, np.float32) / full, -1, 1)
    stops = np.array([-1, 0, 0.5, 1], np.float32)
    ramp = np.array([[0.05, 0.2, 0.9], [1, 1, 1], [1, 0.75, 0.1], [0.85, 0.03, 0.02]], np.float32)
    colours = np.ones((len(share), 4), np.float32)
    for channel in range(3):
        colours[:, channel] = np.interp(share, stops, ramp[:, channel])
    return colours


def baked_values(frames, values, tolerance=1e-7):
    """Per key the (frame, value) pairs an F-curve needs: linear between frames, so the inner ones of straight runs go.

    frames (n,), values (n, keys). A key that never leaves zero gets none."""
    curves = []
    for column in np.asarray(values, np.float64).T:
        if np.abs(column).max(initial=0.0) <= tolerance:
            curves.append(np.zeros((0, 2)))
            continue
        needed = np.ones(len(column), bool)
        if len(column) > 2:
            needed[1:-1] = np.abs(column[:-2] + column[2:] - 2 * column[1:-1]) > 0
        curves.append(np.stack([np.asarray(frames, np.float64)[needed], column[needed]], axis=1))
    return curves
