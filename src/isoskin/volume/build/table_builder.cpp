#include "isoskin/volume/build/table_builder.h"

#include <algorithm>
#include <cassert>

#include "isoskin/base/parallel.h"
#include "isoskin/volume/build/flesh_targets.h"
#include "isoskin/volume/build/joint_volume_sums.h"
#include "isoskin/volume/build/reduced_form_builder.h"

namespace isoskin {
namespace {

// Limits of a reduced form: more coefficients do not fit a cache, more products take seconds to
// build. The estimate counts coefficients that are later dropped as too small, so it may be larger.
constexpr double kMaxCoefficients = 6e5;
constexpr double kMaxBuildProducts = 4e10;
constexpr double kForetoldPerKept = 2.5;

const JointVolumeSettings kNothing;

const JointVolumeSettings& asked_of(const std::string& joint, const VolumeSettings& settings) {
    for (const JointVolumeSettings& other : settings.joints)
        if (other.joint == joint) return other;
    return kNothing;
}

// What of a joint other settings touch. Shares say how a map is used, not what it is; twists are
// where flesh is lost, drawn or not.
struct Touched {
    bool bend = false;
    bool gain = false;
    bool paint = false;
};

Touched find_touched(const JointVolumeSettings& before, const JointVolumeSettings& now) {
    return {.bend = before.effect != now.effect || before.profile != now.profile ||
                    before.flexor != now.flexor,
            .gain = before.gain != now.gain,
            .paint = before.painted != now.painted};
}

std::vector<CorrectionTable::Joint> make_joints(const PartModel& part) {
    const TrianglesOfPoints triangles(part);
    std::vector<CorrectionTable::Joint> joints(part.node_count());
    parallel_chunks(joints.size(), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t node = begin; node < end; ++node) {
            joints[node].axis = part.limbs[node].axis;
            if (node > 0) joints[node].volume = sum_joint_volume(part, triangles, node);
        }
    });
    return joints;
}

// That of the widest joint that moves a point, or its distance from the bone where that is larger.
std::vector<double> local_radii(const PartModel& part, std::span<const CorrectionTarget> targets) {
    std::vector<double> radii(part.point_count(), 0.0);
    for (const CorrectionTarget& target : targets)
        for (const PointValue& entry : target.map)
            radii[entry.point] = std::max({radii[entry.point], part.limbs[target.node].radius,
                                           part.bone_distance[entry.point]});
    return radii;
}

std::size_t count_moved(const PartModel& part, std::span<const CorrectionTarget> targets) {
    std::vector<char> moves(part.bind.size(), 0);
    for (const CorrectionTarget& target : targets)
        for (const PointValue& entry : target.map)
            moves[entry.point] = 1;
    std::size_t count = 0;
    for (const auto* triangles : {&part.triangles, &part.half_triangles})
        for (const Triangle& t : *triangles)
            if (moves[t[0]] != 0 || moves[t[1]] != 0 || moves[t[2]] != 0) ++count;
    return count;
}

}  // namespace

TableBuilder::TableBuilder(PartModel part, const VolumeSettings& settings)
    : part_(std::move(part)), settings_(settings), most_losses_(part_.node_count()) {}

CorrectionTable TableBuilder::build(const VolumeSurface& surface,
                                    std::span<const std::string> joint_names,
                                    const Progress& progress) {
    CorrectionTable table;
    static_cast<SkinnedSurface&>(table) = part_;
    table.label = part_.label;
    table.tree = part_.tree;
    table.loose_pairs = part_.loose_pairs;
    table.joints = make_joints(part_);
    table.direction = part_.direction;
    table.volume = part_.volume;
    table.size = part_.size;
    if (settings_.method != VolumeMethod::None)
        table.targets = make_correction_targets(part_, surface, joint_names, settings_, progress);
    if (settings_.method == VolumeMethod::Flesh)
        add_flesh(part_, surface, joint_names, settings_, table);
    finish(joint_names, table);
    if (is_by_targets(settings_)) make_forms(table);
    return table;
}

// What follows from targets.
void TableBuilder::finish(std::span<const std::string> joint_names, CorrectionTable& table) {
    set_amounts(joint_names, table);
    table.max_displacement = settings_.max_displacement;
    table.radius = local_radii(part_, table.targets);
    if (is_by_targets(settings_)) share_losses(part_, most_losses_, table);
}

void TableBuilder::set_amounts(std::span<const std::string> joint_names,
                               CorrectionTable& table) const {
    for (std::size_t node = 0; node < table.node_count(); ++node) {
        const std::string& joint = joint_names[part_.tree.nodes[node].slot];
        table.joints[node].amount =
            settings_.amount * asked_of(joint, settings_).amount.value_or(1.0);
    }
}

std::optional<ReducedForm> TableBuilder::make_form(std::span<const Triangle> whole,
                                                   std::span<const Triangle> half,
                                                   std::span<const CorrectionTarget> targets,
                                                   double worth) const {
    const reduced::Cells cells(part_, {whole, half}, targets);
    const ReducedFormCost limit{
        .coefficients = std::min(kMaxCoefficients, kForetoldPerKept * worth),
        .build = kMaxBuildProducts};
    if (!estimate_reduced_form(cells, limit)) return std::nullopt;
    ReducedForm form = make_reduced_form(part_, cells, targets);
    if (static_cast<double>(form.coefficients.size()) > worth) return std::nullopt;
    return form;
}

void TableBuilder::make_forms(CorrectionTable& table) const {
    const auto count = static_cast<double>(part_.triangles.size() + part_.half_triangles.size());
    const auto moved = static_cast<double>(count_moved(part_, table.targets));
    const auto form_of = [&](std::span<const CorrectionTarget> targets, double worth) {
        return make_form(part_.triangles, part_.half_triangles, targets, worth);
    };
    if (settings_.solver == VolumeSolver::Cheapest)
        table.reduced = form_of(table.targets, kFormPerMovingTriangle * moved +
                                                   kFormPerStillTriangle * (count - moved));
    if (!table.reduced && !table.unmoved)
        table.unmoved = form_of({}, kFormPerStillTriangle * count);
}

std::vector<std::size_t> TableBuilder::reshape(const VolumeSurface& surface,
                                               std::span<const std::string> joint_names,
                                               const VolumeSettings& settings, Reshaping reshaping,
                                               CorrectionTable& table) {
    std::vector<std::size_t> changed;
    for (std::size_t k = 0;
         k < table.targets.size() && table.targets[k].role == CorrectionTarget::Role::Bend;
         k += kTargetsPerJoint) {
        const Index node = table.targets[k].node;
        const std::string& joint = joint_names[part_.tree.nodes[node].slot];
        const Touched touched = find_touched(asked_of(joint, settings_), asked_of(joint, settings));
        if (!touched.bend && !touched.gain && !touched.paint) continue;
        if (!ground_) ground_.emplace(part_);
        const TargetMaker maker{part_, surface, joint_names, *ground_};
        if (touched.bend || !unpainted_bends_.contains(node))
            unpainted_bends_[node] = maker.make_bend_map(node, settings);
        table.targets[k] = maker.make_bend(node, unpainted_bends_[node], settings);
        changed.push_back(k);
        if (!touched.paint) continue;
        auto twists = maker.make_twists(node, settings);
        for (std::size_t twist = 0; twist < twists.size(); ++twist) {
            table.targets[k + 1 + twist] = std::move(twists[twist]);
            changed.push_back(k + 1 + twist);
        }
        const auto flesh = repaint_flesh(part_, surface, joint_names, settings, node, table);
        changed.insert(changed.end(), flesh.begin(), flesh.end());
    }
    settings_ = settings;
    set_amounts(joint_names, table);
    if (!changed.empty()) {
        table.reduced.reset();
        finish(joint_names, table);
        is_draft_ = true;
    }
    if (reshaping == Reshaping::Complete && is_draft_) {
        if (is_by_targets(settings_)) make_forms(table);
        is_draft_ = false;
    }
    return changed;
}

}  // namespace isoskin
