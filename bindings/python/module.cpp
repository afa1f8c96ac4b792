#include "module.h"

#include "calls.h"
#include "isoskin/version.h"

PYBIND11_MODULE(_core, module) {
    module.doc() = "Skinned characters that keep their volume.";
    module.attr("__version__") = ISOSKIN_VERSION_TEXT;
    isoskin::python::register_errors(module);
    isoskin::python::define_character(module);
    isoskin::python::define_deformer(module);
    isoskin::python::define_making(module);
    isoskin::python::define_simulating(module);
}
