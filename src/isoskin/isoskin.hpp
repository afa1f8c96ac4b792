#pragma once

// isoskin for programs in C++: one header, what is installed is all of this in one file. Programs in
// C, and those that are not compiled together with isoskin, take isoskin/isoskin.h.

#include "isoskin/bake/morph_bake.h"
#include "isoskin/deform/deformer.h"
#include "isoskin/deform/strided_output.h"
#include "isoskin/io/character_file.h"
#include "isoskin/rig/bare_mesh.h"
#include "isoskin/skinning/skin.h"
#include "isoskin/volume/settings_json.h"
