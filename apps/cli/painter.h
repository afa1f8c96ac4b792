#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cell_groups.h"
#include "comparison.h"
#include "poser.h"
#include "render/renderer.h"

namespace isoskin::cli {

/// Draws what a poser shows, or what keeping its volume changes.
class Painter {
  public:
    enum class Subject {
        Character,  ///< As posed.
        Heat,       ///< Coloured where flesh was lost: what was put back, or would be.
        BothSides,  ///< Plain skinning with the heat map beside the corrected character.
    };

    /// Fails as unsupported where nothing can be drawn.
    static Result<Painter> create(const Poser& poser, SkinMethod skinning, Subject subject);

    /// Draws the cells of the poser's lattice too; it has one.
    void show_cells(const Poser& poser, CellChoice choice);
    /// The box round the cells at the moment the poser is at; empty if they are not shown.
    Eigen::AlignedBox3f cell_box(const Poser& poser);

    /// A sentence for each thing that people should know of the pictures.
    const std::vector<std::string>& notes() const { return notes_; }

    /// The moment the poser is at.
    Result<render::Picture> draw(const Poser& poser, render::RenderSettings settings);

  private:
    Painter(Subject subject, render::Renderer renderer, std::optional<Comparison> comparison);
    Result<render::Picture> draw_both(const Poser& poser, render::RenderSettings settings);
    std::vector<render::LineGroup> lines_of(const Poser& poser);

    Subject subject_;
    render::Renderer renderer_;
    std::optional<Comparison> comparison_;
    std::optional<CellGroups> cells_;
    std::vector<std::string> notes_;
};

}  // namespace isoskin::cli
