#pragma once

#include <string>

/// GLSL of every pass. Attributes: 0 position, 1 normal, 2 scalar, 3 texture coordinates, 4 colour.
/// Colours are linear until the resolve pass; directions point away from the surface.
namespace isoskin::render {

std::string full_screen_vertex();  ///< Passes `uv` in [0, 1], v upwards.

std::string depth_vertex();  ///< Anything seen by `clip_from_model`, with its view-space normal.
std::string depth_fragment();

std::string visibility_fragment();  ///< Of the sky and of the key light, from depth and normals.
std::string visibility_blur_fragment();  ///< 4 × 4 mean that stops at depth steps.

std::string surface_vertex();
std::string surface_fragment();

std::string backdrop_fragment();
std::string ground_vertex();
std::string ground_fragment();
std::string ground_depth_fragment();  ///< As depth_fragment, with 0 in the fourth channel.

std::string flat_vertex();  ///< Wireframe and bones.
std::string wire_fragment();
std::string bone_fragment();
std::string line_vertex();  ///< Corners of lines and dots that lie in clip space already.
std::string line_fragment();

std::string resolve_fragment();  ///< Tone-maps each sample, averages, codes as sRGB.

}  // namespace isoskin::render
