#include "isoskin/document/history.h"

#include <cassert>

namespace isoskin {
namespace {

std::size_t bytes_of(const Playhead& playhead) {
    return sizeof(Playhead) + playhead.edited.size() * 2 * sizeof(Transform);
}

std::size_t bytes_of(const VolumeSettings& settings) {
    std::size_t bytes = sizeof(VolumeSettings);
    for (const JointVolumeSettings& joint : settings.joints)
        bytes += sizeof(joint) + joint.profile.size() * sizeof(ProfileKnot);
    for (const JointVolumeSettings& joint : settings.joints)
        for (const PaintedMap& map : joint.painted)
            bytes += sizeof(map) + map.values.size() * sizeof(float);
    return bytes;
}

std::size_t bytes_of(const MeshWeights& mesh) {
    std::size_t influences = 0;
    for (std::size_t vertex = 0; vertex < mesh.weights.vertex_count(); ++vertex)
        influences += mesh.weights.row(vertex).size();
    return influences * sizeof(Influence) + mesh.weights.vertex_count() * sizeof(std::size_t);
}

std::size_t bytes_of(const std::vector<Clip>& clips) {
    std::size_t bytes = 0;
    for (const Clip& clip : clips)
        for (const Channel& channel : clip.channels)
            bytes +=
                sizeof(Channel) + (channel.times.size() + channel.values.size()) * sizeof(float);
    return bytes;
}

std::size_t bytes_of(const LockedJoints& locks) {
    return sizeof(LockedJoints) + locks.size() * 32;
}

std::size_t bytes_of(const std::optional<DocumentLattice>& lattice) {
    return lattice ? byte_count(*lattice) : sizeof(lattice);
}

std::size_t bytes_of(const JointLimits& limits) {
    return sizeof(JointLimits) + limits.size() * 48;
}

std::size_t bytes_of(const TurnedParts& parts) {
    return sizeof(TurnedParts) + parts.size() * 48;
}

std::size_t bytes_of(const RigSketch& sketch) {
    return sizeof(RigSketch) + sketch.text.size();
}

std::size_t bytes_of(SkinMethod base) {
    return sizeof(base);
}

}  // namespace

bool is_same_part(const Piece& a, const Piece& b) {
    if (a.index() != b.index()) return false;
    const auto* weights = std::get_if<MeshWeights>(&a);
    return weights == nullptr || weights->mesh == std::get<MeshWeights>(b).mesh;
}

std::size_t Step::byte_count() const {
    std::size_t bytes = sizeof(Step) + name.size();
    for (const Piece& piece : pieces)
        bytes += std::visit([](const auto& part) { return bytes_of(part); }, piece);
    return bytes;
}

void History::add(Step step) {
    undone_.clear();
    ++added_;
    bytes_ += step.byte_count();
    done_.push_back(std::move(step));
    while (bytes_ > max_bytes_ && done_.size() > 1) {
        bytes_ -= done_.front().byte_count();
        done_.pop_front();
    }
}

void History::start_from(std::vector<Step> done, std::vector<Step> undone) {
    done_.clear();
    undone_.clear();
    bytes_ = 0;
    for (Step& step : done)
        add(std::move(step));
    undone_ = std::move(undone);
}

void History::undone() {
    assert(!done_.empty());
    undone_.push_back(std::move(done_.back()));
    done_.pop_back();
    bytes_ = 0;
    for (const Step& step : done_)
        bytes_ += step.byte_count();
}

void History::redone() {
    assert(!undone_.empty());
    done_.push_back(std::move(undone_.back()));
    undone_.pop_back();
    bytes_ += done_.back().byte_count();
}

std::vector<std::string> History::undo_names() const {
    std::vector<std::string> names;
    for (auto step = done_.rbegin(); step != done_.rend(); ++step)
        names.push_back(step->name);
    return names;
}

std::vector<std::string> History::redo_names() const {
    std::vector<std::string> names;
    for (auto step = undone_.rbegin(); step != undone_.rend(); ++step)
        names.push_back(step->name);
    return names;
}

}  // namespace isoskin
