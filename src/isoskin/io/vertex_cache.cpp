#include "isoskin/io/vertex_cache.h"

#include <bit>

#include <nlohmann/json.hpp>

#include "isoskin/base/bits.h"
#include "isoskin/io/part_file.h"
#include "isoskin/io/vertex_texture.h"

namespace isoskin {
namespace {

std::size_t vertex_count(const Character& character) {
    std::size_t count = 0;
    for (const SkinnedMesh& mesh : character.meshes)
        count += mesh.mesh.vertex_count();
    return count;
}

std::uint32_t ordered(std::uint32_t bits, std::endian order) {
    if (order == std::endian::native) return bits;
    return (bits >> 24U) | ((bits >> 8U) & 0xFF00U) | ((bits << 8U) & 0xFF0000U) | (bits << 24U);
}

/// Numbers of 32 bits, one after another.
class NumberFile {
  public:
    NumberFile(const std::filesystem::path& path, std::endian order) : file_(path), order_(order) {}

    void put(std::uint32_t bits) {
        const std::uint32_t value = ordered(bits, order_);
        file_.stream().write(reinterpret_cast<const char*>(&value), sizeof(value));
    }
    void put(float value) { put(bits_of(value)); }
    void put_text(const char* text, std::size_t size) {
        file_.stream().write(text, static_cast<std::streamsize>(size));
    }
    Status put_frame(std::span<const PosedMesh> posed) {
        numbers_.clear();
        for (const PosedMesh& mesh : posed)
            for (const Vec3& p : mesh.positions)
                for (int c = 0; c < 3; ++c)
                    numbers_.push_back(ordered(bits_of(p[c]), order_));
        file_.stream().write(reinterpret_cast<const char*>(numbers_.data()),
                             static_cast<std::streamsize>(numbers_.size() * sizeof(numbers_[0])));
        return file_.check();
    }
    Status finish() { return file_.finish(); }

  private:
    PartFile file_;
    std::endian order_;
    std::vector<std::uint32_t> numbers_;
};

class Pc2Writer : public VertexCacheWriter {
  public:
    Pc2Writer(const std::filesystem::path& path, const Character& character,
              const CacheTiming& timing)
        : file_(path, std::endian::little) {
        file_.put_text("POINTCACHE2", 12);
        file_.put(std::uint32_t{1});  // version
        file_.put(static_cast<std::uint32_t>(vertex_count(character)));
        file_.put(static_cast<float>(timing.first_frame));
        file_.put(1.0F);  // one sample a frame
        file_.put(static_cast<std::uint32_t>(timing.frame_count));
    }
    Status add_frame(std::span<const PosedMesh> posed) override { return file_.put_frame(posed); }
    Status finish() override { return file_.finish(); }

  private:
    NumberFile file_;
};

class MddWriter : public VertexCacheWriter {
  public:
    MddWriter(const std::filesystem::path& path, const Character& character,
              const CacheTiming& timing)
        : file_(path, std::endian::big) {
        file_.put(static_cast<std::uint32_t>(timing.frame_count));
        file_.put(static_cast<std::uint32_t>(vertex_count(character)));
        for (std::size_t k = 0; k < timing.frame_count; ++k)
            file_.put(static_cast<float>(static_cast<double>(timing.first_frame + k) /
                                         timing.frames_per_second));
    }
    Status add_frame(std::span<const PosedMesh> posed) override { return file_.put_frame(posed); }
    Status finish() override { return file_.finish(); }

  private:
    NumberFile file_;
};

/// One mesh of all vertices, with its points as time samples.
class UsdaWriter : public VertexCacheWriter {
  public:
    UsdaWriter(const std::filesystem::path& path, const Character& character,
               const CacheTiming& timing)
        : file_(path), frame_(timing.first_frame) {
        auto& out = file_.stream();
        out.precision(9);
        out << "#usda 1.0\n(\n    defaultPrim = \"character\"\n    upAxis = \"Y\"\n"
            << "    timeCodesPerSecond = " << timing.frames_per_second
            << "\n    startTimeCode = " << timing.first_frame
            << "\n    endTimeCode = " << timing.first_frame + timing.frame_count - 1
            << "\n)\n\ndef Mesh \"character\"\n{\n"
            << "    uniform token subdivisionScheme = \"none\"\n";
        put_faces(character);
        out << "    point3f[] points.timeSamples = {\n";
    }
    Status add_frame(std::span<const PosedMesh> posed) override {
        auto& out = file_.stream();
        out << "        " << frame_++ << ": [";
        const char* between = "";
        for (const PosedMesh& mesh : posed)
            for (const Vec3& p : mesh.positions) {
                out << between << '(' << p.x() << ", " << p.y() << ", " << p.z() << ')';
                between = ", ";
            }
        out << "],\n";
        return file_.check();
    }
    Status finish() override {
        file_.stream() << "    }\n}\n";
        return file_.finish();
    }

  private:
    void put_faces(const Character& character) {
        auto& out = file_.stream();
        out << "    int[] faceVertexCounts = [";
        const char* between = "";
        for (const SkinnedMesh& mesh : character.meshes)
            for (const Face& face : mesh.mesh.faces) {
                out << between << face.size();
                between = ", ";
            }
        out << "]\n    int[] faceVertexIndices = [";
        between = "";
        std::size_t first = 0;
        for (const SkinnedMesh& mesh : character.meshes) {
            for (const Face& face : mesh.mesh.faces)
                for (int k = 0; k < face.size(); ++k) {
                    out << between << first + face.vertices[static_cast<std::size_t>(k)];
                    between = ", ";
                }
            first += mesh.mesh.vertex_count();
        }
        out << "]\n";
    }

    PartFile file_;
    std::size_t frame_;
};

}  // namespace

Result<std::unique_ptr<VertexCacheWriter>> create_vertex_cache(const std::filesystem::path& path,
                                                               const Character& character,
                                                               const CacheTiming& timing) {
    std::unique_ptr<VertexCacheWriter> writer;
    if (path.extension() == ".pc2")
        writer = std::make_unique<Pc2Writer>(path, character, timing);
    else if (path.extension() == ".mdd")
        writer = std::make_unique<MddWriter>(path, character, timing);
    else if (path.extension() == ".usda")
        writer = std::make_unique<UsdaWriter>(path, character, timing);
    else if (path.extension() == ".exr")
        return create_vertex_texture(path, vertex_count(character), timing);
    else
        return unsupported("'" + path.string() + "' is no vertex cache: .pc2, .mdd, .usda or .exr");
    return writer;
}

std::uint64_t topology_hash(const Character& character) {
    std::uint64_t hash = 0xCBF29CE484222325ULL;
    const auto add = [&](std::uint32_t number) {
        for (unsigned shift = 0; shift < 32; shift += 8)
            hash = (hash ^ ((number >> shift) & 0xFFU)) * 0x100000001B3ULL;
    };
    for (const SkinnedMesh& mesh : character.meshes) {
        add(static_cast<std::uint32_t>(mesh.mesh.vertex_count()));
        for (const Face& face : mesh.mesh.faces)
            for (const Index vertex : face.vertices)
                add(vertex);
    }
    return hash;
}

std::string cache_description(const Character& character, const CacheTiming& timing,
                              const std::filesystem::path& path) {
    constexpr const char* kDigits = "0123456789abcdef";
    std::string hash;
    for (int shift = 60; shift >= 0; shift -= 4)
        hash += kDigits[(topology_hash(character) >> static_cast<unsigned>(shift)) & 0xFU];
    nlohmann::ordered_json json = {{"isoskin_vertex_cache", 1},
                                   {"topology", hash},
                                   {"vertices", vertex_count(character)},
                                   {"first_frame", timing.first_frame},
                                   {"frames", timing.frame_count},
                                   {"frames_per_second", timing.frames_per_second},
                                   {"meshes", nlohmann::ordered_json::array()}};
    if (path.extension() == ".exr") {
        const TextureLayout layout = texture_layout(vertex_count(character), timing);
        json["texture"] = {{"width", layout.width},
                           {"height", layout.height},
                           {"rows_per_frame", layout.rows_per_frame}};
    }
    for (const SkinnedMesh& mesh : character.meshes)
        json["meshes"].push_back({{"name", mesh.mesh.name},
                                  {"vertices", mesh.mesh.vertex_count()},
                                  {"faces", mesh.mesh.faces.size()}});
    return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace isoskin
