#!/bin/sh
# Prints the tables of docs/autorig.md: table.sh FOLDER_OF_THE_PROGRAMS FOLDER_OF_THE_CHARACTERS
set -e
programs=$(cd "$1" && pwd)
tool=$programs/isoskin_autorig_table
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$programs/isoskin" demo creature -q -o "$scratch/creature.glb"
cd "$2"
"$tool" smpl-man/human_man.obj makehuman/makehuman_body.glb greenman-raylib/greenman.glb \
  horse-quaternius/Horse.glb horse-quaternius/Cow.glb fox-khronos/Fox.glb koala-50k/koala.obj \
  apatosaurus-quaternius/Apatosaurus.glb snake-quaternius/Shark.glb snake-quaternius/Snake.glb \
  hand-webxr/left.glb "$scratch/creature.glb"
echo
echo "Kept aside:"
echo
"$tool" cesium-man/CesiumMan.glb horse-quaternius/Donkey.glb horse-quaternius/Deer.glb \
  spot-rigged/mesh.obj
