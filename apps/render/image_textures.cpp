#include "render/image_textures.h"

#include <array>
#include <limits>
#include <memory>

#include <stb/stb_image.h>

namespace isoskin::render {
namespace {

constexpr int kMaxImageSide = 8192;  // pixels: a small file may announce a huge picture

struct FreePixels {
    void operator()(stbi_uc* pixels) const { stbi_image_free(pixels); }
};
using Pixels = std::unique_ptr<stbi_uc, FreePixels>;

Pixels decode(const Image& image, Size& size) {
    if (image.bytes.size() > static_cast<std::size_t>(std::numeric_limits<int>::max())) return {};
    const int length = static_cast<int>(image.bytes.size());
    int channels = 0;
    if (stbi_info_from_memory(image.bytes.data(), length, &size.width, &size.height, &channels) ==
            0 ||
        size.width > kMaxImageSide || size.height > kMaxImageSide) {
        return {};
    }
    return Pixels(stbi_load_from_memory(image.bytes.data(), length, &size.width, &size.height,
                                        &channels, STBI_rgb_alpha));
}

Texture upload(Size size, const stbi_uc* pixels) {
    Texture texture = make_texture(size, GL_SRGB8_ALPHA8, Filter::Linear, pixels);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 1000);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_REPEAT);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_REPEAT);
    glGenerateMipmap(GL_TEXTURE_2D);
    return texture;
}

}  // namespace

ImageTextures load_images(std::span<const Image> images) {
    constexpr std::array<stbi_uc, 4> kWhite{255, 255, 255, 255};
    ImageTextures result;
    for (std::size_t i = 0; i < images.size(); ++i) {
        Size size;
        const Pixels pixels = decode(images[i], size);
        if (pixels) {
            result.textures.push_back(upload(size, pixels.get()));
            continue;
        }
        result.textures.push_back(upload({1, 1}, kWhite.data()));
        result.notes.push_back("image " + std::to_string(i) + " '" + images[i].name +
                               "' cannot be decoded and is drawn white");
    }
    return result;
}

}  // namespace isoskin::render
