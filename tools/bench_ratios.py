#!/usr/bin/env python3
"""Runs isoskin_bench and prints the figures that skinning and volume have to reach, from one run.

Minima over interleaved repetitions are compared: processor time on one thread, wall time on two.
Ratios where there is a loop to compare with, times where there is none; what --only leaves out is
not printed. Exit code 1 if a figure is missed. With --csv the minima are also stored, one line a benchmark.
"""
import argparse
import csv
import json
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
SMALL, MIDDLE, LARGE = 6646, 100000, 1000000


NANOSECONDS = {"ns": 1.0, "us": 1e3, "ms": 1e6, "s": 1e9}


def run_benchmark(program, repetitions, only):
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "out.json"
        subprocess.run([program, f"--benchmark_filter={only}", f"--benchmark_repetitions={repetitions}",
                        "--benchmark_enable_random_interleaving=true", "--benchmark_min_time=0.1",
                        f"--benchmark_out={out}", "--benchmark_out_format=json"],
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return json.loads(out.read_text())


def find_minima(report):
    """(name, vertices) -> {"cpu", "wall" in ns per vertex, "error"}"""
    minima = {}
    for entry in report["benchmarks"]:
        if entry["run_type"] != "iteration":
            continue
        name, size = entry["name"].split("/")[:2]
        best = minima.setdefault((name, int(size)), {"cpu": float("inf"), "wall": float("inf"), "error": 0.0})
        unit = NANOSECONDS[entry["time_unit"]] / int(size)
        best["cpu"] = min(best["cpu"], entry["cpu_time"] * unit)
        best["wall"] = min(best["wall"], entry["real_time"] * unit)
        best["error"] = max(best["error"], entry["error"])
    return minima


RATIOS = (  # what, over what, limits at the three sizes
    ("table_linear", "plain_linear", (0.25, 0.25, None)),
    ("table_linear", "plain_linear_by_columns", (None, None, None)),
    ("table_normals", "plain_normals", (0.32, 0.32, None)),
    ("table_dual", "plain_dual", (0.6, 0.6, None)),
    ("table_thickened", "plain_linear", (0.65, 0.40, 0.40)),
    ("volume_joints", "volume_plain_linear", (0.65, 0.40, 0.40)),
    ("volume_mesh_pass", "volume_plain_linear", (0.75, 0.75, 0.75)),
    ("volume_mesh_pass_dual", "volume_plain_linear", (0.75, 0.75, 0.75)),
    ("volume_axes", "volume_plain_linear", (2.0, 2.0, 2.0)),
)
# Real characters beside the plain loop over all influences of their file; vertices decide the limits.
REAL = {"cesium_man": 3273, "fox": 1728, "horse": 4400, "donkey": 4044, "greenman": 196, "robot": 7218,
        "creature": 6402, "makehuman": 13380, "dense": 214050}
BODY = 13380  # vertices of a person of 163 joints, in ../shared/data
BODY_RATIOS = (("body_walking", 1.5), ("body_turned_by_5", 1.5), ("body_turned_by_10", 1.5), ("body_turned_by_30", 1.2))
TIMES = (  # what, microseconds at most, at which sizes
    ("volume_weights", 60.0, (SMALL, MIDDLE, LARGE)),
    ("volume_live", 20.0, (SMALL, MIDDLE, LARGE)),
    ("volume_build", 1e6, (MIDDLE,)),
)


def list_figures(minima):
    """(what, figure, limit, whether it has to stay below)"""
    def ran(*keys):
        return all(key in minima for key in keys)

    def cpu(name, size):
        return minima[name, size]["cpu"]

    for name, base, limits in RATIOS:
        for size, limit in zip((SMALL, MIDDLE, LARGE), limits):
            if ran((name, size), (base, size)):
                yield f"{name} / {base} at {size}", cpu(name, size) / cpu(base, size), limit, True
    for name, limit in BODY_RATIOS:
        if ran((name, BODY), ("body_plain_linear", BODY)):
            yield f"{name} / body_plain_linear", cpu(name, BODY) / cpu("body_plain_linear", BODY), limit, True
    for name in ("table_linear", "table_normals", "table_dual"):
        if ran((name, LARGE), (name, MIDDLE)):
            yield f"{name}, a vertex at {LARGE} / at {MIDDLE}", cpu(name, LARGE) / cpu(name, MIDDLE), 1.3, True
    for name in ("table_linear", "volume_joints"):
        if ran((name, LARGE), (f"{name}_two_threads", LARGE)):
            one, two = (minima[key, LARGE]["wall"] for key in (name, f"{name}_two_threads"))
            yield f"{name}, two threads against one at {LARGE}", one / two, 1.6, False
    for name, limit, sizes in TIMES:
        for size in sizes:
            if ran((name, size)):
                yield f"{name}, microseconds at {size}", minima[name, size]["wall"] * size / 1e3, limit, True


def list_real_figures(minima):
    """The same of real characters: small ones by their time, others by ratios."""
    frames = []
    for name, vertices in REAL.items():
        keys = {what: (f"real_{what}_{name}", 1) for what in ("plain", "linear", "volume", "weights", "build")}
        if not all(keys[what] in minima for what in ("plain", "linear", "volume", "weights")):
            continue
        plain, linear, volume, weights = (minima[keys[what]]["cpu"] / 1e3 for what in ("plain", "linear", "volume", "weights"))
        error = minima[keys["volume"]]["error"]
        if vertices < 1000:
            yield f"{name}: a frame, microseconds (error {error:.0e})", volume, 40.0, True
        else:
            frames.append(volume / plain)
            limit = 0.65 if name == "dense" else 1.0 if vertices >= 3000 else 1.4
            yield f"{name}: constant volume / plain loop (error {error:.0e})", volume / plain, limit, True
            yield f"{name}: linear / plain loop", linear / plain, 0.25 if vertices >= 3000 else 0.33, True
        within = weights <= 40.0
        yield f"{name}: weights, {weights:.0f} microseconds / plain loop", weights / plain, None if within else 0.5, True
        if keys["build"] in minima and name == "dense":
            yield f"{name}: build, seconds", minima[keys["build"]]["wall"] / 1e9, 8.0, True
    if frames:
        yield "mean of constant volume / plain loop", sum(frames) / len(frames), 0.7, True


def print_figures(minima):
    missed = False
    for what, ratio, limit, below in [*list_figures(minima), *list_real_figures(minima)]:
        verdict = ""
        if limit is not None:
            good = ratio <= limit if below else ratio >= limit
            missed |= not good
            verdict = f"{'<=' if below else '>='} {limit:<5} {'pass' if good else 'MISSED'}"
        print(f"{what:56} {ratio:8.3f}  {verdict}")
    return missed


def write_csv(path, minima):
    with open(path, "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["benchmark", "vertices", "cpu_ns_per_vertex", "wall_ns_per_vertex", "error"])
        for (name, size), best in sorted(minima.items()):
            writer.writerow([name, size, f"{best['cpu']:.3f}", f"{best['wall']:.3f}", f"{best['error']:.3g}"])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default=ROOT / "build/release/bin/isoskin_bench")
    parser.add_argument("--repetitions", type=int, default=9)
    parser.add_argument("--csv", help="store the minima here")
    parser.add_argument("--only", default=".", help="a pattern of benchmarks, as 'volume_.*/(6646|100000)'")
    options = parser.parse_args()

    minima = find_minima(run_benchmark(options.program, options.repetitions, options.only))
    if options.csv:
        write_csv(options.csv, minima)
    return print_figures(minima)


if __name__ == "__main__":
    sys.exit(main())
