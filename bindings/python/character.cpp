#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include "arrays.h"
#include "calls.h"
#include "isoskin/io/character_file.h"
#include "isoskin/rig/bare_mesh.h"
#include "isoskin/volume/measure/surface.h"
#include "module.h"
#include "scenes.h"

namespace isoskin::python {
namespace {

using SharedCharacter = std::shared_ptr<Character>;

SharedCharacter share(Character character) {
    return std::make_shared<Character>(std::move(character));
}

SharedCharacter read(const std::filesystem::path& path, const std::filesystem::path& rig,
                     double scale) {
    const py::gil_scoped_release released;
    ReadOptions options;
    options.rig = rig;
    options.scale = scale;
    return share(value_of(read_character(path, options)));
}

void write(const Character& character, const std::filesystem::path& path) {
    const py::gil_scoped_release released;
    check(write_character(path, character));
}

SharedCharacter scene(const std::string& name, std::size_t min_vertices) {
    const py::gil_scoped_release released;
    return share(value_of(scenes::make_scene(name, {.min_vertices = min_vertices})));
}

std::vector<Face> faces_of(const py::object& triangles, std::size_t vertex_count) {
    const auto array =
        check_array(triangles, "triangles", py::dtype::of<std::uint32_t>(), {kAny, 3});
    const auto indices = numbers<std::uint32_t>(array);
    std::vector<Face> faces;
    for (std::size_t i = 0; i < indices.size(); i += 3) {
        for (std::size_t k = i; k < i + 3; ++k)
            if (indices[k] >= vertex_count)
                throw py::value_error("triangles[" + std::to_string(i / 3) + "] names vertex " +
                                      std::to_string(indices[k]) + " of " +
                                      std::to_string(vertex_count));
        faces.push_back(make_triangle(indices[i], indices[i + 1], indices[i + 2]));
    }
    return faces;
}

SkinWeights weights_of(const py::object& joints, const py::object& weights,
                       std::size_t vertex_count, std::size_t joint_count) {
    const auto rows = static_cast<py::ssize_t>(vertex_count);
    const auto slot_array =
        check_array(joints, "joints", py::dtype::of<std::uint16_t>(), {rows, kAny});
    const py::ssize_t per_vertex = slot_array.shape(1);
    const auto weight_array =
        check_array(weights, "weights", py::dtype::of<float>(), {rows, per_vertex});
    const auto slots = numbers<std::uint16_t>(slot_array);
    const auto values = numbers<float>(weight_array);
    std::vector<std::vector<Influence>> all(vertex_count);
    for (std::size_t k = 0; k < values.size(); ++k) {
        if (!(values[k] > 0.0F)) continue;
        const std::size_t vertex = k / static_cast<std::size_t>(per_vertex);
        if (slots[k] >= joint_count)
            throw py::value_error("joints[" + std::to_string(vertex) + "] names joint " +
                                  std::to_string(slots[k]) + " of " + std::to_string(joint_count));
        all[vertex].push_back({slots[k], values[k]});
    }
    for (std::size_t vertex = 0; vertex < vertex_count; ++vertex)
        if (all[vertex].empty())
            throw py::value_error("weights[" + std::to_string(vertex) + "] follow no joint");
    return SkinWeights::from_rows(all);
}

std::vector<Index> parents_of(const py::object& given, std::size_t joint_count) {
    std::vector<Index> parents;
    if (given.is_none()) return parents;
    const auto array = check_array(given, "parents", py::dtype::of<std::int32_t>(),
                                   {static_cast<py::ssize_t>(joint_count)});
    for (const std::int32_t parent : numbers<std::int32_t>(array))
        parents.push_back(parent < 0 ? kNoIndex : static_cast<Index>(parent));
    return parents;
}

void add_morphs(const py::object& given, SkinnedMesh& mesh) {
    if (given.is_none()) return;
    const auto vertex_count = static_cast<py::ssize_t>(mesh.mesh.vertex_count());
    const auto array =
        check_array(given, "morphs", py::dtype::of<float>(), {kAny, vertex_count, 3});
    const auto values = numbers<float>(array);
    const std::size_t each = 3 * mesh.mesh.vertex_count();
    for (std::size_t m = 0; m < static_cast<std::size_t>(array.shape(0)); ++m) {
        MorphTarget& morph = mesh.morphs.emplace_back();
        morph.name = "morph " + std::to_string(m);
        std::vector<Vec3> moves;
        for (std::size_t k = m * each; k < (m + 1) * each; k += 3)
            moves.emplace_back(values[k], values[k + 1], values[k + 2]);
        morph.positions = moves;
    }
    mesh.stored_morph_weights.assign(mesh.morphs.size(), 0.0F);
}

// As many arguments as Python names.
// NOLINTNEXTLINE(readability-function-size)
SharedCharacter from_arrays(const py::object& positions, const py::object& triangles,
                            const py::object& joints, const py::object& weights,
                            const py::object& inverse_binds, const py::object& parents,
                            const std::vector<std::string>& names, const py::object& morphs) {
    const auto points = vectors(positions, "positions");
    const auto binds = matrices(inverse_binds, "inverse_binds", kAny);
    for (std::size_t j = 0; j < binds.size(); ++j)
        if (binds[j].linear().determinant() == 0.0)
            throw py::value_error("inverse_binds[" + std::to_string(j) + "] cannot be inverted");
    const auto faces = faces_of(triangles, points.size());
    const auto rows = weights_of(joints, weights, points.size(), binds.size());
    const auto above = parents_of(parents, binds.size());
    auto made = value_of(make_character({.positions = points,
                                         .faces = faces,
                                         .weights = rows,
                                         .joint_from_bind = binds,
                                         .parents = above}));
    add_morphs(morphs, made.meshes[0]);
    if (!names.empty()) {
        if (names.size() != binds.size())
            throw py::value_error("names has " + std::to_string(names.size()) + " entries for " +
                                  std::to_string(binds.size()) + " joints");
        std::vector<Joint> named(made.skeleton.joints().begin(), made.skeleton.joints().end());
        for (std::size_t j = 0; j < named.size(); ++j)
            named[j].name = names[j];
        made.skeleton = value_of(Skeleton::create(std::move(named)));
    }
    return share(std::move(made));
}

const SkinnedMesh& mesh_at(const Character& character, std::size_t mesh) {
    if (mesh >= character.meshes.size())
        throw py::index_error("there is no mesh " + std::to_string(mesh) + " of " +
                              std::to_string(character.meshes.size()));
    return character.meshes[mesh];
}

std::vector<std::string> joint_names(const Character& character) {
    std::vector<std::string> names;
    for (const Joint& joint : character.skeleton.joints())
        names.push_back(joint.name);
    return names;
}

py::array_t<std::int32_t> parent_array(const Character& character) {
    std::vector<std::int32_t> parents;
    for (const Joint& joint : character.skeleton.joints())
        parents.push_back(joint.parent ? static_cast<std::int32_t>(*joint.parent) : -1);
    return own_array<std::int32_t>(parents, {static_cast<py::ssize_t>(parents.size())});
}

py::array_t<std::uint32_t> triangle_array(const Character& character, std::size_t mesh) {
    const auto triangles = triangulate(mesh_at(character, mesh).mesh.faces);
    const auto* first = triangles.empty() ? nullptr : triangles[0].data();
    return own_array<std::uint32_t>({first, 3 * triangles.size()},
                                    {static_cast<py::ssize_t>(triangles.size()), 3});
}

py::array_t<float> weight_array(const Character& character, std::size_t mesh) {
    const SkinnedMesh& of = mesh_at(character, mesh);
    const std::size_t slots = of.skin.joints.size();
    std::vector<float> dense(of.mesh.vertex_count() * slots, 0.0F);
    for (std::size_t vertex = 0; vertex < of.mesh.vertex_count(); ++vertex)
        for (const Influence& influence : of.weights.row(vertex))
            dense[vertex * slots + influence.slot] = influence.weight;
    return own_array<float>(
        dense, {static_cast<py::ssize_t>(of.mesh.vertex_count()), static_cast<py::ssize_t>(slots)});
}

py::array_t<double> model_matrices(const Character& character, const Pose& pose) {
    std::vector<Affine> model(character.skeleton.joint_count());
    compute_model_pose(character.skeleton, pose.parent_from_joint, model);
    return matrix_array(model);
}

const Clip& clip_at(const Character& character, const py::object& clip) {
    if (py::isinstance<py::str>(clip)) {
        const auto name = clip.cast<std::string>();
        for (const Clip& of : character.clips)
            if (of.name == name) return of;
        throw py::key_error("there is no clip '" + name + "'");
    }
    const auto index = clip.cast<std::size_t>();
    if (index >= character.clips.size())
        throw py::index_error("there is no clip " + std::to_string(index) + " of " +
                              std::to_string(character.clips.size()));
    return character.clips[index];
}

// Turned about its own axes on top of what is stored, x first.
Pose turned_pose(const Character& character,
                 const std::map<std::string, std::array<double, 3>>& degrees) {
    Pose pose = stored_pose(character);
    for (const auto& [name, angles] : degrees) {
        const auto joint = character.skeleton.find(name);
        if (!joint) throw py::key_error("there is no joint '" + name + "'");
        const Vec3d radians = Vec3d(angles[0], angles[1], angles[2]) * (kPi / 180.0);
        Quatd& rotation = pose.parent_from_joint[*joint].rotation;
        rotation = rotation * rotation_from_euler_xyz(radians);
    }
    return pose;
}

double volume_of(const Character& character, const py::object& positions, std::size_t mesh) {
    const SkinnedMesh& of = mesh_at(character, mesh);
    const auto count = static_cast<py::ssize_t>(of.mesh.vertex_count());
    const auto shape = positions.is_none() ? std::span<const Vec3>(of.mesh.positions)
                                           : vectors(positions, "positions", count);
    const py::gil_scoped_release released;
    return enclosed_volume(of, shape);
}

double volume_of_triangles(const py::object& positions, const py::object& triangles) {
    SkinnedMesh mesh;
    const auto points = vectors(positions, "positions");
    mesh.mesh.positions.assign(points.begin(), points.end());
    mesh.mesh.faces = faces_of(triangles, points.size());
    mesh.mesh.sections.push_back({.name = "all", .face_count = mesh.mesh.faces.size()});
    mesh.weights = SkinWeights::rigid(points.size(), 0);
    const py::gil_scoped_release released;
    return enclosed_volume(mesh, mesh.mesh.positions);
}

void define_shapes(py::class_<Character, SharedCharacter>& character) {
    using py::literals::operator""_a;
    character
        .def(
            "positions",
            [](const py::object& self, std::size_t mesh) {
                return borrow_vectors(mesh_at(self.cast<const Character&>(), mesh).mesh.positions,
                                      self);
            },
            "mesh"_a = 0,
            "Bind shape of a mesh: (vertices, 3) float32, read-only, borrowed from the character.")
        .def("triangles", triangle_array, "mesh"_a = 0,
             "Its faces as triangles, quads cut: (triangles, 3) uint32, an array of its own.")
        .def("weights", weight_array, "mesh"_a = 0,
             "Weights: (vertices, slots) float32, rows sum to one, an array of its own.")
        .def(
            "skin_joints",
            [](const Character& self, std::size_t mesh) {
                const auto& joints = mesh_at(self, mesh).skin.joints;
                return own_array<JointIndex>(joints, {static_cast<py::ssize_t>(joints.size())});
            },
            "mesh"_a = 0, "Joint of each slot of `weights`: (slots,) uint16, an array of its own.")
        .def("volume", volume_of, "positions"_a = py::none(), "mesh"_a = 0,
             "Volume in cubed mesh units of a mesh in the shape `positions`, (vertices, 3) "
             "float32;\n"
             "of its bind shape if None. Seams are welded and holes capped (docs/volume.md).");
}

void define_poses(py::class_<Character, SharedCharacter>& character) {
    using py::literals::operator""_a;
    character
        .def(
            "stored_pose",
            [](const Character& self) { return model_matrices(self, stored_pose(self)); },
            "Where the file stores the joints: (joints, 4, 4) float64, model from joint; an array\n"
            "of its own. Matrices act on columns: `m @ [x, y, z, 1]`.")
        .def(
            "pose",
            [](const Character& self, const py::object& clip, double time) {
                return model_matrices(self, clip_pose(self, clip_at(self, clip), time));
            },
            "clip"_a, "time"_a,
            "Joints of a clip, by name or number, at `time` seconds: as `stored_pose`.")
        .def(
            "morph_weights",
            [](const Character& self, const py::object& clip, double time) {
                const Pose pose = clip_pose(self, clip_at(self, clip), time);
                return own_array<float>(pose.morph_weights,
                                        {static_cast<py::ssize_t>(pose.morph_weights.size())});
            },
            "clip"_a, "time"_a,
            "Weights of all morph targets of the file, mesh after mesh, in a clip: (n,) float32.")
        .def(
            "turned",
            [](const Character& self, const std::map<std::string, std::array<double, 3>>& degrees) {
                return model_matrices(self, turned_pose(self, degrees));
            },
            "degrees"_a,
            "The stored pose with joints turned about their own x, y, z axes, in degrees:\n"
            "`turned({'elbow': (0, 0, 90)})`; as `stored_pose`.")
        .def(
            "clip_duration",
            [](const Character& self, const py::object& clip) {
                return clip_at(self, clip).duration();
            },
            "clip"_a, "Seconds.");
}

}  // namespace

void define_character(py::module_& module) {
    using py::literals::operator""_a;
    py::class_<Character, SharedCharacter> character(
        module, "Character", "Meshes, the skeleton they follow, and its motions.");
    character
        .def_static("read", read, "path"_a, "rig"_a = std::filesystem::path(), "scale"_a = 1.0,
                    "Reads glTF, GLB, VRM, OBJ with a rig, FBX and others, by the file's ending.\n"
                    "`rig` and `scale` (mesh units per unit of the file) are for OBJ and BVH.")
        .def("write", write, "path"_a, "Writes all it holds as .glb, .gltf or .vrm.")
        .def_static("scene", scene, "name"_a, "min_vertices"_a = 0,
                    "A procedural character: tube, lab, chain, finger, arm, creature, ….")
        .def_static(
            "from_arrays", from_arrays, "positions"_a, "triangles"_a, "joints"_a, "weights"_a,
            "inverse_binds"_a, "parents"_a = py::none(), "names"_a = std::vector<std::string>(),
            "morphs"_a = py::none(),
            "A character of one mesh from arrays, which are copied.\n\n"
            "positions (vertices, 3) float32, triangles (n, 3) uint32 counter-clockwise from\n"
            "outside, joints (vertices, k) uint16 and weights (vertices, k) float32,\n"
            "inverse_binds (joints, 4, 4) float32 or float64, parents (joints,) int32 with -1 for\n"
            "roots and parents first. Give parents: volume is kept better with them.\n"
            "morphs (n, vertices, 3) float32: offsets of morph targets, all stored at weight 0.")
        .def_readonly("name", &Character::name)
        .def_property_readonly(
            "notes", [](const Character& self) { return note_texts(self.notes); },
            "What the reader repaired or left out.")
        .def_property_readonly("joint_names", joint_names)
        .def_property_readonly("parents", parent_array, "(joints,) int32, -1 for roots.")
        .def_property_readonly("mesh_names",
                               [](const Character& self) {
                                   std::vector<std::string> names;
                                   for (const SkinnedMesh& mesh : self.meshes)
                                       names.push_back(mesh.mesh.name);
                                   return names;
                               })
        .def_property_readonly("clip_names", [](const Character& self) {
            std::vector<std::string> names;
            for (const Clip& clip : self.clips)
                names.push_back(clip.name);
            return names;
        });
    define_shapes(character);
    define_poses(character);
    module.def("volume", volume_of_triangles, "positions"_a, "triangles"_a,
               "Volume in cubed mesh units of a mesh of triangles: positions (n, 3) float32,\n"
               "triangles (m, 3) uint32. Seams are welded and holes capped.");
}

}  // namespace isoskin::python
