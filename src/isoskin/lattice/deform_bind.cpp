#include "isoskin/lattice/deform_bind.h"

#include "isoskin/lattice/embedding.h"

namespace isoskin {
namespace {

// A shape of one mesh: bind, or bind with one morph target at full weight.
struct Shape {
    std::vector<Vec3> positions;  // per vertex
    std::vector<Vec3> normals;    // per wedge, or empty
    std::vector<Vec3> tangents;   // per wedge, or empty
};

template <typename Vector>
std::vector<Vec3> sum_of(const std::vector<Vector>& base, const Offsets& offsets) {
    std::vector<Vec3> sum;
    for (const Vector& vector : base)
        sum.push_back(vector.template head<3>());
    if (!offsets.empty() && !base.empty()) offsets.add_to(sum);
    return sum;
}

Shape shape_of(const Mesh& mesh, const MorphTarget& morph) {
    return {sum_of(mesh.positions, morph.positions), sum_of(mesh.normals, morph.normals),
            sum_of(mesh.tangents, morph.tangents)};
}

// Carries shapes of one mesh by a lattice that may lie in another space.
class Carrier {
  public:
    Carrier(const Mesh& mesh, const Lattice& lattice, const Affine& lattice_from_bind)
        : mesh_(mesh),
          lattice_(lattice),
          lattice_from_bind_(lattice_from_bind),
          bind_from_lattice_(lattice_from_bind.inverse()) {}

    Shape carry(const Shape& shape) const {
        std::vector<Vec3> rest(shape.positions.size());
        for (std::size_t i = 0; i < rest.size(); ++i)
            rest[i] = (lattice_from_bind_ * shape.positions[i].cast<double>()).cast<float>();
        Shape carried{std::vector<Vec3>(rest.size()), std::vector<Vec3>(shape.normals.size()),
                      std::vector<Vec3>(shape.tangents.size())};
        std::vector<Eigen::Matrix3f> gradients(rest.size());
        Embedding embedding(lattice_, rest, {.output = PointOutput::PositionsAndGradients});
        embedding.evaluate(lattice_, carried.positions, gradients);
        for (std::size_t i = 0; i < rest.size(); ++i)
            to_bind(rest[i], shape.positions[i], carried.positions[i], gradients[i]);
        carry_normals(gradients, mesh_.wedge_vertex, shape.normals, carried.normals);
        for (std::size_t i = 0; i < shape.tangents.size(); ++i)
            carried.tangents[i] = carry_tangent(gradients[mesh_.vertex_of_wedge(i)],
                                                shape.tangents[i], carried.normals[i]);
        return carried;
    }

  private:
    // A point the lattice leaves where it is keeps its bits.
    void to_bind(const Vec3& rest, const Vec3& bind, Vec3& position,
                 Eigen::Matrix3f& gradient) const {
        position = position == rest
                       ? bind
                       : Vec3((bind_from_lattice_ * position.cast<double>()).cast<float>());
        const Mat3d turned =
            bind_from_lattice_.linear() * gradient.cast<double>() * lattice_from_bind_.linear();
        gradient = turned.cast<float>();
    }

    static Vec3 carry_tangent(const Eigen::Matrix3f& gradient, const Vec3& tangent,
                              const Vec3& normal) {
        const Vec3 carried = gradient * tangent;
        const Vec3 along = carried - normal.dot(carried) * normal;
        const float length = along.norm();
        return length > 0.0F ? Vec3(along / length) : tangent;
    }

    const Mesh& mesh_;
    const Lattice& lattice_;
    Affine lattice_from_bind_;
    Affine bind_from_lattice_;
};

std::vector<Vec3> difference(const std::vector<Vec3>& to, const std::vector<Vec3>& from) {
    std::vector<Vec3> result(to.size());
    for (std::size_t i = 0; i < to.size(); ++i)
        result[i] = to[i] - from[i];
    return result;
}

void deform_mesh(SkinnedMesh& skinned, const Carrier& carrier) {
    const Shape bind = carrier.carry(shape_of(skinned.mesh, {}));
    for (MorphTarget& morph : skinned.morphs) {
        const Shape morphed = carrier.carry(shape_of(skinned.mesh, morph));
        if (!morph.positions.empty())
            morph.positions = difference(morphed.positions, bind.positions);
        if (!morph.normals.empty()) morph.normals = difference(morphed.normals, bind.normals);
        if (!morph.tangents.empty()) morph.tangents = difference(morphed.tangents, bind.tangents);
    }
    skinned.mesh.positions = bind.positions;
    skinned.mesh.normals = bind.normals;
    for (std::size_t i = 0; i < bind.tangents.size(); ++i)
        skinned.mesh.tangents[i].head<3>() = bind.tangents[i];
}

}  // namespace

Affine lattice_from_bind(const Character& character, std::size_t mesh) {
    const Skin& skin = character.meshes[mesh].skin;
    if (!skin.hung || skin.joints.empty()) return Affine::Identity();
    std::vector<Affine> model_from_joint(character.skeleton.joint_count());
    compute_model_pose(character.skeleton, stored_pose(character).parent_from_joint,
                       model_from_joint);
    return model_from_joint[skin.joints[0]] * skin.joint_from_bind[0];
}

std::vector<Vec3> lattice_points(const Character& character) {
    std::vector<Vec3> points;
    for (std::size_t mesh = 0; mesh < character.meshes.size(); ++mesh) {
        const Affine from_bind = lattice_from_bind(character, mesh);
        for (const Vec3& position : character.meshes[mesh].mesh.positions)
            points.push_back((from_bind * position.cast<double>()).cast<float>());
    }
    return points;
}

std::vector<Triangle> lattice_triangles(const Character& character) {
    std::vector<Triangle> triangles;
    Index first = 0;
    for (const SkinnedMesh& skinned : character.meshes) {
        for (const Triangle& t : triangulate(skinned.mesh.faces))
            triangles.push_back({first + t[0], first + t[1], first + t[2]});
        first += static_cast<Index>(skinned.mesh.vertex_count());
    }
    return triangles;
}

Character deform_bind(const Character& character, const Lattice& lattice) {
    Character deformed = character;
    for (std::size_t mesh = 0; mesh < deformed.meshes.size(); ++mesh)
        deform_mesh(deformed.meshes[mesh], Carrier(character.meshes[mesh].mesh, lattice,
                                                   lattice_from_bind(character, mesh)));
    return deformed;
}

}  // namespace isoskin
