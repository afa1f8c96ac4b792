#!/bin/sh
# Prints the tables of docs/weights.md: table.sh FOLDER_OF_THE_PROGRAMS FOLDER_OF_THE_CHARACTERS
set -e
tool=$1/isoskin_weights_table
data=$2
cd "$data"
"$tool" cesium-man/CesiumMan.glb greenman-raylib/greenman.glb fox-khronos/Fox.glb \
  horse-quaternius/Horse.glb apatosaurus-quaternius/Apatosaurus.glb snake-quaternius/Shark.glb \
  snake-quaternius/Snake.glb hand-webxr/left.glb limbs-makehuman/makehuman_arm.glb \
  limbs-makehuman/makehuman_leg.glb makehuman/makehuman_body.glb robot-raylib/robot.glb \
  spot-rigged/mesh.obj bar-packt-dq/dq.gltf
echo
echo "Kept aside:"
echo
"$tool" horse-quaternius/Cow.glb horse-quaternius/Deer.glb horse-quaternius/Donkey.glb \
  apatosaurus-quaternius/Stegosaurus.glb
