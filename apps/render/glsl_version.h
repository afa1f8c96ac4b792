#pragma once

namespace isoskin::render {

/// How the text of every shader begins.
inline constexpr const char* kGlslVersion = "#version 330 core\n";

}  // namespace isoskin::render
