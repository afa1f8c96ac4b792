#include "isoskin/bake/plain_player.h"

#include <cassert>
#include <cmath>

namespace isoskin {
namespace {

struct Place {
    std::size_t key = 0;
    double fraction = 0.0;
    double seconds = 0.0;  // between the two keys; 0: exactly at `key`
};

Place find_place(const std::vector<float>& times, double time) {
    std::size_t key = 0;
    while (key + 1 < times.size() && static_cast<double>(times[key + 1]) <= time)
        ++key;
    if (key + 1 == times.size() || time <= static_cast<double>(times[0])) return {.key = key};
    const double seconds = static_cast<double>(times[key + 1]) - static_cast<double>(times[key]);
    return {key, (time - static_cast<double>(times[key])) / seconds, seconds};
}

// One number of a key; cubic keys hold in-tangent, value and out-tangent.
double number(const Channel& channel, std::size_t key, std::size_t part, std::size_t width,
              std::size_t c) {
    const bool cubic = channel.interpolation == Interpolation::CubicSpline;
    const std::size_t element = cubic ? 3 * key + part : key;
    return static_cast<double>(channel.values[element * width + c]);
}

double component(const Channel& channel, const Place& place, std::size_t width, std::size_t c) {
    const double here = number(channel, place.key, 1, width, c);
    if (place.seconds == 0.0 || channel.interpolation == Interpolation::Step) return here;
    const double next = number(channel, place.key + 1, 1, width, c);
    const double u = place.fraction;
    if (channel.interpolation == Interpolation::Linear) return (1.0 - u) * here + u * next;
    const double leave = place.seconds * number(channel, place.key, 2, width, c);
    const double arrive = place.seconds * number(channel, place.key + 1, 0, width, c);
    const double v = 1.0 - u;
    return v * v * (1.0 + 2.0 * u) * here + u * v * v * leave + u * u * (3.0 - 2.0 * u) * next -
           u * u * v * arrive;
}

Eigen::Vector4d unit_key(const Channel& channel, std::size_t key) {
    Eigen::Vector4d q;
    for (std::size_t c = 0; c < 4; ++c)
        q[static_cast<Eigen::Index>(c)] = number(channel, key, 1, 4, c);
    return q.norm() > 0.0 ? Eigen::Vector4d(q / q.norm()) : Eigen::Vector4d(0, 0, 0, 1);
}

// The great arc between two unit quaternions, on the shorter side.
Eigen::Vector4d along_arc(const Eigen::Vector4d& from, Eigen::Vector4d to, double fraction) {
    double cosine = from.dot(to);
    if (cosine < 0.0) {
        to = -to;
        cosine = -cosine;
    }
    const Eigen::Vector4d across = to - cosine * from;
    const double sine = across.norm();
    if (sine < 1e-12) return from;
    const double angle = fraction * std::atan2(sine, cosine);
    return std::cos(angle) * from + std::sin(angle) / sine * across;
}

Eigen::Vector4d rotation_at(const Channel& channel, const Place& place) {
    if (channel.interpolation == Interpolation::Linear && place.seconds > 0.0)
        return along_arc(unit_key(channel, place.key), unit_key(channel, place.key + 1),
                         place.fraction);
    Eigen::Vector4d q;
    for (std::size_t c = 0; c < 4; ++c)
        q[static_cast<Eigen::Index>(c)] = component(channel, place, 4, c);
    return q.norm() > 0.0 ? Eigen::Vector4d(q / q.norm()) : Eigen::Vector4d(0, 0, 0, 1);
}

Eigen::Matrix4d matrix_of(const Vec3d& t, const Eigen::Vector4d& q, const Vec3d& s) {
    const double x = q[0];
    const double y = q[1];
    const double z = q[2];
    const double w = q[3];
    Eigen::Matrix4d m;
    m << s.x() * (1 - 2 * (y * y + z * z)), s.y() * 2 * (x * y - w * z),
        s.z() * 2 * (x * z + w * y), t.x(), s.x() * 2 * (x * y + w * z),
        s.y() * (1 - 2 * (x * x + z * z)), s.z() * 2 * (y * z - w * x), t.y(),
        s.x() * 2 * (x * z - w * y), s.y() * 2 * (y * z + w * x), s.z() * (1 - 2 * (x * x + y * y)),
        t.z(), 0, 0, 0, 1;
    return m;
}

}  // namespace

PlainPlayer::PlainPlayer(const Character& character)
    : character_(&character), model_from_joint_(character.skeleton.joint_count()) {}

void PlainPlayer::go_to(const Clip* clip, double time) {
    locals_.clear();
    for (const Joint& joint : character_->skeleton.joints()) {
        const Transform& stored = joint.parent_from_joint;
        locals_.push_back({stored.translation, stored.rotation.coeffs(), stored.scale});
    }
    morphs_.clear();
    for (const SkinnedMesh& mesh : character_->meshes)
        morphs_.emplace_back(mesh.stored_morph_weights.begin(), mesh.stored_morph_weights.end());
    if (clip != nullptr)
        for (const Channel& channel : clip->channels)
            if (!channel.times.empty()) apply(channel, time);
    place_joints();
}

void PlainPlayer::go_to(std::span<const Transform> parent_from_joint,
                        std::span<const std::vector<double>> morph_weights) {
    locals_.clear();
    for (const Transform& local : parent_from_joint)
        locals_.push_back({local.translation, local.rotation.coeffs(), local.scale});
    morphs_.assign(morph_weights.begin(), morph_weights.end());
    place_joints();
}

void PlainPlayer::apply(const Channel& channel, double time) {
    const Place place = find_place(channel.times, time);
    if (channel.path == ChannelPath::MorphWeights) {
        std::vector<double>& weights = morphs_[channel.target];
        for (std::size_t k = 0; k < weights.size(); ++k)
            weights[k] = component(channel, place, weights.size(), k);
        return;
    }
    Local& local = locals_[channel.target];
    if (channel.path == ChannelPath::Rotation) {
        local.rotation = rotation_at(channel, place);
        return;
    }
    Vec3d& value = channel.path == ChannelPath::Scale ? local.scale : local.translation;
    for (std::size_t c = 0; c < 3; ++c)
        value[static_cast<Eigen::Index>(c)] = component(channel, place, 3, c);
}

void PlainPlayer::place_joints() {
    const auto joints = character_->skeleton.joints();
    for (std::size_t j = 0; j < joints.size(); ++j) {
        const Local& local = locals_[j];
        const Eigen::Matrix4d own = matrix_of(local.translation, local.rotation, local.scale);
        model_from_joint_[j] =
            joints[j].parent ? Eigen::Matrix4d(model_from_joint_[*joints[j].parent] * own) : own;
    }
}

void PlainPlayer::positions(std::size_t mesh, std::span<Vec3d> out) const {
    const SkinnedMesh& skinned = character_->meshes[mesh];
    assert(out.size() == skinned.mesh.vertex_count());
    std::vector<Vec3d> shape(out.size());
    for (std::size_t v = 0; v < shape.size(); ++v)
        shape[v] = skinned.mesh.positions[v].cast<double>();
    for (std::size_t k = 0; k < morphs_[mesh].size(); ++k) {
        if (morphs_[mesh][k] == 0.0) continue;
        const Offsets& offsets = skinned.morphs[k].positions;
        for (std::size_t i = 0; i < offsets.places().size(); ++i)
            shape[offsets.places()[i]] += morphs_[mesh][k] * offsets.values()[i].cast<double>();
    }
    std::vector<Eigen::Matrix4d> motions;
    for (std::size_t slot = 0; slot < skinned.skin.joints.size(); ++slot)
        motions.emplace_back(model_from_joint_[skinned.skin.joints[slot]] *
                             skinned.skin.joint_from_bind[slot].matrix());
    for (std::size_t v = 0; v < out.size(); ++v) {
        out[v].setZero();
        for (const auto& [slot, weight] : skinned.weights.row(v))
            out[v] +=
                static_cast<double>(weight) * (motions[slot].topLeftCorner<3, 3>() * shape[v] +
                                               motions[slot].topRightCorner<3, 1>());
    }
}

}  // namespace isoskin
