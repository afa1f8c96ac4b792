#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "isoskin/deform/deformer.h"
#include "isoskin/document/document.h"

namespace isoskin {

/// A way of deforming, shown beside others.
enum class PaneMethod {
    Isoskin,  ///< Constant volume by the document's own settings.
    Linear,
    DualQuaternion,
    Rigid,
    Axes,  ///< This and the rest: that method, otherwise the document's settings.
    Free,
    LinearNormal,
    LinearAxes,
    Normal,  ///< As `Isoskin`, without the flesh that was simulated.
};
inline constexpr std::size_t kPaneMethodCount = 9;

/// The measure of the very positions that are shown, over the parts that are kept.
struct PaneVolume {
    PaneMethod method = PaneMethod::Isoskin;
    double target = 0.0;  ///< What ought to be enclosed in this pose.
    double volume = 0.0;

    double error() const { return target != 0.0 ? volume / target - 1.0 : 0.0; }
};

struct ScalarField {
    enum class Kind {
        None,
        Heat,     ///< Flesh a pane lost against isoskin over the radius of the limb.
        Weight,   ///< Of `joint`, 0…1.
        Map,      ///< Where `joint` puts volume back when it bends, 0…1.
        Painted,  ///< The painted factor of that map; 1: untouched.
    };
    Kind kind = Kind::None;
    JointIndex joint = 0;
};

/// Which deformers are brought up to date with edits.
enum class Freshness {
    All,
    SkinningOnly,  ///< Constant volume stays as it was built: for strokes of a brush in between.
};

/// The posed shapes of a document under several methods at once.
class Panes {
  public:
    void show(std::vector<PaneMethod> methods);
    void colour(const ScalarField& field) { field_ = field; }
    std::span<const PaneMethod> methods() const { return methods_; }

    /// Deforms every pane for the pose of `document`, rebuilding what its edits made stale. What a
    /// gesture changes about single joints is drafted (`Reshaping`), and completed when it ends.
    /// `moving`: the lattice of the document as it swings; null: as it is.
    void update(const Document& document, Freshness freshness = Freshness::All,
                const Lattice* moving = nullptr);

    /// How many deformers that keep volume the next such update has to make from the start; the
    /// rest of it is quick.
    std::size_t builds_wanted(const Document& document, Freshness freshness = Freshness::All,
                              const Lattice* moving = nullptr) const;

    /// Whether the last update made this pane.
    bool is_made(std::size_t pane) const;

    /// The deformer that keeps volume by the document's settings, up to date with its edits.
    /// `progress`: of building it, where it has to be.
    Deformer& keeping(const Document& document, const Progress& progress = {});

    /// Of the last update; one element per pane.
    std::span<const PaneVolume> volumes() const { return volumes_; }
    /// What the joints lost and asked for, and sentences on what could not be reached, of isoskin.
    std::span<const JointReport> joints() const { return report_.joints; }
    std::span<const PartReport> parts() const { return report_.parts; }
    const std::vector<Refusal>& refusals() const { return refusals_; }

    /// Shapes as skinned, per vertex; and as drawn, per wedge.
    std::span<const PosedMesh> posed(std::size_t pane) const;
    std::span<const Vec3> positions(std::size_t pane, std::size_t mesh) const;
    std::span<const Vec3> normals(std::size_t pane, std::size_t mesh) const;
    std::span<const float> scalars(std::size_t pane, std::size_t mesh) const;

    /// Forgets everything built, as for another document.
    void clear();

  private:
    struct Built {
        Deformer deformer;
        std::vector<PosedMesh> posed;
        std::vector<std::vector<Vec3>> drawn;  // per mesh; empty where wedges are vertices
        std::uint64_t shape_revision = 0;
        std::uint64_t weights_revision = 0;
        Reshaping reshaping = Reshaping::Complete;
        bool is_carried = false;                       // by a lattice
        std::optional<std::uint64_t> carried_by = {};  // its revision; empty: one that moves
    };

    Built& build(const Document& document, PaneMethod method, Freshness freshness,
                 const Lattice* moving, const Progress& progress = {});
    bool reshape(const Document& document, PaneMethod method, Built& built) const;
    bool wants_build(const Document& document, PaneMethod method, Freshness freshness,
                     const Lattice* moving) const;
    static void carry(const Document& document, const Lattice* moving, Built& built);
    void spread_to_wedges(const Document& document, Built& built) const;
    void fill_scalars(const Document& document);
    void fill_vertex_scalars(const Document& document, std::size_t pane, std::size_t mesh,
                             std::span<float> values);

    std::vector<PaneMethod> methods_{PaneMethod::Isoskin};
    ScalarField field_;
    std::array<std::optional<Built>, kPaneMethodCount> built_;
    std::vector<PaneVolume> volumes_;
    std::vector<Refusal> refusals_;
    DeformReport report_;
    std::vector<std::vector<std::vector<float>>> scalars_;  // per pane and mesh
    std::vector<float> vertex_values_;
};

}  // namespace isoskin
