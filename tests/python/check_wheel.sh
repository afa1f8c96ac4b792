#!/usr/bin/env bash
# Makes a wheel of the package, installs it without a network into a fresh environment and uses it there.
# Usage: check_wheel.sh BUILD SCRATCH
set -euo pipefail
build=$1
scratch=$2
python=/usr/bin/python3
rm -rf "$scratch"
mkdir -p "$scratch/source"
cp -r "$build/python/." "$scratch/source"
rm -rf "$scratch/source/isoskin/__pycache__"
"$python" -m build --no-isolation --wheel --outdir "$scratch/dist" "$scratch/source" >"$scratch/build.log" 2>&1 ||
    { tail -n 20 "$scratch/build.log" >&2; exit 1; }
# numpy is Debian's: an index to get another from is what there shall be none of.
"$python" -m venv --system-site-packages "$scratch/venv"
"$scratch/venv/bin/pip" install --quiet --no-index "$scratch"/dist/isoskin-*.whl
cd "$scratch"
"$scratch/venv/bin/python" - <<'END'
import isoskin
assert "/venv/" in isoskin.__file__, isoskin.__file__
tube = isoskin.Character.scene("tube")
error = isoskin.Deformer(tube).pose(tube.pose(0, tube.clip_duration(0))).worst_error
assert error < 1e-6, error
print(f"isoskin {isoskin.__version__} from {isoskin.__file__}: error {error:.1e}")
END
