#include "isoskin/bake/morph_shapes.h"

#include <cassert>

#include "isoskin/deform/detail_normals.h"

namespace isoskin {
namespace {

// In whole 127ths, which files keep as bytes.
Vec3 visible_change(const Vec3& now, const Vec3& before) {
    return (127.0F * (now - before)).array().round() / 127.0F;
}

/// Normals and tangents of a mesh bent to a shape, against those at bind.
class FrameChanges {
  public:
    explicit FrameChanges(const Mesh& mesh)
        : mesh_(mesh),
          detail_(mesh),
          positions_(mesh.positions),
          bind_normals_(mesh.wedge_count()),
          bind_tangents_(mesh.tangents.size()),
          normals_(mesh.wedge_count()),
          tangents_(mesh.tangents.size()) {
        detail_.compute(mesh.positions, bind_normals_, bind_tangents_);
    }

    void add(const TargetShape& shape, MorphTarget& morph) {
        positions_ = mesh_.positions;
        shape.offsets.add_to(positions_);
        detail_.compute(positions_, normals_, tangents_);
        std::vector<Vec3> changes(normals_.size());
        for (std::size_t w = 0; w < normals_.size(); ++w)
            changes[w] = visible_change(normals_[w], bind_normals_[w]);
        morph.normals = changes;
        changes.resize(tangents_.size());
        for (std::size_t w = 0; w < tangents_.size(); ++w)
            changes[w] = visible_change(tangents_[w].head<3>(), bind_tangents_[w].head<3>());
        morph.tangents = changes;
    }

  private:
    const Mesh& mesh_;
    DetailNormals detail_;
    std::vector<Vec3> positions_;
    std::vector<Vec3> bind_normals_;
    std::vector<Vec4> bind_tangents_;
    std::vector<Vec3> normals_;
    std::vector<Vec4> tangents_;
};

}  // namespace

std::vector<MorphTarget> make_morph_targets(const SkinnedMesh& mesh,
                                            std::span<const TargetShape> shapes) {
    std::vector<MorphTarget> morphs;
    if (shapes.empty()) return morphs;
    std::vector<FrameChanges> frames;  // one, or none where the file shows no normals
    if (!mesh.mesh.normals.empty()) frames.emplace_back(mesh.mesh);
    for (const TargetShape& shape : shapes) {
        assert(shape.offsets.size() == mesh.mesh.vertex_count());
        MorphTarget& morph = morphs.emplace_back();
        morph.name = shape.name;
        morph.positions = shape.offsets;
        if (!frames.empty()) frames.front().add(shape, morph);
    }
    return morphs;
}

}  // namespace isoskin
