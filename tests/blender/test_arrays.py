"""The numbers of the add-on, without Blender: laws first, then cases."""
import json

import numpy as np
import pytest

import isoskin
from isoskin_volume import arrays


def test_influences_come_back_and_lone_vertices_follow_a_joint_of_their_own():
    joints, weights, alone = arrays.pack_influences([[(0, 0.25), (2, 0.75)], [(1, 1.0)], [], [(1, 5e-5)]], 3)
    assert alone and joints.dtype == np.uint16 and weights.dtype == np.float32
    assert joints[0].tolist() == [0, 2] and weights[0].tolist() == [0.25, 0.75]
    assert joints[1, 0] == 1 and weights[1].tolist() == [1.0, 0.0]
    assert joints[2:, 0].tolist() == [3, 3] and weights[2:, 0].tolist() == [1.0, 1.0]
    assert not arrays.pack_influences([[(0, 1.0)]], 3)[2]


def test_a_key_at_its_scaled_value_is_the_target_at_its_weight():
    rng = np.random.default_rng(1)
    positions = rng.normal(size=(50, 3)).astype(np.float32)
    offsets = rng.normal(size=(3, 50, 3)).astype(np.float32) * np.array([1e-3, 1, 1e3])[:, None, None]
    scales = arrays.key_scales(offsets, positions)
    box = np.linalg.norm(np.ptp(positions, axis=0))
    reach = np.linalg.norm(offsets * scales[:, None, None], axis=2).max(axis=1)
    assert np.allclose(reach, arrays.KEY_REACH * box)
    assert arrays.key_scales(np.zeros((1, 50, 3), np.float32), positions).tolist() == [1.0]


def make_bar():
    """A square bar along x over two joints, of 9 rings."""
    ring = 0.2 * np.array([[0, -1, -1], [0, 1, -1], [0, 1, 1], [0, -1, 1]])
    positions = np.concatenate([ring + [x, 0, 0] for x in np.linspace(-1, 1, 9)]).astype(np.float32)
    sides = [[r * 4 + s, r * 4 + (s + 1) % 4, r * 4 + 4 + (s + 1) % 4, r * 4 + 4 + s] for r in range(8) for s in range(4)]
    quads = np.array([*sides, [3, 2, 1, 0], [32, 33, 34, 35]])
    share = np.clip(positions[:, 0] + 0.5, 0, 1).astype(np.float32)
    return dict(
        positions=positions,
        triangles=np.ascontiguousarray(quads[:, [0, 1, 2, 0, 2, 3]].reshape(-1, 3), np.uint32),
        joints=np.tile(np.array([0, 1], np.uint16), (36, 1)),
        weights=np.stack([1 - share, share], axis=1),
        inverse_binds=np.tile(np.eye(4), (2, 1, 1)),
        parents=np.array([-1, 0], np.int32),
        names=["one", "two"],
    )


def turned(angle):
    c, s = np.cos(angle), np.sin(angle)
    return np.array([np.eye(4), [[c, -s, 0, 0], [s, c, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]])


def test_a_mesh_that_drifts_with_its_pose_undone_is_the_pose_itself():
    binds = np.array([np.eye(4), turned(0.7)[1]])
    binds[1, :3, 3] = [1, 2, 3]
    poses = binds @ turned(0.4)
    drift = turned(1.1)[1]
    drift[:3, 3] = [5, 0, 1]
    moved = arrays.moved_binds(poses, binds, drift)
    assert np.allclose(moved @ np.linalg.inv(binds), poses @ np.linalg.inv(binds) @ drift)
    assert np.allclose(arrays.moved_binds(poses, binds, np.eye(4)), poses)


@pytest.mark.parametrize("scale", [1.0, 0.01, (1.0, 2.0, 0.5)])
def test_weights_do_not_depend_on_an_even_scale_and_keep_volume_under_any(scale):
    bar = make_bar()
    space = np.diag([*np.broadcast_to(scale, 3), 1.0])
    scaled = {**bar, "positions": arrays.transform_points(space, bar["positions"])}
    character = isoskin.Character.from_arrays(**scaled)
    deformer = isoskin.Deformer(character, {"method": "normal"}, normals=False)
    pose = turned(1.2)
    targets = deformer.targets()
    offsets = np.array([target["offsets"] for target in targets])
    scales = arrays.key_scales(offsets, character.positions())
    values = deformer.weights(pose) / scales
    keys = arrays.transform_offsets(np.linalg.inv(space), offsets * scales[:, None, None])
    shape = bar["positions"] + np.tensordot(values, keys, axes=1)
    blended = np.einsum("vs,sij->vij", bar["weights"], pose)
    in_space = arrays.transform_points(space, shape)
    posed = np.einsum("vij,vj->vi", blended[:, :3, :3], in_space) + blended[:, :3, 3]
    assert character.volume(posed.astype(np.float32)) == pytest.approx(character.volume(), rel=1e-6)


def test_morphs_define_the_volume_that_is_kept():
    bar = make_bar()
    fatter = (bar["positions"] * [0, 0.5, 0.5]).astype(np.float32)
    character = isoskin.Character.from_arrays(**bar, morphs=fatter[None])
    deformer = isoskin.Deformer(character, "normal", normals=False)
    pose, half = turned(1.2), np.array([0.5], np.float32)
    report = deformer.pose(pose, half)
    expected = isoskin.volume((bar["positions"] + 0.5 * fatter).astype(np.float32), bar["triangles"])
    assert report.parts[0].target == pytest.approx(expected, rel=1e-6) and report.worst_error < 1e-6
    offsets = np.array([target["offsets"] for target in deformer.targets()])
    shape = bar["positions"] + 0.5 * fatter + np.tensordot(deformer.weights(pose, 0, half), offsets, axes=1)
    blended = np.einsum("vs,sij->vij", bar["weights"], pose)
    posed = np.einsum("vij,vj->vi", blended[:, :3, :3], shape)
    assert np.allclose(posed, deformer.positions(), atol=1e-5)


def test_settings_are_what_isoskin_reads():
    text = arrays.settings_text({"method": "normal", "effect": "rubber"}, [("two", "muscle", lambda x: 2 - 3 * abs(x)), ("one", "", None)])
    settings = json.loads(text)
    assert list(settings["joints"]) == ["two"] and len(settings["joints"]["two"]["profile"]) == arrays.CURVE_KNOTS
    assert all(0 <= amount <= 1 for _, amount in settings["joints"]["two"]["profile"])
    character = isoskin.Character.from_arrays(**make_bar())
    deformer = isoskin.Deformer(character, text)
    assert deformer.pose(turned(1.0)).worst_error < 1e-6
    other = arrays.settings_text({"method": "normal", "effect": "rubber"}, [("two", "", lambda x: 1 - abs(x))])
    assert deformer.reshape(other) and deformer.pose(turned(1.0)).worst_error < 1e-6
    assert not deformer.reshape(arrays.settings_text({"method": "normal", "effect": "folds"}, []))


def test_fingerprints_tell_shapes_types_and_numbers_apart():
    a = np.arange(6, dtype=np.float32)
    prints = {arrays.fingerprint(*parts) for parts in [(a,), (a.reshape(2, 3),), (a.astype(np.float64),), (a + 1,), (a, "x"), ("x", a)]}
    assert len(prints) == 6 and arrays.fingerprint(a, "x") in prints


def test_colours_go_from_blue_over_white_to_red():
    blue, white, red = arrays.heat_colours([-1, 0, 1])
    assert blue[2] > 0.8 > blue[0] and white.tolist() == [1, 1, 1, 1] and red[0] > 0.8 > red[2]


def test_baked_curves_play_the_values_back_with_as_few_keys_as_straight_runs_allow():
    frames = np.arange(1, 8)
    values = np.stack([np.zeros(7), [0, 1, 2, 3, 3, 3, 1], np.sin(frames)], axis=1)
    still, straight, curved = arrays.baked_values(frames, values)
    assert len(still) == 0 and straight[:, 0].tolist() == [1, 4, 6, 7] and len(curved) == 7
    for curve, column in zip((straight, curved), values.T[1:]):
        assert np.allclose(np.interp(frames, curve[:, 0], curve[:, 1]), column)
