#!/usr/bin/env bash
# Makes the Blender add-on: a zip with the extension module in it, of what BUILD has built for Python.
#   tools/make_addon.sh BUILD OUT.zip
set -euo pipefail
build=$(realpath "$1")
out=$(realpath -m "$2")
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mkdir -p "$work/isoskin_volume/lib"
cp bindings/blender/isoskin_volume/*.py LICENSE "$work/isoskin_volume/"
cp -r "$build/python/isoskin" "$work/isoskin_volume/lib/"
rm -rf "$work/isoskin_volume/lib/isoskin/__pycache__"
strip "$work"/isoskin_volume/lib/isoskin/*.so
mkdir -p "$(dirname "$out")"
rm -f "$out"
(cd "$work" && python3 -m zipfile -c "$out" isoskin_volume)
