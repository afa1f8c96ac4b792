// What becomes of parts that lie on each other, over the clips of characters or the range of their
// joints: close pairs (a vertex, and the place of another part nearest to it in the stored pose)
// that change sides, by linear skinning, with every part corrected by itself, and with parts that
// follow.
#include <cmath>
#include <cstdio>
#include <numeric>

#include "isoskin/deform/deformer.h"
#include "isoskin/io/character_file.h"
#include "isoskin/mesh/surface_tree.h"
#include "isoskin/rig/range_of_motion.h"
#include "isoskin/volume/corrector.h"

namespace isoskin {
namespace {

constexpr double kClose = 0.01;      // of the diagonal of the character
constexpr std::size_t kFrames = 60;  // of each clip

/// A vertex close to a triangle of another part.
struct ClosePair {
    std::size_t mesh = 0;
    Index vertex = 0;
    std::size_t host_mesh = 0;
    Triangle triangle{};
    Vec3d corners = Vec3d::Zero();
    bool is_outside = false;
};

struct PartOfMesh {
    std::size_t mesh = 0;
    std::vector<Index> vertices;
    std::vector<Triangle> triangles;  // over vertices
};

std::vector<PartOfMesh> parts_of(const Character& character) {
    std::vector<PartOfMesh> parts;
    for (std::size_t m = 0; m < character.meshes.size(); ++m) {
        const VolumeSurface surface = make_volume_surface(character.meshes[m]);
        for (const VolumePart& part : surface.parts) {
            PartOfMesh& listed = parts.emplace_back();
            listed.mesh = m;
            for (const Index point : part.points)
                listed.vertices.push_back(surface.weld.vertex_of_point[point]);
            for (Triangle t : part.triangles) {
                if (t[2] >= surface.point_count) continue;
                for (Index& corner : t)
                    corner = surface.weld.vertex_of_point[corner];
                listed.triangles.push_back(t);
            }
        }
    }
    return parts;
}

// How far a vertex is outside the triangle of its pair.
double height(const ClosePair& pair, std::span<const PosedMesh> posed) {
    const auto at = [&](std::size_t c) -> Vec3d {
        return posed[pair.host_mesh].positions[pair.triangle[c]].cast<double>();
    };
    const Vec3d place = pair.corners[0] * at(0) + pair.corners[1] * at(1) + pair.corners[2] * at(2);
    return (posed[pair.mesh].positions[pair.vertex].cast<double>() - place)
        .dot((at(1) - at(0)).cross(at(2) - at(0)));
}

std::vector<ClosePair> find_pairs(const Character& character, std::span<const PosedMesh> stored) {
    Eigen::AlignedBox3f box;
    for (const PosedMesh& mesh : stored)
        box.extend(bounding_box(mesh.positions));
    const double within = kClose * static_cast<double>(box.diagonal().norm());
    const auto parts = parts_of(character);
    std::vector<ClosePair> pairs;
    for (const PartOfMesh& host : parts) {
        std::vector<Vec3d> positions;
        for (const Vec3& p : stored[host.mesh].positions)
            positions.push_back(p.cast<double>());
        if (host.triangles.empty()) continue;
        const SurfaceTree tree(positions, host.triangles);
        for (const PartOfMesh& part : parts) {
            if (&part == &host) continue;
            for (const Index vertex : part.vertices) {
                const auto place =
                    tree.nearest(stored[part.mesh].positions[vertex].cast<double>(), within);
                if (place.triangle == kNoIndex) continue;
                ClosePair pair{.mesh = part.mesh,
                               .vertex = vertex,
                               .host_mesh = host.mesh,
                               .triangle = tree.triangles()[place.triangle],
                               .corners = place.corners};
                pair.is_outside = height(pair, stored) > 0.0;
                pairs.push_back(pair);
            }
        }
    }
    return pairs;
}

void print_row(const char* file) {
    const auto character = read_character(file, {});
    if (!character) {
        std::fprintf(stderr, "%s\n", character.error().message.c_str());
        return;
    }
    std::vector<Deformer> deformers;
    for (const int way : {0, 1, 2}) {
        DeformSettings settings{.normals = NormalOutput::None, .check = VolumeCheck::Skip};
        if (way > 0) settings.volume = VolumeSettings{};
        if (way == 1) settings.layers = Layers::Alone;
        deformers.push_back(*Deformer::create(*character, settings));
    }
    auto out = deformers[0].make_output();
    deformers[0].deform(stored_pose(*character), out);
    const auto pairs = find_pairs(*character, out);
    std::array<std::size_t, 3> changed{};
    std::size_t frames = 0;
    auto clips = character->clips;
    if (clips.empty()) clips.push_back(range_of_motion(*character));
    for (const Clip& clip : clips)
        for (std::size_t f = 0; f < kFrames; ++f, ++frames) {
            const double share = (static_cast<double>(f) + 0.5) / static_cast<double>(kFrames);
            const Pose pose = clip_pose(*character, clip, share * clip.duration());
            for (std::size_t way = 0; way < 3; ++way) {
                deformers[way].deform(pose, out);
                for (const ClosePair& pair : pairs)
                    changed[way] += (height(pair, out) > 0.0) == pair.is_outside ? 0U : 1U;
            }
        }
    const double all = static_cast<double>(pairs.size() * frames) / 100.0;
    std::printf("| %s | %zu | %zu | %zu | %.2f | %.2f | %.2f |\n", file, pairs.size(), frames,
                deformers[2].following_parts().size(), static_cast<double>(changed[0]) / all,
                static_cast<double>(changed[1]) / all, static_cast<double>(changed[2]) / all);
}

}  // namespace
}  // namespace isoskin

int main(int count, char** files) {
    std::printf(
        "| character | close pairs | poses | parts that follow | changed sides, %%: linear | "
        "each part by itself | following |\n|---|---|---|---|---|---|---|\n");
    for (int k = 1; k < count; ++k)
        isoskin::print_row(files[k]);
    return 0;
}
