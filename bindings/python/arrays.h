#pragma once

#include <span>
#include <string>
#include <vector>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include "isoskin/math/types.h"
#include "isoskin/mesh/mesh.h"

/// numpy arrays in and out. Nothing is converted on the way in: an array of another type or with
/// gaps is a TypeError that says what to pass, so no copy is made behind anybody's back.
namespace isoskin::python {

namespace py = pybind11;

/// Sizes that an array must have; kAny where anything goes.
inline constexpr py::ssize_t kAny = -1;
using Shape = std::vector<py::ssize_t>;

/// Checks type, gaps and shape; throws TypeError or ValueError with a sentence that begins with
/// `name`.
py::array check_array(const py::object& given, const char* name, const py::dtype& dtype,
                      const Shape& shape);

template <typename T>
std::span<const T> numbers(const py::array& array) {
    return {static_cast<const T*>(array.data()), static_cast<std::size_t>(array.size())};
}

/// (n, 3) float32 without a copy; `count` rows, or any number.
std::span<const Vec3> vectors(const py::object& given, const char* name, py::ssize_t count = kAny);

/// (n, 4, 4) float32 or float64, each a matrix that acts on columns: `m @ [x, y, z, 1]`.
std::vector<Affine> matrices(const py::object& given, const char* name, py::ssize_t count);

/// An (n, 4, 4) float64 array of its own.
py::array_t<double> matrix_array(std::span<const Affine> matrices);

/// A new array that owns its numbers, filled from `values`.
template <typename T>
py::array_t<T> own_array(std::span<const T> values, Shape shape) {
    py::array_t<T> array(shape);
    std::copy(values.begin(), values.end(), array.mutable_data());
    return array;
}

/// A read-only (n, 3) view of vectors that `owner` keeps; it lives as long as the view.
py::array borrow_vectors(std::span<const Vec3> vectors, const py::handle& owner);

}  // namespace isoskin::python
