// What makes characters of characters: baking, weights, lattices.
#include <pybind11/stl.h>

#include "calls.h"
#include "isoskin/bake/morph_bake.h"
#include "isoskin/io/lattice_json.h"
#include "isoskin/lattice/deform_bind.h"
#include "isoskin/weights/transfer.h"
#include "module.h"

namespace isoskin::python {
namespace {

using SharedCharacter = std::shared_ptr<Character>;

SharedCharacter bake(const Character& character, const py::object& settings, double tolerance,
                     std::size_t max_morphs) {
    BakeSettings bake;
    bake.volume = settings_of(settings, character);
    bake.tolerance = tolerance;
    bake.max_morphs = max_morphs;
    SharedCharacter baked;
    run_interruptibly([&](const Interruption& interruption) {
        auto made = value_of(
            bake_morphs(character, bake, [&interruption] { interruption.stop_if_asked(); }));
        baked = std::make_shared<Character>(std::move(made.character));
    });
    return baked;
}

py::dict bound_report(const BoundWeights& bound) {
    py::list parts;
    for (const BoundParts& entry : bound.parts) {
        py::dict part;
        part["method"] = entry.method;
        part["reason"] = entry.reason;
        part["parts"] = entry.parts;
        part["vertices"] = entry.vertices;
        part["fallback"] = entry.fallback;
        parts.append(part);
    }
    py::dict report;
    report["bound"] = parts;
    report["smoothness"] = bound.quality.smoothness;
    report["locality"] = bound.quality.locality;
    report["bleeding"] = bound.quality.bleeding;
    report["symmetry"] = bound.quality.symmetry;
    report["notes"] = bound.notes;
    return report;
}

WeightMethod weight_method(const std::string& word) {
    if (word == "auto") return WeightMethod::Auto;
    if (word == "heat") return WeightMethod::Heat;
    if (word == "voxel") return WeightMethod::Voxel;
    if (word == "distance") return WeightMethod::Distance;
    throw py::value_error("there is no method '" + word + "': auto, heat, voxel, distance");
}

void check_influences(std::size_t max_influences) {
    if (max_influences == 0) throw py::value_error("max_influences must be at least 1");
}

py::tuple make_weights(const Character& character, const std::string& method,
                       std::size_t max_influences) {
    check_influences(max_influences);
    const WeightSettings settings{weight_method(method), max_influences};
    auto result = std::make_shared<Character>(character);
    BoundWeights bound;
    {
        const py::gil_scoped_release released;
        const auto body = value_of(bind_body(*result));
        bound = value_of(bind_weights(body, result->skeleton, settings));
        apply_weights(body, bound.weights, *result);
    }
    return py::make_tuple(result, bound_report(bound));
}

py::tuple copy_weights(const Character& clothes, const Character& body,
                       std::size_t max_influences) {
    check_influences(max_influences);
    SharedCharacter result;
    BoundWeights bound;
    {
        const py::gil_scoped_release released;
        auto dressed = value_of(dress(clothes, body));
        result = std::make_shared<Character>(std::move(dressed.character));
        const auto shape = value_of(bind_body(*result));
        bound = value_of(transfer_weights(body, dressed.joint_of, shape, max_influences));
        apply_weights(shape, bound.weights, *result);
    }
    return py::make_tuple(result, bound_report(bound));
}

SharedCharacter edit_lattice(const Character& character, const py::object& edits) {
    const auto text = py::isinstance<py::str>(edits)
                          ? edits.cast<std::string>()
                          : py::module_::import("json").attr("dumps")(edits).cast<std::string>();
    const py::gil_scoped_release released;
    const auto parsed = value_of(parse_lattice_json(text, "edits"));
    auto tree =
        value_of(make_tree(parsed.tree, lattice_points(character), lattice_triangles(character)));
    Lattice lattice(std::move(tree), parsed.settings);
    check(apply_edits(parsed.edits, lattice));
    return std::make_shared<Character>(deform_bind(character, lattice));
}

}  // namespace

void define_making(py::module_& module) {
    using py::literals::operator""_a;
    module.def("bake", bake, "character"_a, "settings"_a = py::none(), "tolerance"_a = 5e-5,
               "max_morphs"_a = 0,
               "The same character with its volume kept by morph targets and keys that any player\n"
               "shows (docs/bake.md). `tolerance`: of volume and of the diagonal, between keys.\n"
               "`max_morphs`: new targets per mesh at most, 0 for any number. Can be interrupted.");
    module.def("make_weights", make_weights, "character"_a, "method"_a = "auto",
               "max_influences"_a = 4,
               "A character with weights made anew by `method` (auto, heat, voxel, distance), and\n"
               "a dict of how parts were bound and how good the weights are (docs/weights.md).");
    module.def(
        "transfer_weights", copy_weights, "clothes"_a, "body"_a, "max_influences"_a = 4,
        "Clothes with the weights of the body they lie on, and a dict as of `make_weights`.");
    module.def("edit_lattice", edit_lattice, "character"_a, "edits"_a,
               "The bind shape deformed on an octree: `edits` as a dict or JSON, as in\n"
               "docs/formats/lattice_json.md. Skeleton, weights and clips stay.");
}

}  // namespace isoskin::python
