#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "isoskin/base/result.h"
#include "isoskin/runtime/runtime_part.h"

namespace isoskin {

/// A morph target of the baked file: the weight of a target of a part over `scale`, or zero.
struct RuntimeWeight {
    std::string name;
    Index mesh = 0;  ///< Whose part it is: this mesh, or one before it that it lies on.
    Index part = 0;
    Index target = 0;    ///< Of that part.
    double scale = 1.0;  ///< Negative for the reversed side.
};

struct RuntimeMesh {
    std::string name;
    std::size_t slot_count = 0;
    std::vector<RuntimeWeight> weights;
    std::vector<RuntimePart> parts;
};

/// What lies beside a baked file for those who pose it live, meshes that others lie on before
/// those. See docs/formats/runtime.md.
struct RuntimeData {
    std::vector<RuntimeMesh> meshes;
};

std::vector<std::uint8_t> write_runtime(const RuntimeData& data);

/// Refuses bytes that are cut short, of another version or out of range; never reads beyond them.
Result<RuntimeData> read_runtime(std::span<const std::uint8_t> bytes);

}  // namespace isoskin
