#include "report_pictures.h"

#include <cmath>

#include <fmt/core.h>

#include "comparison.h"
#include "render/renderer.h"
#include "report/report_text.h"

namespace isoskin::cli {
namespace {

using report::error_text;
using report::ReportPicture;

/// Adds one picture of a shape to a moment.
Status add_picture(std::span<const PosedMesh> posed, const render::RenderSettings& settings,
                   const std::string& caption, render::Renderer& renderer,
                   std::vector<ReportPicture>& pictures) {
    const auto picture = renderer.draw(posed, {}, settings);
    if (!picture) return picture.error();
    auto png = render::encode_png(*picture);
    if (!png) return png.error();
    pictures.push_back({.caption = caption, .png = *std::move(png)});
    return Done{};
}

struct PictureSize {
    int width = 900;
    int height = 750;
};

Result<std::vector<ReportPicture>> draw_moment(Comparison& comparison, render::Renderer& renderer,
                                               const PictureSize& size) {
    render::RenderSettings settings;
    settings.width = size.width;
    settings.height = size.height;
    settings.frame = render::bounding_box(comparison.skinned());
    settings.frame->extend(render::bounding_box(comparison.corrected()));
    render::RenderSettings heated = settings;
    heated.scalar = comparison.heat();

    std::vector<ReportPicture> pictures;
    const auto before = add_picture(
        comparison.skinned(), heated,
        fmt::format("Plain skinning, {}: red where flesh is lost, blue where it is gained",
                    error_text(comparison.skinned_error())),
        renderer, pictures);
    if (!before) return before.error();
    const auto after = add_picture(comparison.corrected(), settings,
                                   fmt::format("isoskin, {}: the same moment, flesh put back",
                                               error_text(comparison.corrected_error())),
                                   renderer, pictures);
    if (!after) return after.error();
    return pictures;
}

}  // namespace

Result<report::ReportPictures> draw_report(const Character& character, SkinMethod skinning,
                                           const std::vector<Clip>& clips,
                                           const report::FileReport& report) {
    auto renderer = render::Renderer::create(character);
    if (!renderer) return renderer.error();
    auto comparison =
        Comparison::create(character, skinning, report.settings, NormalOutput::Normals);
    if (!comparison) return comparison.error();
    report::ReportPictures all;
    for (std::size_t i = 0; i < clips.size(); ++i) {
        comparison->go_to(clip_pose(character, clips[i], report.clips[i].worst.time));
        auto pictures = draw_moment(*comparison, *renderer, {});
        if (!pictures) return pictures.error();
        all.push_back(*std::move(pictures));
    }
    return all;
}

Result<std::vector<ReportPicture>> draw_thumbnails(const Character& character, SkinMethod skinning,
                                                   const std::vector<Clip>& clips,
                                                   const report::FileReport& report) {
    auto renderer = render::Renderer::create(character);
    if (!renderer) return renderer.error();
    auto comparison =
        Comparison::create(character, skinning, report.settings, NormalOutput::Normals);
    if (!comparison) return comparison.error();
    std::size_t worst = 0;
    const auto error_of = [&](std::size_t clip) {
        return std::abs(report.clips[clip].worst.skinned_error);
    };
    for (std::size_t i = 1; i < clips.size(); ++i)
        if (error_of(i) > error_of(worst)) worst = i;
    comparison->go_to(clip_pose(character, clips[worst], report.clips[worst].worst.time));
    return draw_moment(*comparison, *renderer, {.width = 300, .height = 250});
}

}  // namespace isoskin::cli
