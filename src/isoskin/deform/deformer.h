#pragma once

#include <memory>
#include <span>
#include <vector>

#include "isoskin/base/result.h"
#include "isoskin/rig/character.h"
#include "isoskin/skinning/skin.h"

namespace isoskin {

/// What to compute beside positions.
enum class NormalOutput {
    None,
    Normals,            ///< One unit normal per wedge; made from the faces if the file has none.
    NormalsAndTangents  ///< Tangents too, for meshes that have them.
};

struct DeformSettings {
    SkinMethod skinning = SkinMethod::Linear;
    NormalOutput normals = NormalOutput::Normals;
};

/// What a call of `Deformer::deform` did.
struct DeformReport {
    std::size_t vertex_count = 0;  ///< Vertices moved.
};

/// A character made ready to be posed many times: morphs, then skinning, then normals.
///
/// Building does everything that does not depend on the pose; `deform` allocates nothing. The
/// character is not needed after `create`. One `Deformer` serves one thread at a time; it uses
/// several threads itself and gives the same bits on any number of them.
class Deformer {
  public:
    /// Refuses a character whose parts do not fit together, naming the mesh.
    static Result<Deformer> create(const Character& character, const DeformSettings& settings = {});
    Deformer(Deformer&&) noexcept;
    Deformer& operator=(Deformer&&) noexcept;
    ~Deformer();

    /// Buffers of the right sizes for `deform`, one per mesh.
    std::vector<PosedMesh> make_output() const;

    /// Poses every mesh in model space. `pose` fits the character, `out` comes from `make_output`.
    DeformReport deform(const Pose& pose, std::span<PosedMesh> out);

    /// The same for those who pose the joints themselves: one matrix per joint of the skeleton, and
    /// the weights of all morph targets.
    DeformReport deform(std::span<const Affine> model_from_joint,
                        std::span<const float> morph_weights, std::span<PosedMesh> out);

    /// The positions of one mesh by plain loops in double, to check `deform` and to measure with:
    /// one element per vertex. Slow, and allocates.
    void deform_exact(const Pose& pose, std::size_t mesh, std::span<Vec3d> positions) const;

  private:
    struct State;
    explicit Deformer(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace isoskin
