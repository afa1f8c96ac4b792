#include "isoskin/io/stl_write.h"

#include <cassert>

#include "isoskin/io/little_endian.h"

namespace isoskin {
namespace {

constexpr std::size_t kHeaderSize = 80;

void append_triangle(const Vec3& a, const Vec3& b, const Vec3& c, std::vector<std::uint8_t>& out) {
    const Vec3d normal = (b - a).cast<double>().cross((c - a).cast<double>());
    const double length = normal.norm();
    append_floats(
        Vec3((length > 0.0 ? Vec3d(normal / length) : Vec3d(Vec3d::Zero())).cast<float>()), out);
    for (const Vec3& corner : {a, b, c})
        append_floats(corner, out);
    out.insert(out.end(), 2, 0);  // attribute byte count
}

}  // namespace

std::vector<std::uint8_t> stl_bytes(const Character& character, std::span<const PosedMesh> posed) {
    assert(posed.size() == character.meshes.size());
    std::vector<std::uint8_t> out(kHeaderSize, ' ');
    std::size_t count = 0;
    for (const SkinnedMesh& skinned : character.meshes)
        count += triangulate(skinned.mesh.faces).size();
    append_little_endian(static_cast<std::uint32_t>(count), out);
    for (std::size_t i = 0; i < posed.size(); ++i) {
        const auto& p = posed[i].positions;
        for (const auto& [a, b, c] : triangulate(character.meshes[i].mesh.faces))
            append_triangle(p[a], p[b], p[c], out);
    }
    return out;
}

}  // namespace isoskin
