#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "isoskin/base/progress.h"
#include "isoskin/base/result.h"
#include "isoskin/lattice/lattice.h"
#include "isoskin/rig/character.h"
#include "isoskin/skinning/skin.h"
#include "isoskin/volume/layers.h"
#include "isoskin/volume/refusal.h"
#include "isoskin/volume/settings.h"
#include "isoskin/volume/vertex_target.h"

namespace isoskin {

/// What to compute beside positions.
enum class NormalOutput {
    None,
    Normals,            ///< One unit normal per wedge; made from the faces if the file has none.
    NormalsAndTangents  ///< Tangents too, for meshes that have them.
};

/// Whether the volume of what was made is measured, at the price of a pass over the mesh.
enum class VolumeCheck { Skip, Measure };

struct DeformSettings {
    SkinMethod skinning = SkinMethod::Linear;
    NormalOutput normals = NormalOutput::Normals;
    std::optional<VolumeSettings> volume = {};  ///< Empty: plain skinning.
    VolumeCheck check = VolumeCheck::Measure;
    Layers layers = Layers::Follow;  ///< Over linear skinning; over other bases parts are alone.
    /// Deforms the bind shape before it is skinned; its volume is then the one that is kept. Lies
    /// in the space of `lattice_points`.
    std::optional<Lattice> lattice = {};
    Progress progress = {};  ///< Of building: seconds beyond a hundred thousand vertices.
};

/// What became of one part of a mesh; volumes in cubed model units.
struct PartReport {
    std::size_t mesh = 0;
    std::string_view label = {};    ///< As in "part 2 of 'Body'".
    double target = 0.0;            ///< What it ought to enclose.
    double skinned = 0.0;           ///< What it enclosed before the correction; 0 if not asked for.
    double corrected = 0.0;         ///< What was made encloses, measured; 0 if not asked for.
    bool reached = false;           ///< False: `trouble` says why; the part is as near as it came.
    std::string_view trouble = {};  ///< A sentence, or empty.
    std::string_view trouble_joint = {};  ///< The joint at fault, or empty.
    double kept = 1.0;    ///< Share of the correction; below 1 it is held back (`trouble`).
    double amount = 1.0;  ///< Least that the settings ask for of a joint that moved.
};

/// What one joint lost and asked for in a part.
struct JointReport {
    std::size_t part = 0;  ///< Into `DeformReport::parts`.
    JointIndex joint = 0;
    double loss = 0.0;          ///< Volume lost by this joint's motion over the part's target.
    double displacement = 0.0;  ///< Largest move it asked for over the diagonal of the part.
    double bulge = 0.0;         ///< Of a bend by weights: its height over the radius of the limb.
};

/// What a call of `Deformer::deform` did; the spans live until the next call.
struct DeformReport {
    std::size_t vertex_count = 0;            ///< Vertices moved.
    std::span<const PartReport> parts = {};  ///< Empty for plain skinning.
    std::span<const JointReport> joints = {};
};

/// A part that moves with another, on which it lies (docs/volume.md).
struct FollowingPart {
    std::size_t mesh = 0;
    std::string part;  ///< As in "part 2 of 'Body'".
    std::string host;
};

/// A character made ready to be posed many times: morphs, lattice, thickening, skinning, volume,
/// normals.
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

    /// Follows `settings` where they ask something else of single joints (effect, profile, gain,
    /// flexor, shares, paint, amount) or another amount than those it was created with, at a
    /// fraction of the price of another one.
    /// Completed, it is the one that `create` makes of them, bit for bit. False, and nothing is
    /// changed, where anything else differs or paint does not name its mesh and fit it.
    bool reshape(const VolumeSettings& settings, Reshaping reshaping = Reshaping::Complete);
    /// Whether `reshape` would.
    bool can_reshape(const VolumeSettings& settings) const;

    /// Buffers of the right sizes for `deform`, one per mesh.
    std::vector<PosedMesh> make_output() const;

    /// Poses every mesh in model space. `pose` fits the character, `out` comes from `make_output`.
    DeformReport deform(const Pose& pose, std::span<PosedMesh> out);

    /// The same for those who pose the joints themselves: one matrix per joint of the skeleton, and
    /// the weights of all morph targets.
    DeformReport deform(std::span<const Affine> model_from_joint,
                        std::span<const float> morph_weights, std::span<PosedMesh> out);

    /// Carries the bind shape by a lattice from the next `deform` on, as `LatticeSwing` and
    /// `LatticeDynamics` make one for every frame. In the space of `lattice_points` of the
    /// character that was given to `create`, its own lattice included. The volume that is kept
    /// stays what it was without: flesh that swings has no more and no less. Or it is what the
    /// shape has under `defining`, a lattice that is an edit: the same one, or another of which
    /// `lattice` is the motion. Allocates when the tree is new.
    void set_lattice(const Lattice& lattice, const Lattice* defining = nullptr);
    void clear_lattice();

    /// Constant volume as morph targets: their names and shapes, fixed for all poses, and the
    /// weights of the targets of one mesh in a pose. Weights exist for the method `Normal` in the
    /// scope `Joints` over linear skinning, and come without touching the mesh.
    std::span<const VertexTarget> targets(std::size_t mesh) const;
    std::span<const Vec3> target_directions(std::size_t mesh) const;
    std::span<const float> weights(const Pose& pose, std::size_t mesh);
    std::span<const float> weights(std::span<const Affine> model_from_joint,
                                   std::span<const float> morph_weights, std::size_t mesh);
    bool has_weights() const;  ///< Whether the settings are those; else `weights` is not for use.

    /// Parts that are left as skinned because they enclose no volume, over all meshes.
    std::vector<Refusal> refusals() const;
    /// Parts that follow others and have no closing of their own, over all meshes.
    std::vector<FollowingPart> following_parts() const;

    /// The heat map of the pose last made, for one mesh: thickness put back over the local radius
    /// of the limb, between a skinned and a corrected shape of it. Needs `DeformSettings::volume`;
    /// one element per vertex in each span, 0 in parts that are refused.
    void heat(std::size_t mesh, std::span<const Vec3> skinned, std::span<const Vec3> corrected,
              std::span<float> heat);

    /// What the parts of one mesh that are kept enclose in any shape of it, together. Needs
    /// `DeformSettings::volume`; one element per vertex.
    double measure(std::size_t mesh, std::span<const Vec3> positions);

    /// The positions of one mesh by plain loops in double, to check `deform` and to measure with:
    /// one element per vertex. Slow.
    void deform_exact(const Pose& pose, std::size_t mesh, std::span<Vec3d> positions);

  private:
    struct State;
    explicit Deformer(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace isoskin
