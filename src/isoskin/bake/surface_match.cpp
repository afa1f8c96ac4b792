#include "isoskin/bake/surface_match.h"

#include <algorithm>
#include <array>
#include <map>

#include "isoskin/volume/measure/surface.h"

namespace isoskin {

struct MeshMatch {
    VolumeSurface surface;
    std::vector<Index> vertex;  // per vertex of the original; kNoIndex: not drawn
    double size = 0.0;
    std::vector<Vec3d> played;   // vertices of the baked mesh
    std::vector<Vec3d> matched;  // the same, per vertex of the original
    std::vector<Vec3d> points;
};

namespace {

// Where vertex v of the original went: formats that split vertices at seams list them anew.
std::vector<Index> match_vertices(const Mesh& original, const Mesh& baked) {
    std::vector<Index> match(original.vertex_count(), kNoIndex);
    if (original.vertex_count() == baked.vertex_count()) {
        for (std::size_t v = 0; v < match.size(); ++v)
            match[v] = static_cast<Index>(v);
        return match;
    }
    const auto key = [](const Vec3& p) { return std::array<float, 3>{p.x(), p.y(), p.z()}; };
    std::map<std::array<float, 3>, Index> at;
    for (std::size_t v = 0; v < baked.vertex_count(); ++v)
        at.emplace(key(baked.positions[v]), static_cast<Index>(v));
    for (std::size_t v = 0; v < match.size(); ++v)
        if (const auto found = at.find(key(original.positions[v])); found != at.end())
            match[v] = found->second;
    return match;
}

MeshMatch make_match(const SkinnedMesh& original, const SkinnedMesh& baked) {
    MeshMatch match;
    match.surface = make_volume_surface(original);
    match.vertex = match_vertices(original.mesh, baked.mesh);
    match.size = static_cast<double>(bounding_box(original.mesh.positions).diagonal().norm());
    match.played.resize(baked.mesh.vertex_count());
    match.matched.resize(original.mesh.vertex_count());
    match.points.resize(match.surface.total_point_count());
    return match;
}

std::string trouble_of(const DeformReport& report) {
    for (const PartReport& part : report.parts) {
        if (part.reached) continue;
        std::string trouble(part.label);
        if (!part.trouble_joint.empty())
            trouble += " (joint '" + std::string(part.trouble_joint) + "')";
        return trouble + ": " + std::string(part.trouble);
    }
    return "";
}

}  // namespace

struct SurfaceMatch::State {
    Deformer deformer;
    Deformer plain;  // what a player shows without a correction
    std::vector<PosedMesh> native;
    std::vector<PosedMesh> skinned;
    std::vector<MeshMatch> meshes;

    double measure_mesh(std::size_t mesh, const PlainPlayer& player, double& volume);
    double plain_volume(const Pose& pose);
};

double SurfaceMatch::State::plain_volume(const Pose& pose) {
    plain.deform(pose, skinned);
    double volume = 0.0;
    for (std::size_t mesh = 0; mesh < skinned.size(); ++mesh)
        volume += deformer.measure(mesh, skinned[mesh].positions);
    return volume;
}

// Returns the distance of one mesh to its native surface and adds its volume.
double SurfaceMatch::State::measure_mesh(std::size_t mesh, const PlainPlayer& player,
                                         double& volume) {
    MeshMatch& match = meshes[mesh];
    player.positions(mesh, match.played);
    double farthest = 0.0;
    for (std::size_t v = 0; v < match.vertex.size(); ++v) {
        const Vec3d native_place = native[mesh].positions[v].cast<double>();
        const bool drawn = match.vertex[v] != kNoIndex;
        match.matched[v] = drawn ? match.played[match.vertex[v]] : native_place;
        farthest = std::max(farthest, (match.matched[v] - native_place).norm());
    }
    gather_points(match.surface, match.matched, match.points);
    for (const VolumePart& part : match.surface.parts)
        if (!part.refusal) volume += enclosed_volume(part, match.points);
    const auto box = bounding_box(native[mesh].positions);
    const double size = box.isEmpty() ? 0.0 : static_cast<double>(box.diagonal().norm());
    return size > 0.0 ? farthest / size : 0.0;
}

SurfaceMatch::SurfaceMatch(std::unique_ptr<State> state) : state_(std::move(state)) {}
SurfaceMatch::SurfaceMatch(SurfaceMatch&&) noexcept = default;
SurfaceMatch& SurfaceMatch::operator=(SurfaceMatch&&) noexcept = default;
SurfaceMatch::~SurfaceMatch() = default;

Result<SurfaceMatch> SurfaceMatch::create(const Character& original, const Character& baked,
                                          const BakeSettings& settings) {
    if (original.meshes.size() != baked.meshes.size())
        return invalid("the baked file shows " + std::to_string(baked.meshes.size()) +
                       " meshes instead of " + std::to_string(original.meshes.size()));
    auto deformer = Deformer::create(original, {.skinning = settings.skinning,
                                                .normals = NormalOutput::None,
                                                .volume = settings.volume,
                                                .lattice = settings.lattice});
    if (!deformer) return deformer.error();
    auto plain = Deformer::create(original, {.normals = NormalOutput::None});
    if (!plain) return plain.error();
    auto native = deformer->make_output();
    auto skinned = plain->make_output();
    auto state = std::make_unique<State>(State{.deformer = *std::move(deformer),
                                               .plain = *std::move(plain),
                                               .native = std::move(native),
                                               .skinned = std::move(skinned),
                                               .meshes = {}});
    for (std::size_t mesh = 0; mesh < original.meshes.size(); ++mesh)
        state->meshes.push_back(make_match(original.meshes[mesh], baked.meshes[mesh]));
    // Parts that follow others have no volume of their own to keep.
    for (const FollowingPart& following : state->deformer.following_parts())
        std::erase_if(state->meshes[following.mesh].surface.parts,
                      [&](const VolumePart& part) { return part.label == following.part; });
    return SurfaceMatch(std::move(state));
}

SurfaceFigures SurfaceMatch::measure(const Pose& pose, const PlainPlayer& player) {
    const DeformReport report = state_->deformer.deform(pose, state_->native);
    double target = 0.0;
    double corrected = 0.0;
    for (const PartReport& part : report.parts) {
        target += part.target;
        corrected += part.corrected;
    }
    SurfaceFigures figures;
    double volume = 0.0;
    for (std::size_t mesh = 0; mesh < state_->meshes.size(); ++mesh)
        figures.distance = std::max(figures.distance, state_->measure_mesh(mesh, player, volume));
    const auto error = [&](double v) { return target != 0.0 ? v / target - 1.0 : 0.0; };
    figures.plain_error = error(state_->plain_volume(pose));
    figures.volume_error = error(volume);
    figures.native_error = error(corrected);
    figures.trouble = trouble_of(report);
    return figures;
}

}  // namespace isoskin
