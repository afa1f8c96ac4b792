#include "other_weights.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "isoskin/io/file.h"

namespace isoskin {
namespace {

using nlohmann::json;

std::size_t largest_mesh(const Character& character) {
    std::size_t largest = 0;
    const auto count = [&](std::size_t mesh) {
        const SkinnedMesh& skinned = character.meshes[mesh];
        return skinned.skin.hung ? 0 : skinned.mesh.vertex_count();
    };
    for (std::size_t m = 1; m < character.meshes.size(); ++m)
        if (count(m) > count(largest)) largest = m;
    return largest;
}

// The slot of each joint that is named; the number of slots for joints the skin does not have.
std::vector<std::size_t> slots_of(const json& names, const Character& character, const Skin& skin) {
    std::vector<std::size_t> slots;
    for (const json& name : names) {
        const auto joint = character.skeleton.find(name.get<std::string>());
        const auto found =
            joint ? std::find(skin.joints.begin(), skin.joints.end(), *joint) : skin.joints.end();
        slots.push_back(static_cast<std::size_t>(found - skin.joints.begin()));
    }
    return slots;
}

}  // namespace

std::optional<OtherWeights> read_other_weights(const std::filesystem::path& file,
                                               const Character& artist) {
    const auto text = read_text(file);
    if (!text) return {};
    const json found = json::parse(*text, nullptr, false);
    if (found.is_discarded()) return {};
    OtherWeights other;
    other.mesh = largest_mesh(artist);
    if (found.contains("failed")) return other;
    other.bound = artist;
    SkinnedMesh& mesh = other.bound->meshes[other.mesh];
    if (found["rows"].size() != mesh.mesh.vertex_count()) return {};
    const auto slots = slots_of(found["joints"], artist, mesh.skin);
    std::vector<std::vector<Influence>> rows;
    for (const json& row : found["rows"]) {
        auto& influences = rows.emplace_back();
        for (const json& influence : row) {
            const std::size_t slot = slots[influence[0].get<std::size_t>()];
            if (slot < mesh.skin.joints.size())
                influences.push_back({static_cast<JointIndex>(slot), influence[1].get<float>()});
        }
    }
    mesh.weights = SkinWeights::from_rows(rows);
    other.without = mesh.weights.empty_rows().size();
    return other;
}

}  // namespace isoskin
