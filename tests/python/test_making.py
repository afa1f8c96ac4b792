import os
import signal
import threading
import time

import numpy as np
import pytest

import isoskin


def test_a_baked_character_keeps_its_volume_by_plain_skinning_and_targets():
    tube = isoskin.Character.scene("tube")
    baked = isoskin.bake(tube)
    time = 0.8 * tube.clip_duration(0)
    bent = tube.pose(0, time)
    assert isoskin.Deformer(tube, "none").pose(bent).worst_error > 0.03
    deformer = isoskin.Deformer(baked, "none")
    deformer.pose(bent, baked.morph_weights(0, time))
    assert baked.volume(deformer.positions()) == pytest.approx(tube.volume(), rel=1e-4)


def test_made_weights_follow_the_nearest_bones():
    arm = isoskin.Character.scene("arm")
    bound, report = isoskin.make_weights(arm)
    weights = bound.weights()
    assert np.allclose(weights.sum(axis=1), 1, atol=1e-5)
    assert sum(part["vertices"] for part in report["bound"]) == len(arm.positions())
    assert (weights > 0).sum(axis=1).max() <= 4
    with pytest.raises(ValueError, match="no method 'magic'"):
        isoskin.make_weights(arm, "magic")


def test_clothes_of_the_same_shape_take_the_same_weights(limb):
    dressed, _ = isoskin.transfer_weights(limb, limb)
    assert np.allclose(dressed.weights(), limb.weights(), atol=1e-3)


def test_a_bare_mesh_gets_a_skeleton_that_poses_it():
    creature = isoskin.Character.scene("creature")
    rigged, report = isoskin.rig(creature, "quadruped")
    assert report["template"] == "quadruped" and not report["missing"]
    assert [joint["name"] for joint in report["joints"]] == rigged.joint_names
    assert all(0 <= joint["confidence"] <= 1 for joint in report["joints"])
    assert np.allclose(rigged.weights().sum(axis=1), 1, atol=1e-5)
    assert isoskin.Deformer(rigged).pose(rigged.turned({"Head": (30, 0, 0)})).worst_error < 1e-6
    with pytest.raises(isoskin.UsageError, match="no template 'cow'"):
        isoskin.rig(creature, "cow")


def test_a_skeleton_of_ones_own_is_laid_into_its_own_body():
    creature = isoskin.Character.scene("creature")
    _, report = isoskin.rig(creature, creature)
    assert len(report["joints"]) > 0


def test_flesh_is_carried_and_played(limb):
    joint = limb.joint_names[1]
    carrying, (report,) = isoskin.make_flesh(limb, [joint], "draft", 60)
    assert report["joint"] == joint
    assert report["simulated"], report["trouble"]
    bent = limb.turned({joint: (0, 0, 50)})
    by_flesh = isoskin.Deformer(carrying).deform(bent)
    assert abs(limb.volume(by_flesh) / limb.volume() - 1) < 1e-6
    assert not np.allclose(by_flesh, isoskin.Deformer(limb).deform(bent), atol=1e-4)
    with pytest.raises(ValueError, match="no quality 'best'"):
        isoskin.make_flesh(limb, [joint], "best")


def test_lattice_edits_move_the_bind_shape(limb):
    edits = {"isoskin_lattice": 1, "build": {"from": "box", "depth": 0},
             "edits": [{"move": {"level": 0, "within": [[-9, -9, -9], [9, 9, 9]]}, "by": [0, 2, 0]}]}
    moved = isoskin.edit_lattice(limb, edits)
    assert np.allclose(moved.positions() - limb.positions(), [0, 2, 0], atol=1e-5)
    with pytest.raises(isoskin.InvalidError, match="isoskin_lattice"):
        isoskin.edit_lattice(limb, {})


def test_a_long_call_can_be_interrupted():
    big = isoskin.Character.scene("creature", min_vertices=40000)
    start = time.perf_counter()
    isoskin.Deformer(big)
    whole = time.perf_counter() - start

    def is_interrupted():
        finished = False
        timer = threading.Timer(0.2 * whole, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            isoskin.Deformer(big)
            finished = True  # the signal came late, as it may on a busy machine
            time.sleep(60.0)
        return not finished

    assert any(is_interrupted() for _ in range(5))
