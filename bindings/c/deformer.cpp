#include <filesystem>
#include <memory>

#include "boundary.h"
#include "handles.h"
#include "isoskin/io/character_file.h"
#include "posing.h"
#include "settings.h"

namespace isoskin::c {
namespace {

constexpr const char* kCreate = "isoskin_deformer_create";

std::optional<SkinMethod> skin_method(isoskin_skinning skinning) {
    switch (skinning) {
        case ISOSKIN_LINEAR:
            return SkinMethod::Linear;
        case ISOSKIN_DUAL_QUATERNION:
            return SkinMethod::DualQuaternion;
        case ISOSKIN_RIGID:
            return SkinMethod::Rigid;
    }
    return std::nullopt;
}

isoskin_status create(const Character& character, const isoskin_options& options,
                      isoskin_deformer** deformer) {
    const auto skinning = skin_method(options.skinning);
    if (!skinning)
        return fail(ISOSKIN_USAGE, std::string(kCreate) + ": there is no skinning " +
                                       std::to_string(static_cast<int>(options.skinning)));
    auto volume = settings_for(character, options.settings);
    if (!volume) return fail(volume.error());
    DeformSettings settings;
    settings.skinning = *skinning;
    settings.volume = *std::move(volume);
    if (options.skip_normals != 0) settings.normals = NormalOutput::None;
    if (options.skip_check != 0) settings.check = VolumeCheck::Skip;
    auto made = Deformer::create(character, settings);
    if (!made) return fail(made.error());

    auto handle = std::make_unique<isoskin_deformer>(*std::move(made));
    handle->has_normals = options.skip_normals == 0;
    handle->joint_count = character.skeleton.joint_count();
    handle->matrices.resize(handle->joint_count);
    handle->stored_morph_weights = stored_pose(character).morph_weights;
    for (const SkinnedMesh& mesh : character.meshes) {
        handle->wedge_vertex.push_back(mesh.mesh.wedge_vertex);
        handle->skin_joints.push_back(mesh.skin.joints);
    }
    for (const Refusal& refusal : handle->deformer.refusals())
        handle->refusals.push_back(refusal.part + ": " + refusal.reason);
    *deformer = handle.release();
    return ISOSKIN_OK;
}

// Several normals at one vertex become their mean, for callers with one normal a vertex.
void write_mean_normals(std::span<const Vec3> normals, std::span<const Index> wedge_vertex,
                        std::size_t vertex_count, float* out, std::size_t stride) {
    std::vector<Vec3> sums(vertex_count, Vec3::Zero());
    for (std::size_t wedge = 0; wedge < wedge_vertex.size(); ++wedge)
        sums[wedge_vertex[wedge]] += normals[wedge];
    for (std::size_t i = 0; i < vertex_count; ++i)
        write_vector(sums[i].normalized(), element(out, i, stride, kVectorBytes));
}

isoskin_status write_normals(const isoskin_deformer& deformer, std::size_t mesh, float* normals,
                             std::size_t stride) {
    const PosedMesh& posed = deformer.posed[mesh];
    const auto& wedge_vertex = deformer.wedge_vertex[mesh];
    if (!wedge_vertex.empty()) {
        write_mean_normals(posed.normals, wedge_vertex, posed.positions.size(), normals, stride);
        return ISOSKIN_OK;
    }
    for (std::size_t i = 0; i < posed.normals.size(); ++i)
        write_vector(posed.normals[i], element(normals, i, stride, kVectorBytes));
    return ISOSKIN_OK;
}

// As the caller may read them: until the next pose, with ends.
void keep_words(isoskin_deformer& deformer) {
    deformer.part_words.resize(deformer.report.parts.size());
    for (std::size_t p = 0; p < deformer.part_words.size(); ++p) {
        deformer.part_words[p].label = deformer.report.parts[p].label;
        deformer.part_words[p].trouble = deformer.report.parts[p].trouble;
        deformer.part_words[p].trouble_joint = deformer.report.parts[p].trouble_joint;
    }
}

isoskin_status check_posed(const char* function, const isoskin_deformer* deformer, std::size_t mesh,
                           const void* out, std::size_t count) {
    if (const auto checked = check_mesh(function, deformer, mesh); checked != ISOSKIN_OK)
        return checked;
    if (!deformer->has_pose)
        return fail(ISOSKIN_USAGE, std::string(function) + ": nothing was posed yet");
    if (out == nullptr) return fail_null(function, "the array to fill");
    return check_room(function, deformer->posed[mesh].positions.size(), count);
}

}  // namespace
}  // namespace isoskin::c

using namespace isoskin::c;  // NOLINT(google-build-using-namespace): all below is of it

isoskin_status isoskin_deformer_create(const isoskin_character* character,
                                       const isoskin_options* options,
                                       isoskin_deformer** deformer) {
    if (deformer == nullptr) return fail_null(kCreate, "deformer");
    *deformer = nullptr;
    if (character == nullptr) return fail_null(kCreate, "character");
    isoskin_options whole = ISOSKIN_INIT(isoskin_options);
    if (options != nullptr && !take_in(*options, whole))
        return fail_size(kCreate, "isoskin_options");
    return guarded([&] { return create(character->character, whole, deformer); });
}

void isoskin_deformer_free(isoskin_deformer* deformer) {
    delete deformer;
}

isoskin_status isoskin_deformer_pose(isoskin_deformer* deformer, const isoskin_pose* pose) {
    return guarded([&] {
        const auto taken = take_pose("isoskin_deformer_pose", deformer, pose);
        if (taken != ISOSKIN_OK) return taken;
        deformer->report =
            deformer->deformer.deform(deformer->matrices, deformer->morph_weights, deformer->posed);
        keep_words(*deformer);
        deformer->has_pose = true;
        return ISOSKIN_OK;
    });
}

isoskin_status isoskin_deformer_positions(const isoskin_deformer* deformer, size_t mesh,
                                          float* positions, size_t stride, size_t count) {
    const auto checked =
        check_posed("isoskin_deformer_positions", deformer, mesh, positions, count);
    if (checked != ISOSKIN_OK) return checked;
    const auto& posed = deformer->posed[mesh].positions;
    for (size_t i = 0; i < posed.size(); ++i)
        write_vector(posed[i], element(positions, i, stride, kVectorBytes));
    return ISOSKIN_OK;
}

isoskin_status isoskin_deformer_normals(const isoskin_deformer* deformer, size_t mesh,
                                        float* normals, size_t stride, size_t count) {
    const auto checked = check_posed("isoskin_deformer_normals", deformer, mesh, normals, count);
    if (checked != ISOSKIN_OK) return checked;
    if (!deformer->has_normals)
        return fail(ISOSKIN_USAGE, "isoskin_deformer_normals: the deformer was made without them");
    return guarded([&] { return write_normals(*deformer, mesh, normals, stride); });
}

isoskin_status isoskin_deformer_write(const isoskin_deformer* deformer,
                                      const isoskin_character* character, const char* path) {
    constexpr const char* kName = "isoskin_deformer_write";
    if (deformer == nullptr) return fail_null(kName, "deformer");
    if (character == nullptr) return fail_null(kName, "character");
    if (path == nullptr) return fail_null(kName, "path");
    const auto& meshes = character->character.meshes;
    bool fits = deformer->has_pose && meshes.size() == deformer->posed.size();
    for (size_t m = 0; fits && m < meshes.size(); ++m)
        fits = meshes[m].mesh.vertex_count() == deformer->posed[m].positions.size();
    if (!fits)
        return fail(ISOSKIN_USAGE,
                    std::string(kName) + ": nothing was posed yet, or this is another character");
    return guarded([&] {
        const std::filesystem::path file(reinterpret_cast<const char8_t*>(path));
        const auto written = isoskin::write_posed(file, character->character, deformer->posed);
        return written ? ISOSKIN_OK : fail(written.error());
    });
}

size_t isoskin_deformer_part_count(const isoskin_deformer* deformer) {
    return deformer != nullptr ? deformer->report.parts.size() : 0;
}

isoskin_status isoskin_deformer_part(const isoskin_deformer* deformer, size_t index,
                                     isoskin_part* part) {
    constexpr const char* kName = "isoskin_deformer_part";
    if (deformer == nullptr) return fail_null(kName, "deformer");
    if (part == nullptr) return fail_null(kName, "part");
    const size_t count = deformer->report.parts.size();
    if (index >= count) return fail_index(kName, "part", index, count);
    const isoskin::PartReport& of = deformer->report.parts[index];
    const auto& words = deformer->part_words[index];
    isoskin_part whole = ISOSKIN_INIT(isoskin_part);
    whole.mesh = of.mesh;
    whole.label = words.label.c_str();
    whole.target = of.target;
    whole.skinned = of.skinned;
    whole.corrected = of.corrected;
    whole.kept = of.kept;
    whole.reached = of.reached ? 1 : 0;
    whole.trouble = words.trouble.c_str();
    whole.trouble_joint = words.trouble_joint.c_str();
    return give_out(whole, *part) ? ISOSKIN_OK : fail_size(kName, "isoskin_part");
}

size_t isoskin_deformer_loss_count(const isoskin_deformer* deformer) {
    return deformer != nullptr ? deformer->report.joints.size() : 0;
}

isoskin_status isoskin_deformer_loss(const isoskin_deformer* deformer, size_t index,
                                     isoskin_joint_loss* loss) {
    constexpr const char* kName = "isoskin_deformer_loss";
    if (deformer == nullptr) return fail_null(kName, "deformer");
    if (loss == nullptr) return fail_null(kName, "loss");
    const size_t count = deformer->report.joints.size();
    if (index >= count) return fail_index(kName, "loss", index, count);
    const isoskin::JointReport& of = deformer->report.joints[index];
    isoskin_joint_loss whole = ISOSKIN_INIT(isoskin_joint_loss);
    whole.part = of.part;
    whole.joint = of.joint;
    whole.loss = of.loss;
    whole.displacement = of.displacement;
    return give_out(whole, *loss) ? ISOSKIN_OK : fail_size(kName, "isoskin_joint_loss");
}

size_t isoskin_deformer_refusal_count(const isoskin_deformer* deformer) {
    return deformer != nullptr ? deformer->refusals.size() : 0;
}

const char* isoskin_deformer_refusal(const isoskin_deformer* deformer, size_t index) {
    return index < isoskin_deformer_refusal_count(deformer) ? deformer->refusals[index].c_str()
                                                            : "";
}
