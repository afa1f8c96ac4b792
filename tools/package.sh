#!/usr/bin/env bash
# Makes what people install, in one go: Debian packages, a wheel and the Blender add-on, into out/packages.
#   tools/package.sh [BUILD]   of build/release unless told; builds what is missing there
set -euo pipefail
cd "$(dirname "$0")/.."
build=${1-build/release}
out=out/packages

tools/install.sh build python package
[ -f apps/studio/dist/index.html ] || echo "note: without the studio, which tools/build_studio.sh makes" >&2
if [ ! -f "$build/build.ninja" ]; then
    cmake --preset release -B "$build" -DISOSKIN_UNITY=ON -DISOSKIN_WERROR=OFF -DISOSKIN_TESTS=OFF -DISOSKIN_BENCH=OFF >/dev/null
fi
cmake -DISOSKIN_PYTHON=ON "$build" >/dev/null
cmake --build "$build" --target isoskin_cli isoskin_python -- --quiet
python3 tools/make_man.py "$build/bin/isoskin" | gzip -9n >"$build/isoskin.1.gz"

rm -rf "$out" "$build/wheel_source"
mkdir -p "$out"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
run() { "$@" >"$log" 2>&1 || { tail -n 30 "$log" >&2; exit 1; }; }
run cpack --config "$build/CPackConfig.cmake" -B "$build/packages"
mv "$build"/packages/*.deb "$out"

# setuptools leaves its traces where it works, so it works on a copy.
mkdir "$build/wheel_source"
cp -r "$build/python/." "$build/wheel_source"
rm -rf "$build/wheel_source/isoskin/__pycache__"
strip "$build"/wheel_source/isoskin/*.so
run /usr/bin/python3 -m build --no-isolation --wheel --outdir "$out" "$build/wheel_source"
tools/make_addon.sh "$build" "$out/isoskin_blender.zip"
ls -l "$out"
