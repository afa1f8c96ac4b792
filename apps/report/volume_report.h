#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "isoskin/deform/deformer.h"
#include "isoskin/rig/character.h"

namespace isoskin::report {

/// A volume in cubed model units, and how far it is from the target of its moment: V/V_target - 1.
struct MeasuredVolume {
    double volume = 0.0;
    double error = 0.0;
};

struct JointFigure {
    JointIndex joint = 0;
    double loss = 0.0;          ///< Volume lost by its motion over the target; negative: gained.
    double displacement = 0.0;  ///< Largest move it asked for over the diagonal of its part.
};

struct ReportFrame {
    double time = 0.0;  ///< Seconds.
    MeasuredVolume skinned;
    MeasuredVolume corrected;
    std::vector<JointFigure> joints;  ///< Those that lost or moved anything.
};

/// A part over a whole clip.
struct PartFigure {
    std::string name;
    double target = 0.0;  ///< In the stored pose.
    double worst_skinned_error = 0.0;
    double worst_corrected_error = 0.0;
    std::size_t troubled_frames = 0;  ///< Frames in which its target was not reached.
    std::size_t held_frames = 0;      ///< Of these, frames in which the correction was held back.
    double least_kept = 1.0;          ///< Smallest share of the correction that was kept.
    std::size_t partial_frames = 0;   ///< Of the others, frames in which less was asked for.
    double least_amount = 1.0;        ///< The least that was asked for.
    std::string trouble;              ///< Why, the first time.
};

/// The error of one method in every frame, for comparison.
struct MethodCurve {
    std::string name;
    std::vector<double> errors;
};

struct WorstFigures {
    double skinned_error = 0.0;    ///< Signed, largest in size.
    double corrected_error = 0.0;  ///< Signed, largest in size.
    double part_error = 0.0;       ///< The same of any single part after the correction.
    std::size_t frame = 0;         ///< Where the skinned error is worst.
    double time = 0.0;
};

/// The volume of a character through one clip.
struct ClipReport {
    std::string clip;
    double rest_volume = 0.0;  ///< Target in the stored pose, of the parts that are kept.
    std::vector<ReportFrame> frames;
    std::vector<PartFigure> parts;
    std::vector<JointFigure> worst_joints;  ///< Largest loss and displacement of each joint.
    std::vector<MethodCurve> methods;
    WorstFigures worst;
};

/// Everything a report on one file says.
struct FileReport {
    std::string file;
    VolumeSettings settings;
    std::vector<std::string> joint_names;
    std::vector<Refusal> refusals;
    std::vector<std::string> notes;
    std::vector<ClipReport> clips;
};

/// The moments of a clip at so many frames per second, from its start; refuses too many.
Result<std::vector<double>> frame_times(const Clip& clip, double frames_per_second);

/// Called after each frame; for progress.
using FrameDone = std::function<void()>;

/// Measures one clip, skinned and corrected, on the float positions that are made.
class ClipMeter {
  public:
    static Result<ClipMeter> create(const Character& character, SkinMethod skinning,
                                    const VolumeSettings& settings);

    std::vector<Refusal> refusals() const { return keeping_.refusals(); }
    ClipReport measure(const Clip& clip, const std::vector<double>& times, const FrameDone& done);

  private:
    ClipMeter(const Character& character, Deformer plain, Deformer keeping);
    ReportFrame measure_frame(const Pose& pose, double time, ClipReport& report);

    const Character* character_;
    Deformer plain_;
    Deformer keeping_;
    std::vector<PosedMesh> skinned_;
    std::vector<PosedMesh> corrected_;
};

/// A way of deforming to put beside others.
struct RivalMethod {
    const char* name;
    SkinMethod skinning;
    VolumeMethod method;
};

/// The methods a report compares, plain skinning first.
std::vector<RivalMethod> rival_methods();

/// The error of `rival` at each of `times`; the other settings stay.
Result<MethodCurve> measure_rival(const Character& character, const Clip& clip,
                                  const std::vector<double>& times, const RivalMethod& rival,
                                  VolumeSettings settings, const FrameDone& done);

}  // namespace isoskin::report
