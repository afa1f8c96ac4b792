#include "boundary.h"
#include "handles.h"
#include "isoskin/rig/bare_mesh.h"

namespace isoskin::c {
namespace {

constexpr const char* kFromArrays = "isoskin_character_from_arrays";

isoskin_status fail_arrays(const std::string& sentence) {
    return fail(ISOSKIN_INVALID, std::string(kFromArrays) + ": " + sentence);
}

// The array that is missing though its count is not zero; empty if all are there.
const char* missing_array(const isoskin_arrays& arrays) {
    if (arrays.vertex_count > 0 && arrays.positions == nullptr) return "positions";
    if (arrays.index_count > 0 && arrays.indices == nullptr) return "indices";
    if (arrays.joint_count > 0 && arrays.inverse_binds == nullptr) return "inverse_binds";
    if (arrays.vertex_count > 0 && arrays.influence_count > 0) {
        if (arrays.joints == nullptr) return "joints";
        if (arrays.weights == nullptr) return "weights";
    }
    return nullptr;
}

// What the library would not refuse by itself, or only where it is used.
std::string arrays_defect(const isoskin_arrays& arrays) {
    if (arrays.vertex_count == 0) return "there are no vertices";
    if (arrays.vertex_count >= kNoIndex) return "there are more vertices than indices can name";
    if (arrays.joint_count == 0) return "there are no joints";
    if (arrays.joint_count > std::numeric_limits<JointIndex>::max())
        return "there are " + std::to_string(arrays.joint_count) + " joints, more than " +
               std::to_string(std::numeric_limits<JointIndex>::max());
    if (arrays.influence_count == 0) return "influence_count is 0, so no vertex follows a joint";
    if (arrays.index_count % 3 != 0)
        return "there are " + std::to_string(arrays.index_count) + " indices, not three a triangle";
    for (std::size_t i = 0; i < arrays.index_count; ++i)
        if (arrays.indices[i] >= arrays.vertex_count)
            return "index " + std::to_string(i) + " names vertex " +
                   std::to_string(arrays.indices[i]) + " of " + std::to_string(arrays.vertex_count);
    for (std::size_t j = 0; arrays.parents != nullptr && j < arrays.joint_count; ++j)
        if (arrays.parents[j] < -1)
            return "joint " + std::to_string(j) + " has parent " +
                   std::to_string(arrays.parents[j]) + "; -1 is none";
    return {};
}

std::vector<Vec3> read_positions(const isoskin_arrays& arrays) {
    std::vector<Vec3> positions(arrays.vertex_count);
    for (std::size_t i = 0; i < positions.size(); ++i)
        positions[i] =
            read_vector(element(arrays.positions, i, arrays.position_stride, kVectorBytes));
    return positions;
}

std::vector<Face> read_faces(const isoskin_arrays& arrays) {
    std::vector<Face> faces;
    faces.reserve(arrays.index_count / 3);
    for (std::size_t i = 0; i + 2 < arrays.index_count; i += 3)
        faces.push_back(
            make_triangle(arrays.indices[i], arrays.indices[i + 1], arrays.indices[i + 2]));
    return faces;
}

Result<SkinWeights> read_weights(const isoskin_arrays& arrays) {
    std::vector<std::vector<Influence>> rows(arrays.vertex_count);
    const std::size_t per_vertex = arrays.influence_count;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto* joints =
            element(arrays.joints, i, arrays.joint_stride, per_vertex * sizeof(std::uint16_t));
        const auto* weights =
            element(arrays.weights, i, arrays.weight_stride, per_vertex * sizeof(float));
        for (std::size_t k = 0; k < per_vertex; ++k) {
            if (!(weights[k] > 0.0F)) continue;
            if (joints[k] >= arrays.joint_count)
                return invalid("vertex " + std::to_string(i) + " follows joint " +
                               std::to_string(joints[k]) + " of " +
                               std::to_string(arrays.joint_count));
            rows[i].push_back({joints[k], weights[k]});
        }
        if (rows[i].empty()) return invalid("vertex " + std::to_string(i) + " follows no joint");
    }
    return SkinWeights::from_rows(rows);
}

std::vector<Affine> read_binds(const isoskin_arrays& arrays) {
    std::vector<Affine> binds(arrays.joint_count);
    for (std::size_t j = 0; j < binds.size(); ++j)
        binds[j] =
            read_matrix(element(arrays.inverse_binds, j, arrays.inverse_bind_stride, kMatrixBytes));
    return binds;
}

std::vector<Index> read_parents(const isoskin_arrays& arrays) {
    std::vector<Index> parents;
    for (std::size_t j = 0; arrays.parents != nullptr && j < arrays.joint_count; ++j)
        parents.push_back(arrays.parents[j] < 0 ? kNoIndex : static_cast<Index>(arrays.parents[j]));
    return parents;
}

Result<Skeleton> name_joints(const Skeleton& skeleton, const char* const* names) {
    std::vector<Joint> joints(skeleton.joints().begin(), skeleton.joints().end());
    for (std::size_t j = 0; j < joints.size(); ++j)
        if (names[j] != nullptr) joints[j].name = names[j];
    return Skeleton::create(std::move(joints));
}

isoskin_status from_arrays(const isoskin_arrays& arrays, isoskin_character** character) {
    if (const char* missing = missing_array(arrays)) return fail_null(kFromArrays, missing);
    if (const std::string defect = arrays_defect(arrays); !defect.empty())
        return fail_arrays(defect);
    const auto positions = read_positions(arrays);
    for (std::size_t i = 0; i < positions.size(); ++i)
        if (!positions[i].allFinite())
            return fail_arrays("vertex " + std::to_string(i) + " is nowhere: it is not finite");
    const auto binds = read_binds(arrays);
    for (std::size_t j = 0; j < binds.size(); ++j)
        if (const double size = binds[j].linear().determinant(); !std::isfinite(size) || size == 0)
            return fail_arrays("the inverse bind matrix of joint " + std::to_string(j) +
                               " cannot be inverted");
    const auto weights = read_weights(arrays);
    if (!weights) return fail_arrays(weights.error().message);
    const auto faces = read_faces(arrays);
    const auto parents = read_parents(arrays);
    auto made = make_character({.positions = positions,
                                .faces = faces,
                                .weights = *weights,
                                .joint_from_bind = binds,
                                .parents = parents});
    if (!made) return fail_arrays(made.error().message);
    if (arrays.joint_names != nullptr) {
        auto named = name_joints(made->skeleton, arrays.joint_names);
        if (!named) return fail_arrays(named.error().message);
        made->skeleton = *std::move(named);
    }
    *character = new isoskin_character{*std::move(made)};
    return ISOSKIN_OK;
}

}  // namespace
}  // namespace isoskin::c

isoskin_status isoskin_character_from_arrays(const isoskin_arrays* arrays,
                                             isoskin_character** character) {
    using namespace isoskin::c;  // NOLINT(google-build-using-namespace)
    if (character == nullptr) return fail_null(kFromArrays, "character");
    *character = nullptr;
    if (arrays == nullptr) return fail_null(kFromArrays, "arrays");
    isoskin_arrays whole;
    if (!take_in(*arrays, whole)) return fail_size(kFromArrays, "isoskin_arrays");
    return guarded([&] { return from_arrays(whole, character); });
}
