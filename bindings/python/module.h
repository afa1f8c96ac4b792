#pragma once

#include <pybind11/pybind11.h>

namespace isoskin::python {

void define_character(pybind11::module_& module);
void define_deformer(pybind11::module_& module);
void define_making(pybind11::module_& module);
void define_simulating(pybind11::module_& module);

}  // namespace isoskin::python
