#include "isoskin/deform/deformer.h"

#include <mutex>

#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include "arrays.h"
#include "calls.h"
#include "isoskin/io/character_file.h"
#include "module.h"

namespace isoskin::python {
namespace {

using SharedCharacter = std::shared_ptr<Character>;

/// What became of one part, with words that outlive the next pose.
struct Part {
    std::size_t mesh = 0;
    std::string label;
    double target = 0.0;
    double skinned = 0.0;
    double corrected = 0.0;
    bool reached = false;
    double kept = 1.0;
    std::string trouble;
    std::string trouble_joint;
};

/// What one pose did; numbers of its own.
struct PoseReport {
    std::vector<Part> parts;
    std::map<std::string, double> losses;  // by joint, the largest over parts

    double worst_error() const {
        double worst = 0.0;
        for (const Part& part : parts)
            if (part.target != 0.0)
                worst = std::max(worst, std::abs(part.corrected / part.target - 1.0));
        return worst;
    }
};

SkinMethod skin_method(const std::string& word) {
    if (word == "linear") return SkinMethod::Linear;
    if (word == "dual-quaternion") return SkinMethod::DualQuaternion;
    if (word == "rigid") return SkinMethod::Rigid;
    throw py::value_error("there is no skinning '" + word + "': linear, dual-quaternion, rigid");
}

const char* role_word(TargetRole role) {
    switch (role) {
        case TargetRole::Bend:
            return "bend";
        case TargetRole::Twist:
            return "twist";
        case TargetRole::Flesh:
            return "flesh";
    }
    return "";
}

/// A `Deformer` with the arrays it fills. Calls from several Python threads take turns.
class PyDeformer {
  public:
    PyDeformer(SharedCharacter character, const py::object& settings, const std::string& skinning,
               bool normals, bool check)
        : character_(std::move(character)) {
        DeformSettings deform;
        deform.skinning = skin_method(skinning);
        deform.normals = normals ? NormalOutput::Normals : NormalOutput::None;
        deform.check = check ? VolumeCheck::Measure : VolumeCheck::Skip;
        deform.volume = settings_of(settings, *character_);
        run_interruptibly([&](const Interruption& interruption) {
            deform.progress = [&interruption](double) { interruption.stop_if_asked(); };
            deformer_.emplace(value_of(Deformer::create(*character_, deform)));
        });
        posed_ = deformer_->make_output();
        stored_morphs_ = stored_pose(*character_).morph_weights;
    }

    PoseReport pose(const py::object& given, const py::object& morph_weights) {
        const auto model = model_of(given);
        const auto morphs = morphs_of(morph_weights);
        const py::gil_scoped_release released;
        const std::lock_guard turn(turn_);
        const DeformReport report = deformer_->deform(model, morphs, posed_);
        has_pose_ = true;
        return report_of(report);
    }

    std::vector<float> weights(const py::object& given, std::size_t mesh,
                               const py::object& morph_weights) {
        check_mesh(mesh);
        if (!deformer_->has_weights())
            throw LibraryError{
                unsupported("weights exist for the methods normal and flesh in the "
                            "scope joints over linear skinning")};
        const auto model = model_of(given);
        const auto morphs = morphs_of(morph_weights);
        const py::gil_scoped_release released;
        const std::lock_guard turn(turn_);
        const auto solved = deformer_->weights(model, morphs, mesh);
        return {solved.begin(), solved.end()};
    }

    std::span<const Vec3> positions(std::size_t mesh) const {
        check_posed(mesh);
        return posed_[mesh].positions;
    }
    std::span<const Vec3> normals(std::size_t mesh) const {
        check_posed(mesh);
        return posed_[mesh].normals;
    }

    double measure(const py::object& given, std::size_t mesh) {
        check_mesh(mesh);
        const auto shape = vectors(given, "positions", vertex_count(mesh));
        const py::gil_scoped_release released;
        const std::lock_guard turn(turn_);
        return deformer_->measure(mesh, shape);
    }

    std::vector<float> heat(const py::object& skinned, const py::object& corrected,
                            std::size_t mesh) {
        check_posed(mesh);
        const auto before = vectors(skinned, "skinned", vertex_count(mesh));
        const auto after = vectors(corrected, "corrected", vertex_count(mesh));
        const py::gil_scoped_release released;
        const std::lock_guard turn(turn_);
        std::vector<float> put_back(before.size());
        deformer_->heat(mesh, before, after, put_back);
        return put_back;
    }

    bool reshape(const py::object& settings) {
        const auto asked = settings_of(settings, *character_);
        const py::gil_scoped_release released;
        const std::lock_guard turn(turn_);
        return deformer_->reshape(asked);
    }

    py::list targets(std::size_t mesh) const {
        check_mesh(mesh);
        py::list all;
        const auto directions = deformer_->target_directions(mesh);
        for (const VertexTarget& target : deformer_->targets(mesh)) {
            std::vector<Vec3> offsets(static_cast<std::size_t>(vertex_count(mesh)), Vec3::Zero());
            const VertexMap& map = target.map;
            for (std::size_t k = 0; k < map.vertices.size(); ++k)
                offsets[map.vertices[k]] =
                    map.values[k] * (map.ways.empty() ? directions[map.vertices[k]] : map.ways[k]);
            const JointIndex joint = character_->meshes[mesh].skin.joints[target.slot];
            py::dict entry;
            entry["name"] = target.name;
            entry["joint"] = character_->skeleton.joints()[joint].name;
            entry["role"] = role_word(target.role);
            entry["profile"] = target.profile;
            entry["offsets"] = own_array<float>({offsets.data()->data(), 3 * offsets.size()},
                                                {vertex_count(mesh), 3});
            all.append(entry);
        }
        return all;
    }

    std::vector<std::string> refusals() const {
        std::vector<std::string> sentences;
        for (const Refusal& refusal : deformer_->refusals())
            sentences.push_back(refusal.part + ": " + refusal.reason);
        return sentences;
    }

    void write(const std::filesystem::path& path) {
        check_posed(0);
        const py::gil_scoped_release released;
        const std::lock_guard turn(turn_);
        check(write_posed(path, *character_, posed_));
    }

  private:
    py::ssize_t vertex_count(std::size_t mesh) const {
        return static_cast<py::ssize_t>(posed_[mesh].positions.size());
    }
    void check_mesh(std::size_t mesh) const {
        if (mesh >= posed_.size())
            throw py::index_error("there is no mesh " + std::to_string(mesh) + " of " +
                                  std::to_string(posed_.size()));
    }
    void check_posed(std::size_t mesh) const {
        check_mesh(mesh);
        if (!has_pose_) throw LibraryError{usage_error("nothing was posed yet")};
    }
    std::vector<Affine> model_of(const py::object& given) const {
        return matrices(given, "matrices",
                        static_cast<py::ssize_t>(character_->skeleton.joint_count()));
    }
    std::vector<float> morphs_of(const py::object& given) const {
        if (given.is_none()) return stored_morphs_;
        const auto array = check_array(given, "morph_weights", py::dtype::of<float>(),
                                       {static_cast<py::ssize_t>(stored_morphs_.size())});
        const auto values = numbers<float>(array);
        return {values.begin(), values.end()};
    }
    PoseReport report_of(const DeformReport& report) const {
        PoseReport own;
        for (const PartReport& part : report.parts)
            own.parts.push_back({part.mesh, std::string(part.label), part.target, part.skinned,
                                 part.corrected, part.reached, part.kept, std::string(part.trouble),
                                 std::string(part.trouble_joint)});
        for (const JointReport& joint : report.joints) {
            double& loss = own.losses[character_->skeleton.joints()[joint.joint].name];
            if (std::abs(joint.loss) > std::abs(loss)) loss = joint.loss;
        }
        return own;
    }

    SharedCharacter character_;
    std::optional<Deformer> deformer_;
    std::vector<PosedMesh> posed_;
    std::vector<float> stored_morphs_;
    bool has_pose_ = false;
    std::mutex turn_;
};

void define_reports(py::module_& module) {
    py::class_<Part>(module, "Part", "What became of one part; volumes in cubed model units.")
        .def_readonly("mesh", &Part::mesh)
        .def_readonly("label", &Part::label)
        .def_readonly("target", &Part::target, "What it ought to enclose.")
        .def_readonly("skinned", &Part::skinned, "What plain skinning leaves.")
        .def_readonly("corrected", &Part::corrected, "What was made encloses, measured.")
        .def_readonly("reached", &Part::reached)
        .def_readonly("kept", &Part::kept, "Share of the correction; below 1 it was held back.")
        .def_readonly("trouble", &Part::trouble, "A sentence, or empty.")
        .def_readonly("trouble_joint", &Part::trouble_joint);
    py::class_<PoseReport>(module, "Report", "What one pose did; numbers of its own.")
        .def_readonly("parts", &PoseReport::parts)
        .def_readonly("losses", &PoseReport::losses,
                      "By joint: volume its motion takes over that of the part.")
        .def_property_readonly("worst_error", &PoseReport::worst_error,
                               "Largest |volume / target - 1| of any part.");
}

template <typename Class>
void define_targets(Class& deformer) {
    using py::literals::operator""_a;
    deformer
        .def(
            "weights",
            [](PyDeformer& self, const py::object& matrices, std::size_t mesh,
               const py::object& morph_weights) {
                const auto solved = self.weights(matrices, mesh, morph_weights);
                return own_array<float>(solved, {static_cast<py::ssize_t>(solved.size())});
            },
            "matrices"_a, "mesh"_a = 0, "morph_weights"_a = py::none(),
            "Weights of `targets` in a pose, without touching the mesh: (targets,) float32, an\n"
            "array of its own.")
        .def("targets", &PyDeformer::targets, "mesh"_a = 0,
             "Constant volume as morph targets: a list of dicts with name, joint, role (bend,\n"
             "twist, flesh), profile, and offsets (vertices, 3) float32 from the bind shape.")
        .def("measure", &PyDeformer::measure, "positions"_a, "mesh"_a = 0,
             "Volume of the parts that are kept in any shape: positions (vertices, 3) float32.")
        .def(
            "heat",
            [](PyDeformer& self, const py::object& skinned, const py::object& corrected,
               std::size_t mesh) {
                const auto heat = self.heat(skinned, corrected, mesh);
                return own_array<float>(heat, {static_cast<py::ssize_t>(heat.size())});
            },
            "skinned"_a, "corrected"_a, "mesh"_a = 0,
            "Thickness put back over the local limb radius between two shapes of the last pose,\n"
            "(vertices, 3) float32 each: (vertices,) float32, an array of its own.")
        .def(
            "reshape", &PyDeformer::reshape, "settings"_a,
            "Follows settings that differ in single joints only (effect, profile, flexor, paint),\n"
            "quicker than a new deformer. False, and nothing changes, where more differs.")
        .def_property_readonly("refusals", &PyDeformer::refusals,
                               "Parts left as skinned because they enclose no volume, and why.");
}

}  // namespace

void define_deformer(py::module_& module) {
    using py::literals::operator""_a;
    define_reports(module);
    py::class_<PyDeformer> deformer(module, "Deformer",
                                    "A character made ready to be posed many times.");
    deformer
        .def(
            py::init<SharedCharacter, const py::object&, const std::string&, bool, bool>(),
            "character"_a, "settings"_a = py::none(), py::kw_only(), "skinning"_a = "linear",
            "normals"_a = true, "check"_a = true,
            "`settings`: a method by name (normal, axes, free, flesh, none, …), a dict or JSON as\n"
            "in docs/formats/settings_json.md, or None for those of the file, else the defaults.\n"
            "`skinning`: linear, dual-quaternion, rigid. `check`: volumes are measured on what\n"
            "was made. Can be interrupted.")
        .def("pose", &PyDeformer::pose, "matrices"_a, "morph_weights"_a = py::none(),
             "Poses all meshes: matrices (joints, 4, 4) float32 or float64, model from joint;\n"
             "morph_weights (n,) float32 over all meshes, None for those of the file.")
        .def(
            "positions",
            [](const py::object& self, std::size_t mesh) {
                return borrow_vectors(self.cast<const PyDeformer&>().positions(mesh), self);
            },
            "mesh"_a = 0,
            "Of the last pose in model space: (vertices, 3) float32, read-only, borrowed: the "
            "next\n"
            "pose overwrites it. Copy what you keep.")
        .def(
            "normals",
            [](const py::object& self, std::size_t mesh) {
                return borrow_vectors(self.cast<const PyDeformer&>().normals(mesh), self);
            },
            "mesh"_a = 0, "The same of normals: (wedges, 3), as many as vertices in glTF.")
        .def(
            "deform",
            [](PyDeformer& self, const py::object& matrices, std::size_t mesh) {
                self.pose(matrices, py::none());
                const auto posed = self.positions(mesh);
                return own_array<float>({posed.data()->data(), 3 * posed.size()},
                                        {static_cast<py::ssize_t>(posed.size()), 3});
            },
            "matrices"_a, "mesh"_a = 0,
            "`pose` and `positions` in one: (vertices, 3) float32, an array of its own.")
        .def("write", &PyDeformer::write, "path"_a,
             "Writes the last pose as a plain mesh: .glb .gltf .obj .ply .stl.");
    define_targets(deformer);
}

}  // namespace isoskin::python
