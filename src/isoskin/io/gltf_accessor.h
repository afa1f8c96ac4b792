#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "isoskin/io/gltf_container.h"
#include "isoskin/io/gltf_model.h"
#include "isoskin/rig/offsets.h"

namespace isoskin::gltf {

/// How much a file may make us allocate: a multiple of its own size. A few bytes can promise
/// billions of elements (no buffer view, sparse, one accessor used a thousand times).
class Budget {
  public:
    explicit Budget(std::size_t file_bytes);

    /// False, and nothing is taken, if `count` elements of `size` bytes are too many.
    bool take(std::size_t count, std::size_t size);

  private:
    std::uint64_t left_;
};

/// Reads the elements of accessors; what the buffers do not hold is refused through the diagnosis,
/// and an empty vector is returned.
class AccessorReader {
  public:
    AccessorReader(const Model& model, const Container& container, Diagnosis& diagnosis);

    /// `count * width` numbers, normalised integers as the fractions they stand for. `place` is
    /// who asks, for the message.
    std::vector<float> floats(std::size_t accessor, const std::string& place);
    /// Vectors of three numbers, as `floats`; what the file leaves out takes no room.
    Offsets offsets(std::size_t accessor, const std::string& place);
    /// `count * width` whole numbers of an unsigned type.
    std::vector<std::uint32_t> integers(std::size_t accessor, const std::string& place);
    /// Bytes of a buffer view.
    std::span<const std::uint8_t> view_bytes(std::size_t view, const std::string& place);

    const Accessor& accessor(std::size_t index) const { return model_->accessors[index]; }
    Budget& budget() { return budget_; }

  private:
    // A run of equal elements within a buffer; no data means zeros.
    struct Run {
        const std::uint8_t* data = nullptr;
        std::size_t stride = 0;
    };
    std::optional<Run> locate(const Accessor& accessor, std::size_t view, std::size_t offset,
                              std::size_t count, const std::string& place);
    template <typename T>
    std::vector<T> read(std::size_t index, const std::string& place);
    // Calls `visit(element, bytes)` for each sparse value; nothing if they are not all there.
    template <typename Visit>
    void visit_sparse(const Accessor& accessor, const std::string& place, const Visit& visit);
    template <typename T>
    void apply_sparse(const Accessor& accessor, std::vector<T>& values, const std::string& place);

    const Model* model_;
    const Container* container_;
    Diagnosis* diagnosis_;
    Budget budget_;
};

}  // namespace isoskin::gltf
