#include "painter.h"

#include <array>
#include <cmath>

#include <fmt/core.h>

namespace isoskin::cli {

Painter::Painter(Subject subject, render::Renderer renderer, std::optional<Comparison> comparison)
    : subject_(subject), renderer_(std::move(renderer)), comparison_(std::move(comparison)) {
    notes_.assign(renderer_.notes().begin(), renderer_.notes().end());
}

Result<Painter> Painter::create(const Poser& poser, SkinMethod skinning, Subject subject) {
    if (subject != Subject::Character && poser.motion().bind)
        return usage_error("--bind shows no deformation; there is no volume to compare");
    auto renderer = render::Renderer::create(poser.character());
    if (!renderer) return renderer.error();
    std::optional<Comparison> comparison;
    if (subject != Subject::Character) {
        auto created = Comparison::create(poser.character(), skinning, poser.volume().settings,
                                          NormalOutput::Normals);
        if (!created) return created.error();
        comparison = *std::move(created);
    }
    Painter painter(subject, *std::move(renderer), std::move(comparison));
    if (poser.motion().clip)
        painter.notes_.insert(painter.notes_.end(), poser.motion().clip->notes.begin(),
                              poser.motion().clip->notes.end());
    if (!poser.volume().note.empty()) painter.notes_.push_back(poser.volume().note);
    for (const RefusalGroup& group : group_refusals(poser.refusals()))
        painter.notes_.push_back(group_sentence(group));
    return painter;
}

void Painter::show_cells(const Poser& poser, CellChoice choice) {
    cells_.emplace(poser.character(), *poser.lattice(), choice);
}

std::vector<render::LineGroup> Painter::lines_of(const Poser& poser) {
    if (!cells_) return {};
    return cells_->lines(poser.lattice()->lattice, poser.model_from_joint());
}

Eigen::AlignedBox3f Painter::cell_box(const Poser& poser) {
    return render::bounding_box(lines_of(poser));
}

Result<render::Picture> Painter::draw(const Poser& poser, render::RenderSettings settings) {
    settings.lines = lines_of(poser);
    if (!comparison_) return renderer_.draw(poser.posed(), poser.model_from_joint(), settings);
    comparison_->go_to(poser.pose());
    if (subject_ == Subject::BothSides) return draw_both(poser, settings);
    render::RenderSettings heated = settings;
    heated.scalar = comparison_->heat();
    return renderer_.draw(poser.posed(), poser.model_from_joint(), heated);
}

Result<render::Picture> Painter::draw_both(const Poser& poser, render::RenderSettings settings) {
    settings.width = (settings.width - render::kPanelGap) / 2;
    if (!settings.frame) {  // one camera for both sides
        settings.frame = render::bounding_box(comparison_->skinned());
        settings.frame->extend(render::bounding_box(comparison_->corrected()));
    }
    const auto asked = settings.scalar;
    const std::string caption = settings.caption.empty() ? "" : settings.caption + ": ";
    settings.caption =
        fmt::format("{}plain skinning {:+.2f} %", caption, 100.0 * comparison_->skinned_error());
    settings.scalar = asked ? asked : comparison_->heat();
    const auto before = renderer_.draw(comparison_->skinned(), poser.model_from_joint(), settings);
    if (!before) return before;
    constexpr double kShown = 5e-7;  // below it four digits of a percentage are zeros
    const double error = comparison_->corrected_error();
    settings.caption =
        fmt::format("{}isoskin {:.4f} %", caption, std::abs(error) < kShown ? 0.0 : 100.0 * error);
    settings.scalar = asked;
    const auto after = renderer_.draw(comparison_->corrected(), poser.model_from_joint(), settings);
    if (!after) return after;
    return render::join_panels(std::array{*before, *after}, 2);
}

}  // namespace isoskin::cli
