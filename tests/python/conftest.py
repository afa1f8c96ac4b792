import numpy as np
import pytest

import isoskin


def make_limb(rings=41, sides=12):
    """A closed tube along x over three joints as arrays, with most of its flesh on the first."""
    around = 2 * np.pi * np.arange(sides) / sides
    ring = 0.3 * np.stack([np.zeros(sides), np.cos(around), np.sin(around)], axis=1)
    along = np.linspace(-2, 3, rings)
    body = (ring[None] + along[:, None, None] * np.array([1.0, 0, 0])).reshape(-1, 3)
    positions = np.concatenate([body, [[-2, 0, 0], [3, 0, 0]]]).astype(np.float32)
    r, s = (grid.ravel() for grid in np.meshgrid(np.arange(rings - 1), np.arange(sides), indexing="ij"))
    at = lambda r, s: r * sides + s % sides
    quads = [at(r, s), at(r, s + 1), at(r + 1, s + 1)], [at(r, s), at(r + 1, s + 1), at(r + 1, s)]
    k, last = np.arange(sides), rings - 1
    ends = [np.full(sides, rings * sides), at(0, k + 1), at(0, k)], [np.full(sides, rings * sides + 1), at(last, k), at(last, k + 1)]
    triangles = np.concatenate([np.stack(t, axis=1) for t in (*quads, *ends)]).astype(np.uint32)
    x = positions[:, 0]
    later = np.where(x < 1.5, 1, 2)
    share = np.clip((x - later) / 0.5 + 0.5, 0, 1)
    binds = np.tile(np.eye(4, dtype=np.float32), (3, 1, 1))
    binds[:, 0, 3] = [0, -1, -2]
    return dict(
        positions=positions,
        triangles=triangles,
        joints=np.stack([later, later - 1], axis=1).astype(np.uint16),
        weights=np.stack([share, 1 - share], axis=1).astype(np.float32),
        inverse_binds=binds,
        parents=np.array([-1, 0, 1], dtype=np.int32),
        names=["shoulder", "elbow", "wrist"],
    )


@pytest.fixture
def arrays():
    return make_limb()


@pytest.fixture(scope="session")
def limb():
    return isoskin.Character.from_arrays(**make_limb())


@pytest.fixture(scope="session")
def creature():
    return isoskin.Character.scene("creature")
