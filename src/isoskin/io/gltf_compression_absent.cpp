// Stands in for gltf_compression.cpp where the decoders are left out, as in the browser.
#include <algorithm>

#include "isoskin/io/gltf_accessor.h"
#include "isoskin/io/gltf_compression.h"

namespace isoskin::gltf {

Status decompress(Container& container, const std::string& file) {
    Diagnosis diagnosis(file);
    const Model model = parse_model(container.document, diagnosis);
    if (diagnosis.failed()) return diagnosis.error();
    const auto refuse = [&](const char* packer) {
        return unsupported("'" + file + "' is compressed by " + packer +
                           ", which is not unpacked here; 'isoskin pose' or any glTF tool can "
                           "write it uncompressed");
    };
    for (const BufferView& view : model.views)
        if (view.meshopt) return refuse("meshoptimizer");
    for (const MeshEntry& mesh : model.meshes)
        for (const Primitive& primitive : mesh.primitives)
            if (primitive.draco) return refuse("Draco");
    return Done{};
}

Status compress(Container&) {
    return unsupported("EXT_meshopt_compression is not part of this build");
}

}  // namespace isoskin::gltf
