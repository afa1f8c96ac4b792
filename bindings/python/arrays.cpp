#include "arrays.h"

namespace isoskin::python {
namespace {

std::string shape_text(const Shape& shape) {
    std::string text = "(";
    for (std::size_t k = 0; k < shape.size(); ++k) {
        text += (k > 0 ? ", " : "");
        text += shape[k] == kAny ? "n" : std::to_string(shape[k]);
    }
    return text + (shape.size() == 1 ? ",)" : ")");
}

std::string type_name(const py::dtype& dtype) {
    return py::str(static_cast<py::object>(dtype));
}

}  // namespace

py::array check_array(const py::object& given, const char* name, const py::dtype& dtype,
                      const Shape& shape) {
    const std::string wanted = type_name(dtype);
    if (!py::isinstance<py::array>(given))
        throw py::type_error(std::string(name) + " must be a numpy array of " + wanted + ", not " +
                             std::string(py::str(py::type::of(given).attr("__name__"))));
    auto array = py::reinterpret_borrow<py::array>(given);
    if (!array.dtype().is(dtype) && !array.dtype().equal(dtype))
        throw py::type_error(std::string(name) + " is " + type_name(array.dtype()) +
                             "; pass it as " + wanted + ", as in " + name + ".astype(np." + wanted +
                             ")");
    if ((array.flags() & py::array::c_style) == 0)
        throw py::type_error(std::string(name) +
                             " is not C-contiguous; pass np.ascontiguousarray(" + name + ")");
    const Shape actual(array.shape(), array.shape() + array.ndim());
    bool fits = actual.size() == shape.size();
    for (std::size_t k = 0; fits && k < shape.size(); ++k)
        fits = shape[k] == kAny || shape[k] == actual[k];
    if (!fits)
        throw py::value_error(std::string(name) + " has shape " + shape_text(actual) + ", not " +
                              shape_text(shape));
    return array;
}

std::span<const Vec3> vectors(const py::object& given, const char* name, py::ssize_t count) {
    static_assert(sizeof(Vec3) == 3 * sizeof(float));
    const py::array array = check_array(given, name, py::dtype::of<float>(), {count, 3});
    return {reinterpret_cast<const Vec3*>(array.data()), static_cast<std::size_t>(array.shape(0))};
}

namespace {

template <typename T>
std::vector<Affine> matrices_of(const py::array& array) {
    using RowMajor = Eigen::Matrix<T, 4, 4, Eigen::RowMajor>;
    std::vector<Affine> all(static_cast<std::size_t>(array.shape(0)), Affine::Identity());
    const auto* first = static_cast<const T*>(array.data());
    for (std::size_t k = 0; k < all.size(); ++k)
        all[k].matrix().topRows<3>() = Eigen::Map<const RowMajor>(first + 16 * k)
                                           .template topRows<3>()
                                           .template cast<double>();
    return all;
}

}  // namespace

std::vector<Affine> matrices(const py::object& given, const char* name, py::ssize_t count) {
    const bool is_double =
        py::isinstance<py::array>(given) &&
        py::reinterpret_borrow<py::array>(given).dtype().equal(py::dtype::of<double>());
    const auto dtype = is_double ? py::dtype::of<double>() : py::dtype::of<float>();
    const py::array array = check_array(given, name, dtype, {count, 4, 4});
    auto all = is_double ? matrices_of<double>(array) : matrices_of<float>(array);
    for (std::size_t k = 0; k < all.size(); ++k)
        if (!all[k].matrix().allFinite())
            throw py::value_error(std::string(name) + "[" + std::to_string(k) + "] is not finite");
    return all;
}

py::array_t<double> matrix_array(std::span<const Affine> matrices) {
    py::array_t<double> array(Shape{static_cast<py::ssize_t>(matrices.size()), 4, 4});
    using RowMajor = Eigen::Matrix<double, 4, 4, Eigen::RowMajor>;
    for (std::size_t k = 0; k < matrices.size(); ++k) {
        Eigen::Map<RowMajor> out(array.mutable_data() + 16 * k);
        out.topRows<3>() = matrices[k].matrix().topRows<3>();
        out.row(3) << 0.0, 0.0, 0.0, 1.0;
    }
    return array;
}

py::array borrow_vectors(std::span<const Vec3> vectors, const py::handle& owner) {
    py::array_t<float> view(Shape{static_cast<py::ssize_t>(vectors.size()), 3},
                            reinterpret_cast<const float*>(vectors.data()), owner);
    view.attr("flags").attr("writeable") = false;
    return view;
}

}  // namespace isoskin::python
