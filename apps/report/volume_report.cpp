#include "report/volume_report.h"

#include <algorithm>
#include <cmath>

#include <fmt/core.h>

#include "report/volume_sum.h"

namespace isoskin::report {
namespace {

// Below this a joint did nothing: rounding of a double volume.
constexpr double kNothing = 1e-12;

Result<Deformer> make_deformer(const Character& character, SkinMethod skinning,
                               const VolumeSettings& settings) {
    return Deformer::create(
        character, {.skinning = skinning, .normals = NormalOutput::None, .volume = settings});
}

void keep_worst(double error, double& worst) {
    if (std::abs(error) > std::abs(worst)) worst = error;
}

// A joint that moves several parts is listed once: its losses add up over the whole target, of its
// displacements the largest counts.
std::vector<JointFigure> figures_of_joints(const DeformReport& report, double whole) {
    std::vector<JointFigure> figures;
    for (const JointReport& joint : report.joints) {
        const double loss =
            whole > 0.0 ? joint.loss * report.parts[joint.part].target / whole : 0.0;
        const auto known =
            std::find_if(figures.begin(), figures.end(),
                         [&](const JointFigure& figure) { return figure.joint == joint.joint; });
        JointFigure& figure = known != figures.end()
                                  ? *known
                                  : figures.emplace_back(JointFigure{.joint = joint.joint});
        figure.loss += loss;
        figure.displacement = std::max(figure.displacement, joint.displacement);
    }
    std::erase_if(figures, [](const JointFigure& figure) {
        return std::abs(figure.loss) < kNothing && figure.displacement < kNothing;
    });
    return figures;
}

void note_worst_joints(const ReportFrame& frame, ClipReport& report) {
    for (const JointFigure& joint : frame.joints) {
        JointFigure& worst = report.worst_joints[joint.joint];
        keep_worst(joint.loss, worst.loss);
        worst.displacement = std::max(worst.displacement, joint.displacement);
    }
}

void note_part(const PartReport& skinned, const PartReport& corrected, PartFigure& figure) {
    keep_worst(VolumeSum::relative_error(skinned.corrected, skinned.target),
               figure.worst_skinned_error);
    keep_worst(VolumeSum::relative_error(corrected.corrected, corrected.target),
               figure.worst_corrected_error);
    figure.held_frames += corrected.kept < 1.0 ? 1 : 0;
    figure.least_kept = std::min(figure.least_kept, corrected.kept);
    figure.partial_frames += corrected.kept == 1.0 && corrected.amount < 1.0 ? 1 : 0;
    figure.least_amount = std::min(figure.least_amount, corrected.amount);
    if (corrected.trouble.empty()) return;
    ++figure.troubled_frames;
    if (!figure.trouble.empty()) return;
    figure.trouble = corrected.trouble;
    if (!corrected.trouble_joint.empty())
        figure.trouble += fmt::format(" (joint '{}')", corrected.trouble_joint);
}

void find_worst(ClipReport& report) {
    WorstFigures& worst = report.worst;
    for (std::size_t i = 0; i < report.frames.size(); ++i) {
        const ReportFrame& frame = report.frames[i];
        if (std::abs(frame.skinned.error) > std::abs(worst.skinned_error)) worst.frame = i;
        keep_worst(frame.skinned.error, worst.skinned_error);
        keep_worst(frame.corrected.error, worst.corrected_error);
    }
    if (!report.frames.empty()) worst.time = report.frames[worst.frame].time;
    for (const PartFigure& part : report.parts)
        keep_worst(part.worst_corrected_error, worst.part_error);
    std::erase_if(report.worst_joints, [](const JointFigure& joint) {
        return joint.loss == 0.0 && joint.displacement == 0.0;
    });
    std::stable_sort(report.worst_joints.begin(), report.worst_joints.end(),
                     [](const JointFigure& a, const JointFigure& b) {
                         return std::abs(a.loss) > std::abs(b.loss);
                     });
}

}  // namespace

Result<std::vector<double>> frame_times(const Clip& clip, double frames_per_second) {
    constexpr double kMostFrames = 1e6;
    constexpr double kRounding = 1e-6;  // of a frame: times of keys are float
    const double last = std::floor(clip.duration() * frames_per_second + kRounding);
    if (!(last < kMostFrames))
        return usage_error(fmt::format("a report on {:.0f} frames is too long", last + 1));
    std::vector<double> times;
    for (std::size_t i = 0; i <= static_cast<std::size_t>(std::max(last, 0.0)); ++i)
        times.push_back(static_cast<double>(i) / frames_per_second);
    return times;
}

ClipMeter::ClipMeter(const Character& character, Deformer plain, Deformer keeping)
    : character_(&character),
      plain_(std::move(plain)),
      keeping_(std::move(keeping)),
      skinned_(plain_.make_output()),
      corrected_(keeping_.make_output()) {}

Result<ClipMeter> ClipMeter::create(const Character& character, SkinMethod skinning,
                                    const VolumeSettings& settings) {
    VolumeSettings none = settings;
    none.method = VolumeMethod::None;
    auto plain = make_deformer(character, skinning, none);
    if (!plain) return plain.error();
    auto keeping = make_deformer(character, skinning, settings);
    if (!keeping) return keeping.error();
    return ClipMeter(character, *std::move(plain), *std::move(keeping));
}

ClipReport ClipMeter::measure(const Clip& clip, const std::vector<double>& times,
                              const FrameDone& done) {
    ClipReport report;
    report.clip = clip.name;
    const DeformReport stored = keeping_.deform(stored_pose(*character_), corrected_);
    report.rest_volume = sum_volumes(stored.parts).target;
    for (const PartReport& part : stored.parts)
        report.parts.push_back(
            {.name = std::string(part.label), .target = part.target, .trouble = {}});
    for (std::size_t joint = 0; joint < character_->skeleton.joint_count(); ++joint)
        report.worst_joints.push_back({.joint = static_cast<JointIndex>(joint)});
    for (const double time : times) {
        report.frames.push_back(measure_frame(clip_pose(*character_, clip, time), time, report));
        note_worst_joints(report.frames.back(), report);
        done();
    }
    find_worst(report);
    return report;
}

ReportFrame ClipMeter::measure_frame(const Pose& pose, double time, ClipReport& report) {
    const DeformReport plain = plain_.deform(pose, skinned_);
    const DeformReport keeping = keeping_.deform(pose, corrected_);
    const VolumeSum skinned = sum_volumes(plain.parts);
    const VolumeSum corrected = sum_volumes(keeping.parts);
    for (std::size_t part = 0; part < report.parts.size(); ++part)
        note_part(plain.parts[part], keeping.parts[part], report.parts[part]);
    return {.time = time,
            .skinned = {.volume = skinned.measured, .error = skinned.error()},
            .corrected = {.volume = corrected.measured, .error = corrected.error()},
            .joints = figures_of_joints(keeping, corrected.target)};
}

std::vector<RivalMethod> rival_methods() {
    return {{"linear skinning", SkinMethod::Linear, VolumeMethod::None},
            {"dual quaternions", SkinMethod::DualQuaternion, VolumeMethod::None},
            {"linear-normal", SkinMethod::Linear, VolumeMethod::LinearNormal},
            {"linear-axes", SkinMethod::Linear, VolumeMethod::LinearAxes},
            {"axes", SkinMethod::Linear, VolumeMethod::Axes},
            {"normal", SkinMethod::Linear, VolumeMethod::Normal}};
}

Result<MethodCurve> measure_rival(const Character& character, const Clip& clip,
                                  const std::vector<double>& times, const RivalMethod& rival,
                                  VolumeSettings settings, const FrameDone& done) {
    settings.method = rival.method;
    auto deformer = make_deformer(character, rival.skinning, settings);
    if (!deformer) return deformer.error();
    MethodCurve curve{.name = rival.name, .errors = {}};
    auto posed = deformer->make_output();
    for (const double time : times) {
        const auto report = deformer->deform(clip_pose(character, clip, time), posed);
        curve.errors.push_back(sum_volumes(report.parts).error());
        done();
    }
    return curve;
}

}  // namespace isoskin::report
