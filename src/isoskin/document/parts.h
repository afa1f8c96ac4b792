#pragma once

#include <optional>
#include <string>
#include <vector>

#include "isoskin/document/document.h"

/// The parts of a character, as a person goes through them, and what can be done to one. Commands
/// are steps of undo; what is refused changes nothing.
namespace isoskin {

struct PartInfo {
    PartKey key;
    std::string label;           ///< As in "part 2 of 'Body'".
    double surface = 0.0;        ///< Its share of the whole, 0 to 1.
    std::size_t vertices = 0;    ///< Points of its surface.
    std::string refusal;         ///< Why it is left as skinned, a sentence; empty: it is corrected.
    bool is_excluded = false;    ///< By the settings.
    bool is_inside_out = false;  ///< Its faces look inward, as far as it has an inside.
    bool is_body = false;        ///< The largest part, which others may follow.
    /// Of a small closed part that follows one joint but for stray weights: that joint.
    std::optional<JointIndex> rigid_on = {};
};

/// All parts, mesh after mesh.
std::vector<PartInfo> list_parts(const Document& document);

enum class PartUse { Corrected, Excluded };
Status set_part_use(Document& document, const PartKey& key, PartUse use);

/// Makes a part follow one joint alone: the one it follows most.
Status make_part_rigid(Document& document, const PartKey& key);

/// Gives a part the weights of the body where it lies on it; a small part gets one row, so that it
/// does not bend.
Status follow_body(Document& document, const PartKey& key);

/// Turns its faces round.
Status turn_part(Document& document, const PartKey& key);

}  // namespace isoskin
