#pragma once

#include <span>
#include <string>
#include <vector>

#include "isoskin/rig/character.h"
#include "render/gl_objects.h"

namespace isoskin::render {

/// The pictures of a character as sRGB textures with mipmaps; repeated beyond their edges.
struct ImageTextures {
    std::vector<Texture> textures;  ///< One per image; white where an image cannot be decoded.
    std::vector<std::string> notes;
};

ImageTextures load_images(std::span<const Image> images);

}  // namespace isoskin::render
