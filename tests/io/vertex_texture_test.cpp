#include "isoskin/io/vertex_texture.h"

#include <cstring>

#include <gtest/gtest.h>

#include "isoskin/io/file.h"
#include "support/temporary_folder.h"

namespace isoskin {
namespace {

/// Reads what the format calls a file of scan lines, by its own offset table.
class ExrText {
  public:
    explicit ExrText(std::vector<std::uint8_t> bytes) : bytes_(std::move(bytes)) {
        EXPECT_EQ(number<std::uint32_t>(0), 20000630U);
        EXPECT_EQ(number<std::uint32_t>(4), 2U);
        std::size_t at = 8;
        while (bytes_[at] != 0) {
            const std::string name = text(at);
            text(at);  // its type
            const auto size = number<std::uint32_t>(at);
            at += 4;
            if (name == "dataWindow") {
                width = number<std::uint32_t>(at + 8) + 1;
                height = number<std::uint32_t>(at + 12) + 1;
            }
            if (name == "compression") {
                EXPECT_EQ(bytes_[at], 0);
            }
            at += size;
        }
        offsets_ = at + 1;
    }

    Vec3 texel(std::size_t x, std::size_t y) const {
        const auto line = static_cast<std::size_t>(number<std::uint64_t>(offsets_ + 8 * y));
        EXPECT_EQ(number<std::uint32_t>(line), y);
        EXPECT_EQ(number<std::uint32_t>(line + 4), 12 * width);
        const auto channel = [&](std::size_t k) {
            return number<float>(line + 8 + 4 * (k * width + x));
        };
        return {channel(2), channel(1), channel(0)};  // R G B stand in the order of the alphabet
    }

    std::size_t width = 0;
    std::size_t height = 0;

  private:
    template <typename T>
    T number(std::size_t at) const {
        T value{};
        std::memcpy(&value, &bytes_.at(at + sizeof(T) - 1) - (sizeof(T) - 1), sizeof(T));
        return value;
    }
    std::string text(std::size_t& at) const {
        std::string made;
        while (bytes_.at(at) != 0)
            made += static_cast<char>(bytes_[at++]);
        ++at;
        return made;
    }
    std::vector<std::uint8_t> bytes_;
    std::size_t offsets_ = 0;
};

TEST(VertexTexture, every_vertex_of_every_frame_reads_back) {
    const TemporaryFolder folder;
    constexpr std::size_t kVertices = 5000;  // more than one row
    const CacheTiming timing{.first_frame = 3, .frame_count = 4, .frames_per_second = 24.0};
    const auto writer = create_vertex_texture(folder / "a.exr", kVertices, timing);
    ASSERT_TRUE(writer);
    const auto place = [](std::size_t frame, std::size_t v) {
        return Vec3(static_cast<float>(v) + 0.25F, -static_cast<float>(frame) - 0.1F,
                    1e-3F * static_cast<float>(v * frame));
    };
    for (std::size_t frame = 0; frame < timing.frame_count; ++frame) {
        PosedMesh posed;
        for (std::size_t v = 0; v < kVertices; ++v)
            posed.positions.push_back(place(frame, v));
        ASSERT_TRUE((*writer)->add_frame(std::span(&posed, 1)));
    }
    ASSERT_TRUE((*writer)->finish());

    const ExrText read(read_bytes(folder / "a.exr").value());
    const TextureLayout layout = texture_layout(kVertices, timing);
    EXPECT_EQ(layout.rows_per_frame, 2U);
    ASSERT_EQ(read.width, layout.width);
    ASSERT_EQ(read.height, layout.height);
    for (std::size_t frame = 0; frame < timing.frame_count; ++frame)
        for (std::size_t v = 0; v < kVertices; v += 7)
            ASSERT_EQ(
                read.texel(v % layout.width, frame * layout.rows_per_frame + v / layout.width),
                place(frame, v));
}

TEST(VertexTexture, refuses_what_no_graphics_card_takes) {
    const TemporaryFolder folder;
    const auto writer = create_vertex_texture(folder / "a.exr", 100000, {.frame_count = 1000});
    ASSERT_FALSE(writer);
    EXPECT_NE(writer.error().message.find("texels high"), std::string::npos);
}

}  // namespace
}  // namespace isoskin
