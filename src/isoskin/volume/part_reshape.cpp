#include <algorithm>

#include "isoskin/volume/part_corrector.h"

namespace isoskin {
namespace {

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
    bool paint = false;
};

Touched find_touched(const JointVolumeSettings& before, const JointVolumeSettings& now) {
    return {.bend = before.effect != now.effect || before.profile != now.profile ||
                    before.flexor != now.flexor,
            .paint = before.painted != now.painted};
}

}  // namespace

std::vector<std::size_t> PartCorrector::reshape(const VolumeSurface& surface,
                                                std::span<const std::string> joint_names,
                                                const VolumeSettings& settings,
                                                Reshaping reshaping) {
    std::vector<Touched> touched;  // per node
    for (const auto& node : part_.tree.nodes)
        touched.push_back(find_touched(asked_of(joint_names[node.slot], settings_),
                                       asked_of(joint_names[node.slot], settings)));
    std::vector<std::size_t> changed;
    for (std::size_t k = 0; k < targets_.size(); k += kTargetsPerJoint) {
        const Index node = targets_[k].node;
        if (!touched[node].bend && !touched[node].paint) continue;
        if (!ground_) ground_.emplace(part_);
        const TargetMaker maker{part_, surface, joint_names, *ground_};
        if (touched[node].bend || !unpainted_bends_.contains(node))
            unpainted_bends_[node] = maker.make_bend_map(node, settings);
        targets_[k] = maker.make_bend(node, unpainted_bends_[node], settings);
        changed.push_back(k);
        if (!touched[node].paint) continue;
        auto twists = maker.make_twists(node, settings);
        for (std::size_t twist = 0; twist < twists.size(); ++twist) {
            targets_[k + 1 + twist] = std::move(twists[twist]);
            changed.push_back(k + 1 + twist);
        }
    }
    const bool repainted = std::any_of(touched.begin(), touched.end(),
                                       [](const Touched& joint) { return joint.paint; });
    settings_ = settings;
    fill_axis_shares(joint_names);
    if (settings.scope == VolumeScope::Global && repainted)
        global_map_ = make_global_map(part_, surface, joint_names, settings);

    const bool is_closed = is_closed_form(SkinBase::Linear);
    if (!changed.empty()) {
        mesh_work_.reset();
        corrected_scale_ = 0.0;
        reduced_.reset();
        still_form_.reset();
        update_loss_shares();
        if (is_closed && reshaping == Reshaping::Draft) draft_posed_volume();
        is_draft_ = true;
    }
    if (reshaping == Reshaping::Complete && is_draft_) {
        if (is_closed) {
            prepare_posed_volume();
            prepare_closed_form();
        } else {
            prepare_mesh_methods();
        }
        is_draft_ = false;
    }
    return changed;
}

}  // namespace isoskin
