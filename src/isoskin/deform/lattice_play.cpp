#include "isoskin/deform/lattice_play.h"

#include <algorithm>
#include <cmath>

#include "isoskin/dynamics/dynamics.h"
#include "isoskin/lattice/deform_bind.h"
#include "isoskin/lattice/embedding.h"

namespace isoskin {
std::size_t PlaySettings::frame_count() const {
    return 1 + static_cast<std::size_t>(std::floor(seconds * frames_per_second + 1e-6));
}

PlaySettings::Steps PlaySettings::steps() const {
    const double count = std::max(1.0, std::ceil(steps_per_second / frames_per_second - 1e-9));
    return {static_cast<std::size_t>(count), 1.0 / (frames_per_second * count)};
}

Status play_drop(const Character& character, const Lattice& lattice, const DropSettings& drop,
                 const DeformSettings& deform, const PlaySettings& play, const FrameSink& sink) {
    const std::vector<Vec3> matter = lattice_points(character);
    auto dynamics = LatticeDynamics::create(lattice, drop.dynamics, matter);
    if (!dynamics) return dynamics.error();
    auto deformer = Deformer::create(character, deform);
    if (!deformer) return deformer.error();
    std::vector<Vec3> places(matter.size());
    Embedding(lattice, matter).evaluate(lattice, places);
    const double ground = double{bounding_box(places).min().y()} - drop.height;
    dynamics->set_obstacles({.planes = {{.point = Vec3d(0.0, ground, 0.0)}}});

    const Pose pose = stored_pose(character);
    const PlaySettings::Steps steps = play.steps();
    auto posed = deformer->make_output();
    for (std::size_t frame = 0; frame < play.frame_count(); ++frame) {
        for (std::size_t step = 0; frame > 0 && step < steps.count; ++step)
            dynamics->step(steps.seconds);
        deformer->set_lattice(dynamics->lattice());
        deformer->deform(pose, posed);
        if (const Status taken = sink(posed); !taken) return taken;
    }
    return Done{};
}

Status play_swing(const Character& character, const Lattice& lattice, const Clip& clip,
                  const SwingSettings& settings, const DeformSettings& deform,
                  const PlaySettings& play, const FrameSink& sink) {
    auto swing = LatticeSwing::create(character, lattice, settings);
    if (!swing) return swing.error();
    auto deformer = Deformer::create(character, deform);
    if (!deformer) return deformer.error();
    const PlaySettings::Steps steps = play.steps();
    std::vector<Affine> model_from_joint(character.skeleton.joint_count());
    const auto pose_at = [&](double time) {
        const Pose pose = clip_pose(character, clip, time, PlayMode::Loop);
        compute_model_pose(character.skeleton, pose.parent_from_joint, model_from_joint);
        return pose;
    };
    // A whole number of turns, so that the first frame is the clip's.
    const double before = std::max(clip.duration(), steps.seconds) *
                          std::ceil(1.0 / std::max(clip.duration(), steps.seconds));
    const auto lead = static_cast<std::size_t>(std::ceil(before / steps.seconds));
    for (std::size_t step = 0; step <= lead; ++step) {
        pose_at(before - static_cast<double>(lead - step) * steps.seconds);
        swing->step(model_from_joint, steps.seconds);
    }
    auto posed = deformer->make_output();
    for (std::size_t frame = 0; frame < play.frame_count(); ++frame) {
        Pose pose = pose_at(before + static_cast<double>(frame) / play.frames_per_second);
        for (std::size_t step = 1; frame > 0 && step <= steps.count; ++step) {
            const double ahead = static_cast<double>(steps.count - step) * steps.seconds;
            pose = pose_at(before + static_cast<double>(frame) / play.frames_per_second - ahead);
            swing->step(model_from_joint, steps.seconds);
        }
        deformer->set_lattice(swing->lattice());
        deformer->deform(pose, posed);
        if (const Status taken = sink(posed); !taken) return taken;
    }
    return Done{};
}

}  // namespace isoskin
