#include "isoskin/bake/bake_check.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "isoskin/bake/plain_player.h"
#include "isoskin/volume/surface.h"

namespace isoskin {
namespace {

/// Keeps the worst and adds up the rest.
class Tally {
  public:
    explicit Tally(ErrorFigures& figures) : figures_(figures) {}
    void add(double error, double time) {
        figures_.mean = (figures_.mean * count_ + std::abs(error)) / (count_ + 1.0);
        count_ += 1.0;
        if (count_ > 1.0 && std::abs(error) <= std::abs(figures_.worst)) return;
        figures_.worst = error;
        figures_.time = time;
    }

  private:
    ErrorFigures& figures_;
    double count_ = 0.0;
};

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

struct MeshMatch {
    VolumeSurface surface;
    std::vector<Index> vertex;  // per vertex of the original; kNoIndex: not drawn
    double size = 0.0;
    std::vector<Vec3d> played;   // vertices of the baked mesh
    std::vector<Vec3d> matched;  // the same, per vertex of the original
    std::vector<Vec3d> points;
};

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

void note_trouble(const DeformReport& report, double time, std::string& trouble) {
    if (!trouble.empty()) return;
    for (const PartReport& part : report.parts) {
        if (part.reached) continue;
        trouble = std::string(part.label) + " at " + std::to_string(time) + " s";
        if (!part.trouble_joint.empty())
            trouble += " (joint '" + std::string(part.trouble_joint) + "')";
        trouble += ": " + std::string(part.trouble);
        return;
    }
}

std::vector<double> check_moments(const Clip& original, const Clip& baked,
                                  double frames_per_second) {
    std::vector<double> times;
    for (const Channel& channel : baked.channels) {
        if (channel.path != ChannelPath::MorphWeights) continue;
        for (std::size_t k = 0; k < channel.times.size(); ++k) {
            times.push_back(static_cast<double>(channel.times[k]));
            if (k > 0)
                times.push_back(0.5 * (times.back() + static_cast<double>(channel.times[k - 1])));
        }
    }
    const auto frames = static_cast<std::size_t>(original.duration() * frames_per_second + 1e-6);
    for (std::size_t i = 0; i <= frames; ++i)
        times.push_back(static_cast<double>(i) / frames_per_second);
    std::sort(times.begin(), times.end());
    times.erase(std::unique(times.begin(), times.end()), times.end());
    return times;
}

}  // namespace

struct BakeChecker::State {
    const Character* original;
    PlainPlayer player;
    Deformer deformer;
    std::vector<PosedMesh> native;
    std::vector<MeshMatch> meshes;

    void measure(const Pose& pose, double time, ClipCheck& check, std::span<Tally> tallies);
    double measure_mesh(std::size_t mesh, double& volume);
};

// Returns the distance of one mesh to its native surface and adds its volume.
double BakeChecker::State::measure_mesh(std::size_t mesh, double& volume) {
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

void BakeChecker::State::measure(const Pose& pose, double time, ClipCheck& check,
                                 std::span<Tally> tallies) {
    const DeformReport report = deformer.deform(pose, native);
    double target = 0.0;
    double skinned = 0.0;
    double corrected = 0.0;
    for (const PartReport& part : report.parts) {
        target += part.target;
        skinned += part.skinned;
        corrected += part.corrected;
    }
    double volume = 0.0;
    double distance = 0.0;
    for (std::size_t mesh = 0; mesh < meshes.size(); ++mesh)
        distance = std::max(distance, measure_mesh(mesh, volume));
    note_trouble(report, time, check.trouble);
    const auto error = [&](double v) { return target != 0.0 ? v / target - 1.0 : 0.0; };
    tallies[0].add(error(skinned), time);
    tallies[1].add(error(volume), time);
    tallies[2].add(error(corrected), time);
    tallies[3].add(distance, time);
    ++check.moments;
}

BakeChecker::BakeChecker(std::unique_ptr<State> state) : state_(std::move(state)) {}
BakeChecker::BakeChecker(BakeChecker&&) noexcept = default;
BakeChecker& BakeChecker::operator=(BakeChecker&&) noexcept = default;
BakeChecker::~BakeChecker() = default;

Result<BakeChecker> BakeChecker::create(const Character& original, const Character& baked,
                                        const BakeSettings& settings) {
    if (original.meshes.size() != baked.meshes.size())
        return invalid("the baked file shows " + std::to_string(baked.meshes.size()) +
                       " meshes instead of " + std::to_string(original.meshes.size()));
    auto deformer = Deformer::create(
        original,
        {.skinning = settings.skinning, .normals = NormalOutput::None, .volume = settings.volume});
    if (!deformer) return deformer.error();
    auto native = deformer->make_output();
    auto state = std::make_unique<State>(State{.original = &original,
                                               .player = PlainPlayer(baked),
                                               .deformer = *std::move(deformer),
                                               .native = std::move(native),
                                               .meshes = {}});
    for (std::size_t mesh = 0; mesh < original.meshes.size(); ++mesh)
        state->meshes.push_back(make_match(original.meshes[mesh], baked.meshes[mesh]));
    return BakeChecker(std::move(state));
}

ClipCheck BakeChecker::check_stored() {
    ClipCheck check;
    Tally tallies[] = {Tally(check.plain), Tally(check.volume), Tally(check.native),
                       Tally(check.distance)};
    state_->player.go_to(nullptr, 0.0);
    state_->measure(stored_pose(*state_->original), 0.0, check, tallies);
    return check;
}

ClipCheck BakeChecker::check(const Clip& original, const Clip& baked, double frames_per_second,
                             const BakeStep& step) {
    ClipCheck check;
    check.clip = original.name;
    for (const Channel& channel : baked.channels)
        if (channel.path == ChannelPath::MorphWeights) check.keys += channel.times.size();
    Tally tallies[] = {Tally(check.plain), Tally(check.volume), Tally(check.native),
                       Tally(check.distance)};
    for (const double time : check_moments(original, baked, frames_per_second)) {
        state_->player.go_to(&baked, time);
        state_->measure(clip_pose(*state_->original, original, time), time, check, tallies);
        if (step) step();
    }
    return check;
}

}  // namespace isoskin
