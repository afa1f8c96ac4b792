#include "boundary.h"
#include "handles.h"
#include "posing.h"

namespace isoskin::c {
namespace {

isoskin_role role_of(TargetRole role) {
    switch (role) {
        case TargetRole::Bend:
            return ISOSKIN_BEND;
        case TargetRole::Twist:
            return ISOSKIN_TWIST;
        case TargetRole::Flesh:
            return ISOSKIN_FLESH;
    }
    return ISOSKIN_BEND;
}

isoskin_status check_target(const char* function, const isoskin_deformer* deformer,
                            std::size_t mesh, std::size_t index) {
    if (const auto checked = check_mesh(function, deformer, mesh); checked != ISOSKIN_OK)
        return checked;
    const std::size_t count = deformer->deformer.targets(mesh).size();
    return index < count ? ISOSKIN_OK : fail_index(function, "target", index, count);
}

}  // namespace

isoskin_status check_mesh(const char* function, const isoskin_deformer* deformer,
                          std::size_t mesh) {
    if (deformer == nullptr) return fail_null(function, "deformer");
    const std::size_t count = deformer->posed.size();
    return mesh < count ? ISOSKIN_OK : fail_index(function, "mesh", mesh, count);
}

isoskin_status check_room(const char* function, std::size_t needed, std::size_t count) {
    if (count >= needed) return ISOSKIN_OK;
    return fail(ISOSKIN_USAGE, std::string(function) + ": there is room for " +
                                   std::to_string(count) + " elements, " + std::to_string(needed) +
                                   " are needed");
}

isoskin_status take_pose(const char* function, isoskin_deformer* deformer,
                         const isoskin_pose* pose) {
    if (deformer == nullptr) return fail_null(function, "deformer");
    if (pose == nullptr) return fail_null(function, "pose");
    isoskin_pose whole;
    if (!take_in(*pose, whole)) return fail_size(function, "isoskin_pose");
    if (whole.matrices == nullptr) return fail_null(function, "matrices");
    const auto differ = [&](const char* what, std::size_t given, std::size_t needed) {
        return fail(ISOSKIN_USAGE, std::string(function) + ": " + std::to_string(given) + " " +
                                       what + " given, the character has " +
                                       std::to_string(needed));
    };
    if (whole.matrix_count != deformer->joint_count)
        return differ("matrices", whole.matrix_count, deformer->joint_count);
    for (std::size_t j = 0; j < deformer->joint_count; ++j) {
        deformer->matrices[j] =
            read_matrix(element(whole.matrices, j, whole.matrix_stride, kMatrixBytes));
        if (!deformer->matrices[j].matrix().allFinite())
            return fail(ISOSKIN_INVALID, std::string(function) + ": the matrix of joint " +
                                             std::to_string(j) + " is not finite");
    }
    deformer->morph_weights = deformer->stored_morph_weights;
    if (whole.morph_weights != nullptr) {
        if (whole.morph_count != deformer->morph_weights.size())
            return differ("morph weights", whole.morph_count, deformer->morph_weights.size());
        std::copy_n(whole.morph_weights, whole.morph_count, deformer->morph_weights.begin());
    }
    return ISOSKIN_OK;
}

}  // namespace isoskin::c

using namespace isoskin::c;  // NOLINT(google-build-using-namespace): all below is of it

size_t isoskin_deformer_target_count(const isoskin_deformer* deformer, size_t mesh) {
    if (deformer == nullptr || mesh >= deformer->posed.size()) return 0;
    return deformer->deformer.targets(mesh).size();
}

isoskin_status isoskin_deformer_target(const isoskin_deformer* deformer, size_t mesh, size_t index,
                                       isoskin_target* target) {
    constexpr const char* kName = "isoskin_deformer_target";
    if (const auto checked = check_target(kName, deformer, mesh, index); checked != ISOSKIN_OK)
        return checked;
    if (target == nullptr) return fail_null(kName, "target");
    const isoskin::VertexTarget& of = deformer->deformer.targets(mesh)[index];
    isoskin_target whole = ISOSKIN_INIT(isoskin_target);
    whole.name = of.name.c_str();
    whole.joint = deformer->skin_joints[mesh][of.slot];
    whole.role = role_of(of.role);
    whole.profile = of.profile;
    return give_out(whole, *target) ? ISOSKIN_OK : fail_size(kName, "isoskin_target");
}

isoskin_status isoskin_deformer_target_offsets(const isoskin_deformer* deformer, size_t mesh,
                                               size_t index, float* offsets, size_t stride,
                                               size_t count) {
    constexpr const char* kName = "isoskin_deformer_target_offsets";
    if (const auto checked = check_target(kName, deformer, mesh, index); checked != ISOSKIN_OK)
        return checked;
    if (offsets == nullptr) return fail_null(kName, "offsets");
    const size_t vertex_count = deformer->posed[mesh].positions.size();
    if (const auto room = check_room(kName, vertex_count, count); room != ISOSKIN_OK) return room;
    for (size_t i = 0; i < vertex_count; ++i)
        write_vector(isoskin::Vec3::Zero(), element(offsets, i, stride, kVectorBytes));
    const isoskin::VertexMap& map = deformer->deformer.targets(mesh)[index].map;
    const auto directions = deformer->deformer.target_directions(mesh);
    for (size_t k = 0; k < map.vertices.size(); ++k) {
        const isoskin::Vec3& way = map.ways.empty() ? directions[map.vertices[k]] : map.ways[k];
        write_vector(map.values[k] * way, element(offsets, map.vertices[k], stride, kVectorBytes));
    }
    return ISOSKIN_OK;
}

isoskin_status isoskin_deformer_weights(isoskin_deformer* deformer, const isoskin_pose* pose,
                                        size_t mesh, float* weights, size_t count) {
    constexpr const char* kName = "isoskin_deformer_weights";
    if (const auto checked = check_mesh(kName, deformer, mesh); checked != ISOSKIN_OK)
        return checked;
    if (!deformer->deformer.has_weights())
        return fail(ISOSKIN_UNSUPPORTED,
                    "isoskin_deformer_weights: weights exist for the methods normal and flesh in "
                    "the scope joints over linear skinning");
    if (weights == nullptr) return fail_null(kName, "weights");
    const size_t needed = deformer->deformer.targets(mesh).size();
    if (const auto room = check_room(kName, needed, count); room != ISOSKIN_OK) return room;
    return guarded([&] {
        const auto taken = take_pose(kName, deformer, pose);
        if (taken != ISOSKIN_OK) return taken;
        const auto solved =
            deformer->deformer.weights(deformer->matrices, deformer->morph_weights, mesh);
        std::copy(solved.begin(), solved.end(), weights);
        return ISOSKIN_OK;
    });
}

isoskin_status isoskin_deformer_measure(isoskin_deformer* deformer, size_t mesh,
                                        const float* positions, size_t stride, size_t count,
                                        double* volume) {
    constexpr const char* kName = "isoskin_deformer_measure";
    if (const auto checked = check_mesh(kName, deformer, mesh); checked != ISOSKIN_OK)
        return checked;
    if (positions == nullptr) return fail_null(kName, "positions");
    if (volume == nullptr) return fail_null(kName, "volume");
    const size_t vertex_count = deformer->posed[mesh].positions.size();
    if (const auto room = check_room(kName, vertex_count, count); room != ISOSKIN_OK) return room;
    return guarded([&] {
        std::vector<isoskin::Vec3> shape(vertex_count);
        for (size_t i = 0; i < vertex_count; ++i)
            shape[i] = read_vector(element(positions, i, stride, kVectorBytes));
        *volume = deformer->deformer.measure(mesh, shape);
        return ISOSKIN_OK;
    });
}
