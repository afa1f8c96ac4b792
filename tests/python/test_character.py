import numpy as np
import pytest

import isoskin


def test_arrays_come_back_as_they_went_in(arrays, limb):
    assert np.array_equal(limb.positions(), arrays["positions"])
    assert np.array_equal(limb.triangles(), arrays["triangles"])
    assert np.array_equal(limb.parents, arrays["parents"])
    assert limb.joint_names == arrays["names"]
    dense = np.zeros((len(arrays["positions"]), 3), np.float32)
    np.put_along_axis(dense, arrays["joints"].astype(int), arrays["weights"], axis=1)
    assert np.allclose(limb.weights(), dense, atol=1e-6)


def test_borrowed_positions_are_read_only_and_keep_their_owner_alive(arrays):
    positions = isoskin.Character.from_arrays(**arrays).positions()
    assert not positions.flags.writeable and not positions.flags.owndata
    assert np.array_equal(positions, arrays["positions"])  # the character is gone but for the view


def test_the_stored_pose_undoes_the_inverse_binds(arrays, limb):
    assert np.allclose(limb.stored_pose() @ arrays["inverse_binds"], np.eye(4), atol=1e-6)


def test_a_turned_joint_carries_what_hangs_on_it(limb):
    stored, turned = limb.stored_pose(), limb.turned({"elbow": (0, 0, 90)})
    assert np.allclose(turned[0], stored[0])
    assert np.allclose(turned[2][:3, 3], [1, 1, 0], atol=1e-6)
    with pytest.raises(KeyError, match="no joint 'knee'"):
        limb.turned({"knee": (0, 0, 90)})


def test_a_file_gives_the_same_character_back(limb, tmp_path):
    limb.write(tmp_path / "limb.glb")
    again = isoskin.Character.read(tmp_path / "limb.glb")
    assert np.array_equal(again.positions(), limb.positions())
    assert np.allclose(again.weights(), limb.weights(), atol=1e-6)


def test_the_volume_of_a_box_is_known():
    corners = np.array([[x, y, z] for x in (0, 2) for y in (0, 3) for z in (0, 4)], np.float32)
    quads = np.array([[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]])
    triangles = np.ascontiguousarray(quads[:, [0, 1, 2, 0, 2, 3]].reshape(-1, 3), np.uint32)
    assert isoskin.volume(corners, triangles) == pytest.approx(24)


def test_volume_grows_with_the_cube_of_size(limb):
    assert limb.volume(2 * limb.positions()) == pytest.approx(8 * limb.volume(), rel=1e-6)


@pytest.mark.parametrize(
    "name, change, sentence",
    [
        ("positions", lambda a: a.astype(np.float64), "positions is float64; pass it as float32"),
        ("positions", lambda a: a[::2], "positions is not C-contiguous"),
        ("positions", lambda a: a.tolist(), "positions must be a numpy array of float32, not list"),
        ("triangles", lambda a: a.astype(np.int64), "triangles is int64; pass it as uint32"),
        ("joints", lambda a: a.astype(np.int32), "joints is int32; pass it as uint16"),
        ("parents", lambda a: a.astype(np.int64), "parents is int64; pass it as int32"),
    ],
)
def test_nothing_is_converted_silently(arrays, name, change, sentence):
    arrays[name] = change(arrays[name])
    with pytest.raises(TypeError, match=sentence):
        isoskin.Character.from_arrays(**arrays)


def test_arrays_that_do_not_fit_are_refused_by_name(arrays):
    with pytest.raises(ValueError, match=r"weights has shape \(5, 2\), not \(494, 2\)"):
        isoskin.Character.from_arrays(**{**arrays, "weights": arrays["weights"][:5]})
    arrays["triangles"][3, 1] = 999
    with pytest.raises(ValueError, match=r"triangles\[3\] names vertex 999 of 494"):
        isoskin.Character.from_arrays(**arrays)


def test_files_that_cannot_be_read_or_written_say_so(limb):
    with pytest.raises(isoskin.InvalidError, match="nowhere/hero.glb"):
        isoskin.Character.read("nowhere/hero.glb")
    with pytest.raises(isoskin.WriteError, match="nowhere/hero.glb"):
        limb.write("nowhere/hero.glb")
    with pytest.raises(isoskin.Error, match="dragon"):
        isoskin.Character.scene("dragon")


def test_morphs_must_fit_the_mesh(arrays):
    with pytest.raises(ValueError, match="morphs has shape"):
        isoskin.Character.from_arrays(**arrays, morphs=np.zeros((1, 3, 3), np.float32))
