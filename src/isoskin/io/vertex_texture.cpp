#include "isoskin/io/vertex_texture.h"

#include <algorithm>
#include <bit>
#include <string_view>

#include "isoskin/base/bits.h"
#include "isoskin/io/part_file.h"

namespace isoskin {
namespace {

static_assert(std::endian::native == std::endian::little, "numbers are written as they lie");

constexpr std::size_t kMostTexels = 16384;  // a side of a texture, on most graphics cards
constexpr std::size_t kWidest = 4096;

/// The head of an OpenEXR file: attributes of a name, a type and bytes.
class ExrHead {
  public:
    ExrHead() {
        put(std::uint32_t{20000630});  // magic
        put(std::uint32_t{2});         // version, one part of scan lines
    }
    template <typename T>
    void put(T value) {
        bytes_.append(reinterpret_cast<const char*>(&value), sizeof(T));
    }
    void put_name(std::string_view name) {
        bytes_.append(name);
        bytes_.push_back('\0');
    }
    void begin(std::string_view name, std::string_view type, std::uint32_t size) {
        put_name(name);
        put_name(type);
        put(size);
    }
    template <typename... T>
    void put_attribute(std::string_view name, std::string_view type, T... values) {
        begin(name, type, static_cast<std::uint32_t>((sizeof(T) + ... + 0)));
        (put(values), ...);
    }
    void end() { bytes_.push_back('\0'); }
    const std::string& bytes() const { return bytes_; }

  private:
    std::string bytes_;
};

ExrHead make_head(const TextureLayout& layout, double frames_per_second) {
    ExrHead head;
    constexpr std::uint32_t kChannelBytes = 18;
    head.begin("channels", "chlist", 3 * kChannelBytes + 1);
    for (const std::string_view channel : {"B", "G", "R"}) {
        head.put_name(channel);
        head.put(std::uint32_t{2});  // 32-bit float
        head.put(std::uint32_t{0});  // not perceived as light, and reserved bytes
        head.put(std::uint32_t{1});  // sampled at every texel, across
        head.put(std::uint32_t{1});  // and down
    }
    head.end();
    head.put_attribute("compression", "compression", std::uint8_t{0});
    const auto right = static_cast<std::int32_t>(layout.width) - 1;
    const auto bottom = static_cast<std::int32_t>(layout.height) - 1;
    for (const std::string_view window : {"dataWindow", "displayWindow"})
        head.put_attribute(window, "box2i", std::int32_t{0}, std::int32_t{0}, right, bottom);
    head.put_attribute("framesPerSecond", "float", static_cast<float>(frames_per_second));
    head.put_attribute("lineOrder", "lineOrder", std::uint8_t{0});
    head.put_attribute("pixelAspectRatio", "float", 1.0F);
    head.put_attribute("screenWindowCenter", "v2f", 0.0F, 0.0F);
    head.put_attribute("screenWindowWidth", "float", 1.0F);
    head.end();
    return head;
}

class ExrWriter : public VertexCacheWriter {
  public:
    ExrWriter(const std::filesystem::path& path, const TextureLayout& layout,
              double frames_per_second)
        : file_(path), layout_(layout) {
        const ExrHead head = make_head(layout, frames_per_second);
        file_.stream().write(head.bytes().data(),
                             static_cast<std::streamsize>(head.bytes().size()));
        const std::uint64_t first = head.bytes().size() + 8 * layout.height;
        for (std::size_t line = 0; line < layout.height; ++line)
            put(first + line * (8 + line_bytes()));
    }

    Status add_frame(std::span<const PosedMesh> posed) override {
        texels_.clear();
        for (const PosedMesh& mesh : posed)
            texels_.insert(texels_.end(), mesh.positions.begin(), mesh.positions.end());
        texels_.resize(layout_.width * layout_.rows_per_frame, Vec3::Zero());
        for (std::size_t row = 0; row < layout_.rows_per_frame; ++row)
            put_line(std::span(texels_).subspan(row * layout_.width, layout_.width));
        return file_.check();
    }
    Status finish() override { return file_.finish(); }

  private:
    std::size_t line_bytes() const { return 3 * sizeof(float) * layout_.width; }

    template <typename T>
    void put(T value) {
        file_.stream().write(reinterpret_cast<const char*>(&value), sizeof(T));
    }

    void put_line(std::span<const Vec3> texels) {
        put(static_cast<std::int32_t>(line_++));
        put(static_cast<std::uint32_t>(line_bytes()));
        numbers_.clear();
        for (const int axis : {2, 1, 0})
            for (const Vec3& texel : texels)
                numbers_.push_back(texel[axis]);
        file_.stream().write(reinterpret_cast<const char*>(numbers_.data()),
                             static_cast<std::streamsize>(line_bytes()));
    }

    PartFile file_;
    TextureLayout layout_;
    std::size_t line_ = 0;
    std::vector<Vec3> texels_;
    std::vector<float> numbers_;
};

}  // namespace

TextureLayout texture_layout(std::size_t vertex_count, const CacheTiming& timing) {
    TextureLayout layout;
    layout.width = std::clamp<std::size_t>(vertex_count, 1, kWidest);
    layout.rows_per_frame =
        std::max<std::size_t>(1, (vertex_count + layout.width - 1) / layout.width);
    layout.height = layout.rows_per_frame * timing.frame_count;
    return layout;
}

Result<std::unique_ptr<VertexCacheWriter>> create_vertex_texture(const std::filesystem::path& path,
                                                                 std::size_t vertex_count,
                                                                 const CacheTiming& timing) {
    const TextureLayout layout = texture_layout(vertex_count, timing);
    if (layout.height > kMostTexels)
        return unsupported("'" + path.string() + "' would be " + std::to_string(layout.height) +
                           " texels high, more than the " + std::to_string(kMostTexels) +
                           " of a texture; give fewer --frames or --fps");
    std::unique_ptr<VertexCacheWriter> writer =
        std::make_unique<ExrWriter>(path, layout, timing.frames_per_second);
    return writer;
}

}  // namespace isoskin
