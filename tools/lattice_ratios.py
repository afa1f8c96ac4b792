#!/usr/bin/env python3
"""Runs isoskin_lattice_bench and prints each figure the deformable octree has to reach.

Every benchmark times a plain trilinear lattice over the same points in the same run, by turns; its
counter `ratio` is what is judged. Exit code 1 if a figure is missed. --csv stores all of them.
"""
import argparse
import csv
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
POINTS = 100000
# name: the largest ratio allowed at that many points
FIGURES = {"full_evaluation": 4.0, "one_fine_vertex": 0.1, "dynamics_step": 2.0, "build": 300.0}
LARGEST_ERROR = 1e-6  # over the size of the root box


# What is judged; the rest only goes into the table.
JUDGED = f"/{POINTS}/|^full_evaluation/{10 * POINTS}/"


def run(program, repetitions, names):
    out = subprocess.run([program, f"--benchmark_repetitions={repetitions}", "--benchmark_min_time=0.1",
                          f"--benchmark_filter={names}", "--benchmark_format=json"], check=True, capture_output=True, text=True)
    return json.loads(out.stdout)["benchmarks"]


def find_best(entries):
    best = {}
    for entry in entries:
        if entry["run_type"] != "iteration":
            continue
        key = (entry["name"].split("/")[0], int(entry["name"].split("/")[1]))
        if key not in best or entry["ratio"] < best[key]["ratio"]:
            best[key] = entry
    return best


def write_csv(path, best):
    with open(path, "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["benchmark", "points", "ns_per_point", "ratio_to_plain_trilinear", "error"])
        for (name, points), entry in sorted(best.items()):
            writer.writerow([name, points, f"{entry['ns_per_point']:.4g}", f"{entry['ratio']:.4g}",
                             f"{entry['error']:.3g}"])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default=ROOT / "build/release/bin/isoskin_lattice_bench")
    parser.add_argument("--repetitions", type=int, default=3)
    parser.add_argument("--csv", type=pathlib.Path)
    options = parser.parse_args()
    best = find_best(run(options.program, options.repetitions, "." if options.csv else JUDGED))
    if options.csv:
        write_csv(options.csv, best)
    missed = False
    for name, limit in FIGURES.items():
        ratio = best[name, POINTS]["ratio"]
        missed |= ratio > limit
        print(f"{name:20} {ratio:8.3f} of at most {limit}{'' if ratio <= limit else '  MISSED'}")
    for name in ("place_vertices", "dynamics_step_and_points", "full_evaluation_with_gradients"):
        print(f"{name:20} {best[name, POINTS]['ratio']:8.3f}, no limit is set")
    slowdown = best["full_evaluation", 10 * POINTS]["ns_per_point"] / best["full_evaluation", POINTS]["ns_per_point"]
    print(f"cost per point at {10 * POINTS} over that at {POINTS}: {slowdown:.2f}")
    error = max(entry["error"] for entry in best.values())
    missed |= error > LARGEST_ERROR
    print(f"largest error {error:.2g}")
    return missed


if __name__ == "__main__":
    sys.exit(main())
