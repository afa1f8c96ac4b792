#!/usr/bin/env python3
"""Draws the pictures of docs/lattice.md: tools/lattice_pictures.py [PROGRAM [FOLDER]]."""
import json
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = sys.argv[1] if len(sys.argv) > 1 else str(ROOT / "build/release/bin/isoskin")
FOLDER = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else ROOT / "docs/pictures")

# A sheet in x and y, which its quadtree divides; a first edit lays it down, and all others ride on.
SHEET = {"from": "box", "depth": 2, "axes": "xy", "box": [[-1, -1, -1], [1, 1, 1]]}
EVERYTHING = [[-9, -9, -9], [9, 9, 9]]
LAY_DOWN = {"move": {"level": 0, "within": EVERYTHING}, "turn": [-90, 0, 0]}


def lift(level, x, y, height):
    """Edit: the vertex of a level nearest to (x, y) goes up."""
    return {"move": {"level": level, "near": [x, y, 0]}, "by": [0, height, 0]}


def divide(level, x, y, times=1):
    return {"subdivide": {"level": level, "near": [x, y, 0]}, "times": times}


FINE_EDITS = [divide(2, x, y, 1) for x in (-0.9, -0.4, 0.1, 0.6) for y in (-0.4, 0.1)]
FINE_EDITS += [lift(3, x, 0, 0.22) for x in (-0.5, 0, 0.5)]
COARSE_EDIT = {"move": {"level": 1, "within": [[-0.1, -9, -9], [0.1, 9, 9]]}, "by": [0, 0.7, 0]}
STEPPED = [divide(1, 0.5, 0.5), divide(2, 0.3, 0.3), divide(2, 0.3, 0.7), divide(2, 0.7, 0.3),
           divide(2, 0.7, 0.7), divide(3, 0.05, 0.45), divide(3, 0.05, 0.55), divide(3, 0.2, 0.45),
           divide(3, 0.2, 0.55), lift(1, 0, 0, 0.3), lift(3, 0.25, 0.5, 0.2), lift(3, 0.5, 0.25, -0.15),
           lift(4, 0.125, 0.5, 0.1)]

SHEETS = {
    "lattice_linear": ({"blend": "linear"}, [lift(2, 0, 0, 0.6)]),
    "lattice_hermite": ({"blend": "hermite"}, [lift(2, 0, 0, 0.6)]),
    "lattice_fine": ({}, FINE_EDITS),
    "lattice_coarse_after_fine": ({}, FINE_EDITS + [COARSE_EDIT]),
    "lattice_depths": ({"build": {**SHEET, "depth": 1}}, STEPPED),
    "lattice_depths_source": ({"build": {**SHEET, "depth": 1}, "scheme": "source"}, STEPPED),
}

CREATURE = {"isoskin_lattice": 1, "build": {"from": "points", "max_points": 60, "depth": 5}, "edits": [
    {"move": {"level": 1, "within": [[-9, 0.9, 0.2], [9, 9, 9]]}, "scale": 1.25, "by": [0, 0.12, 0.1]},
    {"drag": [0, 0.25, -0.2], "by": [0, -0.1, 0], "level": 2}]}


def write_sheet(path, count=100):
    """count × count points over [-1, 1]² in z = 0."""
    at = [2 * i / (count - 1) - 1 for i in range(count)]
    lines = [f"v {x:.6f} {y:.6f} 0" for y in at for x in at]
    for j in range(count - 1):
        for i in range(1, count):
            a = j * count + i
            lines.append(f"f {a} {a + 1} {a + count + 1} {a + count}")
    path.write_text("\n".join(lines) + "\n")


def draw(shape, edits, name, scratch, *options):
    file = scratch / f"{name}.json"
    file.write_text(json.dumps(edits, indent=1))
    subprocess.run([PROGRAM, "render", shape, "-o", FOLDER / f"{name}.png", "--lattice", file,
                    "--cells", "shape", *options], check=True)


def main():
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)
        sheet, creature = scratch / "sheet.obj", scratch / "creature.glb"
        write_sheet(sheet)
        subprocess.run([PROGRAM, "demo", "creature", "-o", creature, "--quiet"], check=True)
        for name, (settings, edits) in SHEETS.items():
            draw(sheet, {"isoskin_lattice": 1, "build": SHEET, **settings,
                         "edits": [LAY_DOWN, *edits]},
                 name, scratch, "--size", "640x480", "--camera", "28,30", "--bind", "--volume", "none")
        draw(creature, CREATURE, "lattice_creature", scratch, "--size", "640x480",
             "--clip", "walk", "--time", "0.3", "--camera", "40,12")


if __name__ == "__main__":
    main()
