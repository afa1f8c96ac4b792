#!/bin/sh
# Prints the tables of docs/weights.md: table.sh FOLDER_OF_THE_PROGRAMS FOLDER_OF_THE_CHARACTERS
# With Blender on the machine, beside its automatic weights.
set -e
tool=$1/isoskin_weights_table
here=$(cd "$(dirname "$0")" && pwd)
cd "$2"
tuned="cesium-man/CesiumMan.glb greenman-raylib/greenman.glb fox-khronos/Fox.glb
  horse-quaternius/Horse.glb apatosaurus-quaternius/Apatosaurus.glb snake-quaternius/Shark.glb
  snake-quaternius/Snake.glb hand-webxr/left.glb limbs-makehuman/makehuman_arm.glb
  limbs-makehuman/makehuman_leg.glb makehuman/makehuman_body.glb robot-raylib/robot.glb
  spot-rigged/mesh.obj bar-packt-dq/dq.gltf"
aside="horse-quaternius/Cow.glb horse-quaternius/Deer.glb horse-quaternius/Donkey.glb
  apatosaurus-quaternius/Stegosaurus.glb"
if command -v blender >/dev/null; then
    beside=$(mktemp -d)
    trap 'rm -rf "$beside"' EXIT
    # shellcheck disable=SC2046,SC2086
    blender --background --factory-startup --python "$here/blender_weights.py" -- "$beside" \
        $(printf '%s\n' $tuned $aside | grep -v -e robot -e obj) >"$beside/log" 2>&1 || { cat "$beside/log" >&2; exit 1; }
fi
# shellcheck disable=SC2086
"$tool" ${beside:+--beside "$beside"} $tuned
echo
echo "Kept aside:"
echo
# shellcheck disable=SC2086
"$tool" ${beside:+--beside "$beside"} $aside
