#include <filesystem>

#include "boundary.h"
#include "handles.h"
#include "isoskin/bake/morph_bake.h"
#include "isoskin/io/character_file.h"
#include "settings.h"

namespace isoskin::c {
namespace {

std::filesystem::path path_of(const char* utf8) {
    return std::filesystem::path(reinterpret_cast<const char8_t*>(utf8));
}

// A function of the interface that reads of a mesh into memory of the caller.
isoskin_status check_copy(const char* function, const isoskin_character* character,
                          std::size_t mesh, const void* out) {
    if (character == nullptr) return fail_null(function, "character");
    const std::size_t count = character->character.meshes.size();
    if (mesh >= count) return fail_index(function, "mesh", mesh, count);
    if (out == nullptr) return fail_null(function, "the array to fill");
    return ISOSKIN_OK;
}

void write_pose(const Character& character, const Pose& pose, float* matrices, std::size_t stride,
                float* morph_weights) {
    std::vector<Affine> model(character.skeleton.joint_count());
    compute_model_pose(character.skeleton, pose.parent_from_joint, model);
    for (std::size_t joint = 0; joint < model.size(); ++joint)
        write_matrix(model[joint], element(matrices, joint, stride, kMatrixBytes));
    if (morph_weights != nullptr)
        std::copy(pose.morph_weights.begin(), pose.morph_weights.end(), morph_weights);
}

}  // namespace
}  // namespace isoskin::c

using namespace isoskin::c;  // NOLINT(google-build-using-namespace): all below is of it

isoskin_status isoskin_character_read(const char* path, isoskin_character** character) {
    if (character == nullptr) return fail_null("isoskin_character_read", "character");
    *character = nullptr;
    if (path == nullptr) return fail_null("isoskin_character_read", "path");
    return guarded([&] {
        auto read = isoskin::read_character(path_of(path));
        if (!read) return fail(read.error());
        *character = new isoskin_character{*std::move(read)};
        return ISOSKIN_OK;
    });
}

isoskin_status isoskin_character_write(const isoskin_character* character, const char* path) {
    if (character == nullptr) return fail_null("isoskin_character_write", "character");
    if (path == nullptr) return fail_null("isoskin_character_write", "path");
    return guarded([&] {
        const auto written = isoskin::write_character(path_of(path), character->character);
        return written ? ISOSKIN_OK : fail(written.error());
    });
}

void isoskin_character_free(isoskin_character* character) {
    delete character;
}

size_t isoskin_character_joint_count(const isoskin_character* character) {
    return character != nullptr ? character->character.skeleton.joint_count() : 0;
}

const char* isoskin_character_joint_name(const isoskin_character* character, size_t joint) {
    if (joint >= isoskin_character_joint_count(character)) return "";
    return character->character.skeleton.joints()[joint].name.c_str();
}

int32_t isoskin_character_joint_parent(const isoskin_character* character, size_t joint) {
    if (joint >= isoskin_character_joint_count(character)) return -1;
    const auto& parent = character->character.skeleton.joints()[joint].parent;
    return parent ? static_cast<int32_t>(*parent) : -1;
}

size_t isoskin_character_mesh_count(const isoskin_character* character) {
    return character != nullptr ? character->character.meshes.size() : 0;
}

const char* isoskin_character_mesh_name(const isoskin_character* character, size_t mesh) {
    if (mesh >= isoskin_character_mesh_count(character)) return "";
    return character->character.meshes[mesh].mesh.name.c_str();
}

size_t isoskin_character_vertex_count(const isoskin_character* character, size_t mesh) {
    if (mesh >= isoskin_character_mesh_count(character)) return 0;
    return character->character.meshes[mesh].mesh.vertex_count();
}

size_t isoskin_character_triangle_count(const isoskin_character* character, size_t mesh) {
    if (mesh >= isoskin_character_mesh_count(character)) return 0;
    size_t count = 0;
    for (const isoskin::Face& face : character->character.meshes[mesh].mesh.faces)
        count += face.is_quad() ? 2U : 1U;
    return count;
}

size_t isoskin_character_morph_count(const isoskin_character* character) {
    size_t count = 0;
    for (size_t mesh = 0; mesh < isoskin_character_mesh_count(character); ++mesh)
        count += character->character.meshes[mesh].morphs.size();
    return count;
}

size_t isoskin_character_clip_count(const isoskin_character* character) {
    return character != nullptr ? character->character.clips.size() : 0;
}

const char* isoskin_character_clip_name(const isoskin_character* character, size_t clip) {
    if (clip >= isoskin_character_clip_count(character)) return "";
    return character->character.clips[clip].name.c_str();
}

double isoskin_character_clip_duration(const isoskin_character* character, size_t clip) {
    if (clip >= isoskin_character_clip_count(character)) return 0.0;
    return character->character.clips[clip].duration();
}

isoskin_status isoskin_character_positions(const isoskin_character* character, size_t mesh,
                                           float* positions, size_t stride) {
    const auto checked = check_copy("isoskin_character_positions", character, mesh, positions);
    if (checked != ISOSKIN_OK) return checked;
    const auto& bind = character->character.meshes[mesh].mesh.positions;
    for (size_t i = 0; i < bind.size(); ++i)
        write_vector(bind[i], element(positions, i, stride, kVectorBytes));
    return ISOSKIN_OK;
}

isoskin_status isoskin_character_triangles(const isoskin_character* character, size_t mesh,
                                           uint32_t* indices) {
    const auto checked = check_copy("isoskin_character_triangles", character, mesh, indices);
    if (checked != ISOSKIN_OK) return checked;
    return guarded([&] {
        for (const auto& triangle :
             isoskin::triangulate(character->character.meshes[mesh].mesh.faces))
            indices = std::copy(triangle.begin(), triangle.end(), indices);
        return ISOSKIN_OK;
    });
}

isoskin_status isoskin_character_stored_pose(const isoskin_character* character, float* matrices,
                                             size_t stride, float* morph_weights) {
    constexpr const char* kName = "isoskin_character_stored_pose";
    if (character == nullptr) return fail_null(kName, "character");
    if (matrices == nullptr) return fail_null(kName, "matrices");
    return guarded([&] {
        const isoskin::Character& of = character->character;
        write_pose(of, isoskin::stored_pose(of), matrices, stride, morph_weights);
        return ISOSKIN_OK;
    });
}

isoskin_status isoskin_character_clip_pose(const isoskin_character* character, size_t clip,
                                           double seconds, float* matrices, size_t stride,
                                           float* morph_weights) {
    constexpr const char* kName = "isoskin_character_clip_pose";
    if (character == nullptr) return fail_null(kName, "character");
    if (matrices == nullptr) return fail_null(kName, "matrices");
    const size_t count = character->character.clips.size();
    if (clip >= count) return fail_index(kName, "clip", clip, count);
    return guarded([&] {
        const isoskin::Character& of = character->character;
        write_pose(of, isoskin::clip_pose(of, of.clips[clip], seconds), matrices, stride,
                   morph_weights);
        return ISOSKIN_OK;
    });
}

isoskin_status isoskin_character_bake(const isoskin_character* character, const char* settings,
                                      isoskin_character** baked) {
    constexpr const char* kName = "isoskin_character_bake";
    if (baked == nullptr) return fail_null(kName, "baked");
    *baked = nullptr;
    if (character == nullptr) return fail_null(kName, "character");
    return guarded([&] {
        auto volume = settings_for(character->character, settings);
        if (!volume) return fail(volume.error());
        isoskin::BakeSettings bake;
        bake.volume = *std::move(volume);
        auto made = isoskin::bake_morphs(character->character, bake);
        if (!made) return fail(made.error());
        *baked = new isoskin_character{std::move(made->character)};
        return ISOSKIN_OK;
    });
}
