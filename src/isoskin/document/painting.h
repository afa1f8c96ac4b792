#pragma once

#include <optional>
#include <vector>

#include "isoskin/document/document.h"
#include "isoskin/weights/brush.h"

namespace isoskin {

/// What a brush changes.
enum class PaintTarget {
    Weights,  ///< How strongly vertices follow a joint.
    Map,      ///< The factor of where a joint puts volume back.
};

struct PaintBrush {
    PaintTarget target = PaintTarget::Weights;
    JointIndex joint = 0;
    BrushMode mode = BrushMode::Add;
    float value = 1.0F;
    float strength = 1.0F;
    float radius = 1.0F;  ///< In the posed shape, model units.
    Falloff falloff = Falloff::Smooth;
    std::optional<int> mirror_axis = {};  ///< Paint across this axis of bind space too.
};

/// A stroke of a brush over a document: a gesture of its own, one step of undo.
class Stroke {
  public:
    Stroke(Document& document, const PaintBrush& brush);

    /// Sets the brush down at a point of the posed surface `posed`; `pressure` 0…1 scales it.
    void dab(std::span<const PosedMesh> posed, const Vec3& point, float pressure);

    PaintTarget target() const { return brush_.target; }

  private:
    struct Ground {
        std::optional<JointIndex> slot;  // of the painted joint; empty: the mesh does not follow it
        std::optional<JointIndex> opposite;
        std::vector<JointIndex> locked;
        BrushSurface surface;
        MirrorTable mirror;
    };

    void paint_mesh(std::size_t mesh, std::span<const BrushedVertex> brushed);
    std::vector<BrushedVertex> mirrored(std::size_t mesh,
                                        std::span<const BrushedVertex> brushed) const;
    void paint_weights_of(std::size_t mesh, JointIndex slot,
                          std::span<const BrushedVertex> brushed);
    void paint_map_of(JointIndex joint, std::size_t mesh, std::span<const BrushedVertex> brushed);

    Document* document_;
    PaintBrush brush_;
    std::vector<Ground> grounds_;  // per mesh
};

/// The slot in which a skin follows a joint, if it does.
std::optional<JointIndex> slot_of(const Skin& skin, JointIndex joint);

/// The bind place of every slot of a skin, in bind space.
std::vector<Vec3> bind_places(const Skin& skin);

/// The slots of a skin whose joints are locked, increasing.
std::vector<JointIndex> locked_slots(const Skin& skin, const LockedJoints& locks);

}  // namespace isoskin
