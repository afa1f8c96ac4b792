import threading
import time

import numpy as np
import pytest

import isoskin

BENT = {"elbow": (0, 0, 80)}


def test_the_stored_pose_gives_the_bind_shape(limb):
    deformer = isoskin.Deformer(limb)
    assert np.allclose(deformer.deform(limb.stored_pose()), limb.positions(), atol=1e-6)


@pytest.mark.parametrize("method", ["normal", "axes", "free"])
def test_exact_methods_keep_the_volume_that_skinning_loses(limb, method):
    plain = isoskin.Deformer(limb, "none").pose(limb.turned(BENT))
    assert plain.worst_error > 0.01
    deformer = isoskin.Deformer(limb, method)
    report = deformer.pose(limb.turned(BENT))
    assert report.worst_error < 1e-6 and report.parts[0].reached
    assert deformer.measure(deformer.positions()) == pytest.approx(report.parts[0].target, rel=1e-6)
    assert limb.volume(deformer.positions()) == pytest.approx(limb.volume(), rel=1e-6)


def test_targets_and_weights_make_the_same_shape_with_numpy_alone(arrays, limb):
    deformer, pose = isoskin.Deformer(limb), limb.turned(BENT)
    expected = deformer.deform(pose)
    offsets = np.stack([target["offsets"] for target in deformer.targets()])
    shape = limb.positions() + np.tensordot(deformer.weights(pose), offsets, axes=1)
    palette = pose @ arrays["inverse_binds"]
    blended = np.einsum("vs,sij->vij", limb.weights(), palette[limb.skin_joints()])
    posed = np.einsum("vij,vj->vi", blended[:, :3, :3], shape) + blended[:, :3, 3]
    assert np.allclose(posed, expected, atol=1e-5)


def test_targets_say_their_joint_and_role(limb):
    targets = isoskin.Deformer(limb).targets()
    assert sorted(t["joint"] for t in targets if t["role"] == "bend") == ["elbow", "wrist"]
    assert {t["role"] for t in targets} == {"bend", "twist"}


def test_losses_name_the_joint_that_bends(limb):
    losses = isoskin.Deformer(limb).pose(limb.turned(BENT)).losses
    assert abs(losses["elbow"]) > 0.01 and abs(losses["wrist"]) < 1e-6


def test_floats_pose_as_doubles_do(limb):
    deformer, pose = isoskin.Deformer(limb), limb.turned(BENT)
    assert np.allclose(deformer.deform(pose), deformer.deform(pose.astype(np.float32)), atol=1e-5)


def test_borrowed_arrays_show_the_next_pose_and_own_ones_do_not(limb):
    deformer = isoskin.Deformer(limb)
    own = deformer.deform(limb.stored_pose())
    borrowed = deformer.positions()
    deformer.pose(limb.turned(BENT))
    assert not np.array_equal(borrowed, own)
    assert not borrowed.flags.writeable and own.flags.owndata
    assert np.allclose(np.linalg.norm(deformer.normals(), axis=1), 1, atol=1e-5)


def test_settings_are_words_dicts_or_json(limb):
    for settings in ("axes", {"method": "axes"}, '{"isoskin_volume": 1, "method": "axes"}'):
        with pytest.raises(isoskin.UnsupportedError, match="weights exist for"):
            isoskin.Deformer(limb, settings).weights(limb.stored_pose())
    with pytest.raises(isoskin.InvalidError, match="'method' is not one of"):
        isoskin.Deformer(limb, "magic")
    with pytest.raises(TypeError, match="settings must be"):
        isoskin.Deformer(limb, 3)


def test_what_does_not_fit_is_refused(limb):
    deformer = isoskin.Deformer(limb)
    with pytest.raises(isoskin.UsageError, match="nothing was posed yet"):
        deformer.positions()
    with pytest.raises(ValueError, match=r"matrices has shape \(2, 4, 4\), not \(3, 4, 4\)"):
        deformer.pose(limb.stored_pose()[:2])
    with pytest.raises(IndexError, match="no mesh 1 of 1"):
        deformer.targets(1)
    broken = limb.stored_pose()
    broken[1, 0, 0] = np.nan
    with pytest.raises(ValueError, match=r"matrices\[1\] is not finite"):
        deformer.pose(broken)


def test_poses_are_written_as_plain_meshes(limb, tmp_path):
    deformer = isoskin.Deformer(limb)
    deformer.pose(limb.turned(BENT))
    deformer.write(tmp_path / "bent.obj")
    assert (tmp_path / "bent.obj").read_text().count("\nv ") == len(limb.positions())


def test_threads_with_deformers_of_their_own_agree(creature):
    results = [None] * 4

    def work(k):
        results[k] = isoskin.Deformer(creature).deform(creature.pose(0, 0.5))

    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(np.array_equal(result, results[0]) for result in results)


def test_the_interpreter_goes_on_while_a_deformer_is_made():
    big = isoskin.Character.scene("creature", min_vertices=20000)

    def ticks_while_made():
        ticks, done = [], threading.Event()

        def count():
            while not done.is_set():
                ticks.append(time.perf_counter())
                time.sleep(0.002)

        counter = threading.Thread(target=count)
        counter.start()
        start = time.perf_counter()
        isoskin.Deformer(big)
        end = time.perf_counter()
        done.set()
        counter.join()
        return sum(start < t < end for t in ticks)

    # With the lock held there is none at any time; a busy machine may starve the counter once.
    assert any(ticks_while_made() > 5 for _ in range(5))


def test_heat_is_where_thickness_was_put_back(limb):
    deformer, plain = isoskin.Deformer(limb), isoskin.Deformer(limb, "none")
    before, after = plain.deform(limb.turned(BENT)), deformer.deform(limb.turned(BENT))
    heat = deformer.heat(before, after)
    moved = np.linalg.norm(after - before, axis=1)
    assert heat.shape == (len(before),) and heat[moved < 1e-7].max() < 1e-5 < heat.max()
    assert not deformer.heat(after, after).any()


def test_a_reshaped_deformer_is_a_new_one(limb):
    asked = {"joints": {"elbow": {"effect": "rubber"}}}
    deformer = isoskin.Deformer(limb, {"method": "normal"})
    assert deformer.reshape(asked)
    assert np.array_equal(deformer.deform(limb.turned(BENT)), isoskin.Deformer(limb, asked).deform(limb.turned(BENT)))
    assert not deformer.reshape({"method": "axes"})
