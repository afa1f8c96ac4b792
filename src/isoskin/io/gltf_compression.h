#pragma once

#include <string>

#include "isoskin/io/gltf_container.h"

namespace isoskin::gltf {

/// Replaces what EXT_meshopt_compression and KHR_draco_mesh_compression packed by plain buffer
/// views, in the document itself, and takes the extensions off its lists: reader and writer see
/// plain documents only. The decoded bytes form one more buffer.
Status decompress(Container& container, const std::string& file);

/// Packs the views of a finished document (one buffer, as `Builder::finish` leaves it) by
/// EXT_meshopt_compression, without loss: they decode to the bytes they had. In gltf_pack.cpp.
Status compress(Container& container);

}  // namespace isoskin::gltf
