#include <algorithm>
#include <functional>
#include <map>

#include "isoskin/io/gltf_builder.h"

namespace isoskin::gltf {
namespace {

using Visitor = std::function<void(Json& reference)>;

void visit_values(Json& object, const char* key, const Visitor& visit) {
    const auto found = object.find(key);
    if (found == object.end()) return;
    for (Json& value : *found)
        visit(value);
}

void visit_member(Json& object, const char* key, const Visitor& visit) {
    const auto found = object.find(key);
    if (found != object.end()) visit(*found);
}

Json& member(Json& object, const char* key) {
    static Json none;  // stays empty: an absent array is walked without effect
    const auto found = object.find(key);
    return found == object.end() ? none : *found;
}

/// Calls `visit` with every reference to an accessor in the document.
void visit_accessors(Json& document, const Visitor& visit) {
    for (Json& mesh : member(document, "meshes"))
        for (Json& primitive : member(mesh, "primitives")) {
            visit_values(primitive, "attributes", visit);
            visit_member(primitive, "indices", visit);
            for (Json& target : member(primitive, "targets"))
                for (Json& accessor : target)
                    visit(accessor);
        }
    for (Json& skin : member(document, "skins"))
        visit_member(skin, "inverseBindMatrices", visit);
    for (Json& animation : member(document, "animations"))
        for (Json& sampler : member(animation, "samplers")) {
            visit_member(sampler, "input", visit);
            visit_member(sampler, "output", visit);
        }
    for (Json& node : member(document, "nodes"))
        visit_values(member(member(node, "extensions"), "EXT_mesh_gpu_instancing"), "attributes",
                     visit);
}

/// Calls `visit` with every reference to a buffer view.
void visit_views(Json& document, const Visitor& visit) {
    for (Json& accessor : member(document, "accessors")) {
        visit_member(accessor, "bufferView", visit);
        const auto sparse = accessor.find("sparse");
        if (sparse == accessor.end()) continue;
        visit_member((*sparse)["indices"], "bufferView", visit);
        visit_member((*sparse)["values"], "bufferView", visit);
    }
    for (Json& image : member(document, "images"))
        visit_member(image, "bufferView", visit);
}

// Extensions whose accessors and buffer views are all visited above, most having none.
bool references_are_known(const Json& document) {
    const auto used = document.find("extensionsUsed");
    if (used == document.end()) return true;
    constexpr std::string_view kKnown[] = {"EXT_texture_webp", "EXT_texture_avif",
                                           "EXT_mesh_gpu_instancing", "VRM"};
    return std::all_of(used->begin(), used->end(), [&](const Json& name) {
        const auto text = name.is_string() ? name.get<std::string>() : "";
        return text.rfind("KHR_", 0) == 0 || text.rfind("VRMC_", 0) == 0 ||
               std::find(std::begin(kKnown), std::end(kKnown), text) != std::end(kKnown);
    });
}

using Walk = void (*)(Json&, const Visitor&);

void remove_unused(Json& document, const char* key, Walk walk) {
    Json& entries = member(document, key);
    std::vector<std::size_t> place(entries.size(), 0);
    // What stands in extensions was never checked.
    const auto is_valid = [&](const Json& reference) {
        return reference.is_number() && reference.get<double>() >= 0.0 &&
               reference.get<double>() < static_cast<double>(place.size());
    };
    walk(document, [&](Json& reference) {
        if (is_valid(reference)) place[reference.get<std::size_t>()] = 1;
    });
    Json kept = Json::array();
    for (std::size_t i = 0; i < place.size(); ++i) {
        if (place[i] == 0) continue;
        place[i] = kept.size();
        kept.push_back(std::move(entries[i]));
    }
    walk(document, [&](Json& reference) {
        if (is_valid(reference)) reference = place[reference.get<std::size_t>()];
    });
    if (kept.empty())
        document.erase(key);
    else
        document[key] = std::move(kept);
}

struct Range {
    std::size_t begin = 0;
    std::size_t end = 0;
};

// The bytes of one buffer that views use: disjoint ranges in order, each starting at a multiple of
// four so that alignment survives the move.
std::vector<Range> used_ranges(const std::vector<Json*>& views) {
    std::vector<Range> ranges;
    for (const Json* view : views) {
        const std::size_t offset = view->value("byteOffset", std::size_t{0});
        ranges.push_back({offset / 4 * 4, offset + (*view)["byteLength"].get<std::size_t>()});
    }
    std::sort(ranges.begin(), ranges.end(),
              [](const Range& a, const Range& b) { return a.begin < b.begin; });
    std::vector<Range> merged;
    for (const Range& range : ranges) {
        if (!merged.empty() && range.begin <= merged.back().end)
            merged.back().end = std::max(merged.back().end, range.end);
        else
            merged.push_back(range);
    }
    return merged;
}

void move_views(const std::vector<Json*>& views, const Bytes& from, Bytes& to) {
    const auto ranges = used_ranges(views);
    std::vector<std::size_t> base;
    for (const Range& range : ranges) {
        to.resize((to.size() + 3) / 4 * 4);
        base.push_back(to.size());
        // A placeholder without data has views, but nothing to move.
        const std::size_t end = std::min(range.end, from.size());
        if (range.begin < end)
            to.insert(to.end(), from.begin() + static_cast<std::ptrdiff_t>(range.begin),
                      from.begin() + static_cast<std::ptrdiff_t>(end));
        to.resize(base.back() + range.end - range.begin);
    }
    for (Json* view : views) {
        const std::size_t offset = view->value("byteOffset", std::size_t{0});
        const auto after =
            std::upper_bound(ranges.begin(), ranges.end(), offset,
                             [](std::size_t at, const Range& range) { return at < range.begin; });
        const auto range = static_cast<std::size_t>(after - ranges.begin()) - 1;
        (*view)["buffer"] = 0;
        (*view)["byteOffset"] = base[range] + offset - ranges[range].begin;
    }
}

}  // namespace

void compact(Container& container) {
    Json& document = container.document;
    if (references_are_known(document)) {
        remove_unused(document, "accessors", visit_accessors);
        remove_unused(document, "bufferViews", visit_views);
    }
    std::map<std::size_t, std::vector<Json*>> views_of_buffer;
    for (Json& view : member(document, "bufferViews"))
        views_of_buffer[view["buffer"].get<std::size_t>()].push_back(&view);
    Bytes merged;
    for (const auto& [buffer, views] : views_of_buffer)
        move_views(views, container.buffers[buffer], merged);

    Json buffer = document["buffers"][0];  // its name and extras stay
    container.buffers.clear();
    document.erase("buffers");
    if (merged.empty()) return;
    buffer.erase("uri");
    buffer["byteLength"] = merged.size();
    document["buffers"] = Json::array({std::move(buffer)});
    container.buffers.push_back(std::move(merged));
}

}  // namespace isoskin::gltf
