#include "isoskin/flesh/character_flesh.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>

#include "isoskin/base/parallel.h"
#include "isoskin/flesh/flesh_key.h"
#include "isoskin/flesh/joint_range.h"
#include "isoskin/math/smoothstep.h"
#include "isoskin/volume/build/followers.h"

namespace isoskin {
namespace {

constexpr double kDefaultRange = kPi / 2.0;
// A joint that blends less surface than this, in squared limb radii, moves no flesh.
constexpr double kLeastBlended = 0.5;
// Triangles longer than this, in limb radii, cannot follow a fold, even if flesh does.
constexpr double kCoarseEdge = 1.5;
// Parts lie on flesh if they are nearer than this, in limb radii; from the first on they follow
// less and less.
constexpr double kOnFlesh = 0.3;
constexpr double kOffFlesh = 0.8;

// A part of a mesh, made ready.
struct Body {
    std::size_t mesh = 0;
    const VolumeSurface* surface = nullptr;
    PartModel part;
    std::vector<std::vector<Quatd>> rotations;  // per node
};

// One joint to simulate, on the part that has most of its flesh.
struct Task {
    std::size_t body = 0;
    std::size_t node = 0;
    FleshReport report;
    FleshRange range;
    FleshTraining training;
    std::optional<FleshRecord> record;  // once it is done
};

double blended_area(const PartModel& part, std::size_t node) {
    double sum = 0.0;
    for (const auto& [point, value] : part.subtree[node])
        sum += part.area[point] * 4.0 * value * (1.0 - value);
    return sum;
}

// Mean over the edges of triangles that blend, in limb radii.
double blended_edge(const PartModel& part, std::size_t node) {
    const std::vector<double> blend = subtree_blend(part, node);
    double sum = 0.0;
    std::size_t count = 0;
    for (const Triangle& t : part.triangles) {
        if (std::any_of(t.begin(), t.end(), [&](Index p) { return p >= blend.size(); })) continue;
        const double mean = (blend[t[0]] + blend[t[1]] + blend[t[2]]) / 3.0;
        if (mean < 0.1 || mean > 0.9) continue;
        for (std::size_t c = 0; c < 3; ++c) {
            sum += (part.bind[t[c]] - part.bind[t[(c + 1) % 3]]).norm();
            ++count;
        }
    }
    return count == 0 ? 0.0 : sum / static_cast<double>(count) / part.limbs[node].radius;
}

class FleshMaker {
  public:
    FleshMaker(const Character& character, const FleshSettings& settings)
        : character_(character), settings_(settings) {
        for (const SkinnedMesh& mesh : character.meshes)
            surfaces_.push_back(make_volume_surface(mesh));
        for (std::size_t m = 0; m < character.meshes.size(); ++m)
            for (const VolumePart& part : surfaces_[m].parts)
                if (!part.refusal) add_body(m, part);
        drop_followers();
        list_tasks();
    }

    CharacterFlesh run(const FleshProgress& progress) {
        std::vector<std::size_t> open;
        for (std::size_t k = 0; k < tasks_.size(); ++k)
            if (tasks_[k].report.trouble.empty()) open.push_back(k);
        std::vector<double> done(open.size(), 0.0);
        std::mutex mutex;
        std::atomic<bool> stopped = false;
        parallel_chunks(open.size(), 1, [&](std::size_t begin, std::size_t end) {
            for (std::size_t k = begin; k < end && !stopped; ++k) {
                const auto keep_on = [&](double share) {
                    const std::lock_guard lock(mutex);
                    done[k] = share;
                    double sum = 0.0;
                    for (const double part : done)
                        sum += part;
                    if (progress && !progress(sum, open.size())) stopped = true;
                    return !stopped;
                };
                Task& task = tasks_[open[k]];
                if (!recall(task, mutex)) {
                    task.training = train_joint(bodies_[task.body].part, task.node, task.range,
                                                settings_.quality, keep_on);
                    if (!stopped) finish(task, mutex);
                }
                keep_on(1.0);
            }
        });
        CharacterFlesh flesh;
        flesh.interrupted = stopped;
        for (Task& task : tasks_) {
            flesh.reports.push_back(task.record ? task.record->report : task.report);
            if (flesh.reports.back().trouble.empty() && !task.record)
                flesh.reports.back().trouble = "interrupted";
            if (task.record)
                flesh.joints.insert(flesh.joints.end(), task.record->joints.begin(),
                                    task.record->joints.end());
        }
        return flesh;
    }

    std::vector<FleshReport> plan() const {
        std::vector<FleshReport> reports;
        for (const Task& task : tasks_) {
            reports.push_back(task.report);
            reports.back().range = task.range.extent;
        }
        return reports;
    }

    bool has(const std::string& joint) const {
        return std::any_of(tasks_.begin(), tasks_.end(),
                           [&](const Task& task) { return task.report.joint == joint; });
    }

  private:
    void add_body(std::size_t mesh, const VolumePart& part) {
        Body body{.mesh = mesh,
                  .surface = &surfaces_[mesh],
                  .part = make_part_model(character_.meshes[mesh], character_.skeleton,
                                          surfaces_[mesh], part),
                  .rotations = {}};
        if (!settings_.range && !character_.clips.empty())
            body.rotations = rotations_in_clips(character_, character_.meshes[mesh], body.part);
        bodies_.push_back(std::move(body));
    }

    // What lies on other flesh follows that and has no flesh of its own.
    void drop_followers() {
        const auto order = rank_meshes(character_.meshes);
        std::vector<PlacedPart> placed;
        for (const Body& body : bodies_) {
            PlacedPart part{.mesh = &character_.meshes[body.mesh], .model = &body.part};
            for (Index point = 0; point < body.part.point_count(); ++point)
                part.vertices.push_back(first_vertex(body, point));
            for (const double area : body.part.area)
                part.area += std::pow(joint_units(*part.mesh), 2.0) * area;
            part.rank = static_cast<std::size_t>(std::find(order.begin(), order.end(), body.mesh) -
                                                 order.begin());
            placed.push_back(std::move(part));
        }
        const auto followers = find_followers(placed);
        std::vector<Body> standing;
        for (std::size_t b = 0; b < bodies_.size(); ++b)
            if (!followers[b]) standing.push_back(std::move(bodies_[b]));
        bodies_ = std::move(standing);
    }

    const std::string& name_of(const Body& body, std::size_t node) const {
        const auto slot = body.part.tree.nodes[node].slot;
        return character_.skeleton.joints()[character_.meshes[body.mesh].skin.joints[slot]].name;
    }

    void list_tasks() {
        for (const JointIndex joint : skin_joints(character_)) {
            const std::string& name = character_.skeleton.joints()[joint].name;
            if (!settings_.joints.empty() &&
                std::find(settings_.joints.begin(), settings_.joints.end(), name) ==
                    settings_.joints.end())
                continue;
            std::optional<Task> best;
            double most = 0.0;
            for (std::size_t b = 0; b < bodies_.size(); ++b)
                for (std::size_t node = 1; node < bodies_[b].part.node_count(); ++node)
                    if (name_of(bodies_[b], node) == name)
                        if (const double area = blended_area(bodies_[b].part, node); area > most) {
                            most = area;
                            best.emplace();
                            best->body = b;
                            best->node = node;
                        }
            if (!best) continue;  // it carries no flesh, or all of it
            prepare(*best, most);
            tasks_.push_back(*std::move(best));
        }
    }

    void prepare(Task& task, double blended) const {
        const Body& body = bodies_[task.body];
        const LimbFrame& limb = body.part.limbs[task.node];
        task.report.joint = name_of(body, task.node);
        task.report.part = body.part.label;
        task.report.radius = limb.radius;
        task.report.mesh = body.mesh;
        task.report.pivot = limb.pivot;
        if (blended < kLeastBlended * limb.radius * limb.radius)
            task.report.trouble = "it moves hardly any flesh";
        else if (blended_edge(body.part, task.node) > kCoarseEdge)
            task.report.trouble =
                "the mesh is too coarse there: its edges are longer than one and a half limb radii";
        else if (!body.rotations.empty()) {
            task.range = range_covering(body.rotations[task.node], limb.axis);
            if (task.range.extent[0] == 0.0) task.report.trouble = "no clip bends it";
        } else {
            task.range = range_of(settings_.range.value_or(kDefaultRange), limb.axis);
        }
    }

    std::uint64_t key_of(const Task& task) const {
        FleshKey key;
        key.add(settings_.quality);
        key.add(task.range);
        key.add(std::uint64_t{task.node});
        add_part(task.body, key);
        for (std::size_t b = 0; b < bodies_.size(); ++b)  // what else may take its flesh
            if (b != task.body) add_part(b, key);
        return key.value();
    }

    void add_part(std::size_t body, FleshKey& key) const {
        const PartModel& part = bodies_[body].part;
        key.add(part);
        key.add(std::uint64_t{bodies_[body].mesh});
        for (std::size_t node = 0; node < part.node_count(); ++node)
            key.add(name_of(bodies_[body], node));
        for (Index point = 0; point < part.point_count(); ++point)
            key.add(std::uint64_t{first_vertex(bodies_[body], point)});
    }

    bool recall(Task& task, std::mutex& mutex) const {
        if (!settings_.recall) return false;
        const std::uint64_t key = key_of(task);
        const std::lock_guard lock(mutex);
        task.record = settings_.recall(task.report.joint, key);
        if (task.record) task.record->report.recalled = true;
        return task.record.has_value();
    }

    void finish(Task& task, std::mutex& mutex) const {
        FleshReport& report = task.report;
        const FleshTraining& training = task.training;
        report.trouble = training.trouble;
        report.simulated = training.usable;
        report.cells = training.cells;
        report.poses = training.poses;
        report.unsettled = training.unsettled;
        report.targets = training.function.count;
        report.compression = training.compression;
        report.shape = training.shape;
        report.range = training.function.range;
        task.record = FleshRecord{.report = report, .joints = {}};
        for (std::size_t b = 0; b < bodies_.size() && report.simulated; ++b)
            if (auto joint = flesh_on(task, bodies_[b]))
                task.record->joints.push_back(*std::move(joint));
        if (!settings_.keep) return;
        const std::uint64_t key = key_of(task);
        const std::lock_guard lock(mutex);
        settings_.keep(report.joint, key, *task.record);
    }

    // The targets of a joint on its own part, or on one that lies on it.
    std::optional<FleshJoint> flesh_on(const Task& task, const Body& body) const {
        const Body& host = bodies_[task.body];
        const std::string& parent = name_of(host, host.part.tree.nodes[task.node].parent);
        FleshJoint joint{.joint = task.report.joint,
                         .parent = parent,
                         .mesh = body.mesh,
                         .vertex_count = character_.meshes[body.mesh].mesh.vertex_count(),
                         .function = task.training.function,
                         .vertices = {},
                         .targets = {}};
        joint.targets.resize(task.training.targets.size());
        if (&body == &host)
            copy_moves(task, host, joint);
        else if (turns_alike(task, body))
            carry_moves(task, host, body, joint);
        if (joint.vertices.empty()) return std::nullopt;
        return joint;
    }

    static Index first_vertex(const Body& body, Index point) {
        return body.surface->weld.vertex_of_point[body.part.surface_point[point]];
    }

    static void copy_moves(const Task& task, const Body& host, FleshJoint& joint) {
        for (const auto& [point, fade] : task.training.fade)
            joint.vertices.push_back(first_vertex(host, point));
        for (std::size_t k = 0; k < joint.targets.size(); ++k)
            for (const Vec3d& move : task.training.targets[k])
                joint.targets[k].push_back(move.cast<float>());
    }

    // Bound in the same space, and the same joint turns against the same one.
    bool turns_alike(const Task& task, const Body& body) const {
        const Body& host = bodies_[task.body];
        for (std::size_t node = 1; node < body.part.node_count(); ++node) {
            if (name_of(body, node) != task.report.joint) continue;
            if (name_of(body, body.part.tree.nodes[node].parent) !=
                name_of(host, host.part.tree.nodes[task.node].parent))
                return false;
            const auto bind = [&](const Body& of, std::size_t at) -> const Affine& {
                return character_.meshes[of.mesh].skin.joint_from_bind[of.part.tree.nodes[at].slot];
            };
            return bind(body, node).isApprox(bind(host, task.node), 1e-4);
        }
        return false;
    }

    // What lies on flesh moves as the nearest skin does.
    static void carry_moves(const Task& task, const Body& host, const Body& body,
                            FleshJoint& joint) {
        std::vector<Index> entry_of_point(host.part.bind.size(), kNoIndex);
        for (std::size_t k = 0; k < task.training.fade.size(); ++k)
            entry_of_point[task.training.fade[k].point] = static_cast<Index>(k);
        const SurfaceTree skin(host.part.bind, host.part.triangles);
        const double radius = host.part.limbs[task.node].radius;
        for (Index point = 0; point < body.part.point_count(); ++point) {
            const SurfacePlace place = skin.nearest(body.part.bind[point], kOffFlesh * radius);
            if (place.triangle == kNoIndex) continue;
            const double near =
                1.0 - smoothstep((place.distance / radius - kOnFlesh) / (kOffFlesh - kOnFlesh));
            const Triangle& t = host.part.triangles[place.triangle];
            if (near == 0.0 || std::all_of(t.begin(), t.end(), [&](Index corner) {
                    return entry_of_point[corner] == kNoIndex;
                }))
                continue;
            joint.vertices.push_back(first_vertex(body, point));
            for (std::size_t k = 0; k < joint.targets.size(); ++k) {
                Vec3d move = Vec3d::Zero();
                for (std::size_t c = 0; c < 3; ++c)
                    if (const Index entry = entry_of_point[t[c]]; entry != kNoIndex)
                        move += near * place.corners[int(c)] * task.training.targets[k][entry];
                joint.targets[k].push_back(move.cast<float>());
            }
        }
    }

    const Character& character_;
    const FleshSettings& settings_;
    std::vector<VolumeSurface> surfaces_;
    std::vector<Body> bodies_;
    std::vector<Task> tasks_;
};

}  // namespace

std::vector<std::string> simulated_joints(const Character& character,
                                          const FleshSettings& settings) {
    std::vector<std::string> names;
    for (const FleshReport& report : planned_flesh(character, settings))
        if (report.trouble.empty()) names.push_back(report.joint);
    return names;
}

std::vector<FleshReport> planned_flesh(const Character& character, const FleshSettings& settings) {
    return FleshMaker(character, settings).plan();
}

Result<CharacterFlesh> make_flesh(const Character& character, const FleshSettings& settings,
                                  const FleshProgress& progress) {
    FleshMaker maker(character, settings);
    for (const std::string& joint : settings.joints) {
        if (!character.skeleton.find(joint))
            return usage_error("there is no joint '" + joint + "'");
        if (!settings.skips_unfit && !maker.has(joint))
            return unsupported("joint '" + joint +
                               "' moves no flesh of a closed part, or carries all of it");
    }
    return maker.run(progress);
}

}  // namespace isoskin
