#include "report/measure_clips.h"

namespace isoskin::report {
namespace {

std::vector<RivalMethod> methods_to_compare(const VolumeSettings& settings, Rivals rivals) {
    if (rivals == Rivals::None) return {};
    auto methods = rival_methods();
    if (settings.method == VolumeMethod::Free)
        methods.push_back({"free", SkinMethod::Linear, VolumeMethod::Free});
    return methods;
}

}  // namespace

FileReport begin_report(const Character& character, std::string file,
                        const VolumeSettings& settings) {
    FileReport report;
    report.file = std::move(file);
    report.settings = settings;
    for (const Joint& joint : character.skeleton.joints())
        report.joint_names.push_back(joint.name);
    return report;
}

Status measure_clips(const Character& character, const std::vector<Clip>& clips,
                     const MeasureSettings& settings, const MeasureProgress& progress,
                     FileReport& report) {
    auto meter = ClipMeter::create(character, settings.skinning, report.settings);
    if (!meter) return meter.error();
    report.refusals = meter->refusals();
    const auto rivals = methods_to_compare(report.settings, settings.rivals);

    std::vector<std::vector<double>> times;
    std::size_t total = 0;
    for (const Clip& clip : clips) {
        auto moments = frame_times(clip, settings.frames_per_second);
        if (!moments) return moments.error();
        total += moments->size() * (1 + rivals.size());
        times.push_back(*std::move(moments));
    }
    std::size_t done = 0;
    const auto step = [&] { progress(++done, total); };
    for (std::size_t i = 0; i < clips.size(); ++i) {
        report.clips.push_back(meter->measure(clips[i], times[i], step));
        for (const RivalMethod& rival : rivals) {
            auto curve = measure_rival(character, clips[i], times[i], rival, report.settings, step);
            if (!curve) return curve.error();
            report.clips.back().methods.push_back(*std::move(curve));
        }
    }
    return Done{};
}

}  // namespace isoskin::report
