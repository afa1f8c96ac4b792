"""Skinned characters that keep their volume.

    import isoskin
    hero = isoskin.Character.read("hero.glb")
    deformer = isoskin.Deformer(hero)
    report = deformer.pose(hero.pose("walk", 0.4))
    print(report.worst_error, deformer.positions())

Arrays that go in must be C-contiguous and of the type that is named, or a TypeError says what to
pass: nothing is converted silently. Arrays that come out either own their numbers or borrow them;
each function says which. Units are those of the mesh, seconds and degrees. The interpreter lock is
released while the library computes.
"""
from ._core import (
    Character,
    Deformer,
    Error,
    InvalidError,
    Part,
    Report,
    UnsupportedError,
    UsageError,
    WriteError,
    __version__,
    bake,
    edit_lattice,
    make_flesh,
    make_weights,
    rig,
    transfer_weights,
    volume,
)

__all__ = [
    "Character", "Deformer", "Error", "InvalidError", "Part", "Report", "UnsupportedError",
    "UsageError", "WriteError", "bake", "edit_lattice", "make_flesh", "make_weights", "rig",
    "transfer_weights", "volume",
]
