#include "isoskin/document/document_lattice.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include <nlohmann/json.hpp>

#include "isoskin/io/lattice_json.h"

namespace isoskin {
namespace {

using nlohmann::json;

constexpr const char* kPlace = "the lattice in the file";
constexpr const char* kFree = "free";

// Slots depend on the history of a tree; keys do not.
struct ByPlace {
    static GridKey key_of(const LatticeEdit& edit) {
        if (const auto* detail = std::get_if<DetailEdit>(&edit)) return detail->vertex;
        const auto& cells = std::get<SubdivideEdit>(edit).cells;
        return {cells.level, std::get<TreePlace::GridPlace>(cells.where)};
    }
    bool operator()(const LatticeEdit& a, const LatticeEdit& b) const {
        const GridKey i = key_of(a);
        const GridKey j = key_of(b);
        return std::make_tuple(a.index(), i.level, i.at) <
               std::make_tuple(b.index(), j.level, j.at);
    }
};

bool is_in_range(double value, double low, double high) {
    return std::isfinite(value) && value >= low && value <= high;
}

}  // namespace

bool is_at_rest(const Lattice& lattice) {
    for (Index vertex = 0; vertex < lattice.tree().vertex_slots(); ++vertex)
        if (lattice.tree().has_vertex(vertex) && lattice.detail(vertex) != VertexDetail{})
            return false;
    return true;
}

SwingSettings swing_settings(const SwingChoice& choice) {
    SwingSettings settings;
    settings.dynamics.stiffness = choice.stiffness;
    settings.dynamics.damping = choice.damping;
    settings.return_rate = choice.return_rate;
    return settings;
}

Status check_swing(const SwingChoice& choice) {
    if (!is_in_range(choice.stiffness, 0.0, 1e6))
        return usage_error("stiffness is a number from 0 to 1 000 000");
    if (!is_in_range(choice.damping, 0.0, 10.0))
        return usage_error("damping is a number of seconds from 0 to 10");
    if (!is_in_range(choice.return_rate, 0.1, 1000.0))
        return usage_error("the return rate is a number from 0.1 to 1000 per second");
    return Done{};
}

std::size_t byte_count(const DocumentLattice& lattice) {
    const Octree& tree = lattice.lattice.tree();
    return sizeof(DocumentLattice) + tree.cell_slots() * sizeof(TreeCell) +
           tree.vertex_slots() * (2 * sizeof(TreeVertex) + sizeof(VertexDetail) +
                                  sizeof(VertexMotion) + sizeof(GridKey));
}

std::string lattice_text(const DocumentLattice& lattice) {
    LatticeEdits edits = edits_of(lattice.lattice);
    // Divisions before details, coarse before fine.
    std::sort(edits.edits.begin(), edits.edits.end(), ByPlace());
    edits.motion.stiffness = lattice.swing.stiffness;
    edits.motion.damping = lattice.swing.damping;
    edits.motion.return_rate = lattice.swing.return_rate;
    json text{{"edits", json::parse(lattice_json_text(edits))}, {"swings", lattice.swing.swings}};
    if (lattice.volume == LatticeVolume::Free) text["volume"] = kFree;
    return text.dump();
}

Result<DocumentLattice> parse_document_lattice(const std::string& text,
                                               const std::vector<Vec3>& points) {
    const json stored = json::parse(text, nullptr, false);
    if (!stored.is_object() || !stored.contains("edits"))
        return invalid(std::string(kPlace) + " cannot be read: its 'edits' are missing");
    const auto edits = parse_lattice_json(stored["edits"].dump(), kPlace);
    if (!edits) return edits.error();
    auto tree = make_tree(edits->tree, points, {});
    if (!tree) return tree.error();
    DocumentLattice lattice{.lattice = Lattice(*std::move(tree), edits->settings)};
    if (const Status done = apply_edits(edits->edits, lattice.lattice); !done)
        return invalid(std::string(kPlace) + " cannot be made: " + done.error().message);
    const json swings = stored.value("swings", json(false));
    lattice.swing.swings = swings.is_boolean() && swings.get<bool>();
    if (const auto volume = stored.find("volume"); volume != stored.end()) {
        if (*volume != kFree && *volume != "keep")
            return invalid(std::string(kPlace) + " has a 'volume' that is neither free nor keep");
        lattice.volume = *volume == kFree ? LatticeVolume::Free : LatticeVolume::Keep;
    }
    lattice.swing.stiffness = edits->motion.stiffness.value_or(lattice.swing.stiffness);
    lattice.swing.damping = edits->motion.damping.value_or(lattice.swing.damping);
    lattice.swing.return_rate = edits->motion.return_rate.value_or(lattice.swing.return_rate);
    if (const Status fits = check_swing(lattice.swing); !fits) return fits.error();
    return lattice;
}

}  // namespace isoskin
