#include "isoskin/volume/solve/joint_volume.h"

namespace isoskin {
namespace {

// Two of three axes, in order, have the third as their cross product, up to this sign.
double sign_of(int a, int b) {
    return b - a == 2 ? -1.0 : 1.0;
}

// Determinants of three of the seven columns: the frame, then those of a motion.
// With the frame they are single numbers of the columns and of their cross products.
class MovedColumns {
  public:
    MovedColumns(const Mat3d& linear, const Vec3d& shift) {
        columns_.leftCols<3>() = linear;
        columns_.col(3) = shift;
        for (int s = 0; s < 4; ++s)
            for (int t = s + 1; t < 4; ++t)
                cross_.col(pair(s, t)) = columns_.col(s).cross(columns_.col(t));
    }

    double determinant(int a, int b, int c) const {
        if (c < 3) return 1.0;
        if (b < 3) return sign_of(a, b) * columns_(3 - a - b, c - 3);
        if (a < 3) return cross_(a, pair(b - 3, c - 3));
        return columns_.col(a - 3).dot(cross_.col(pair(b - 3, c - 3)));
    }

  private:
    static int pair(int s, int t) { return s == 0 ? t - 1 : s + t; }  // 01 02 03 12 13 23

    Eigen::Matrix<double, 3, 4> columns_;
    Eigen::Matrix<double, 3, 6> cross_;
};

}  // namespace

JointVolume::JointVolume(const std::array<double, kCount>& coefficients)
    : coefficient_(coefficients), turned_(turned_form(coefficients)) {
    at_rest_ = turned(Mat3d::Identity(), Vec3d::Zero());
}

JointVolume::TurnedForm JointVolume::turned_form(const std::array<double, kCount>& coefficients) {
    constexpr int kShift = 6;
    TurnedForm form;
    for_each_triple([&](std::size_t index, int a, int b, int c) {
        const double k = coefficients[index];
        if (c < 3 || (a >= 3 && c < kShift))  // the frame, or the rotation: one
            form.constant += k;
        else if (b < 3 && c < kShift)  // a number of a column
            form.of_column(3 - a - b, c - 3) += sign_of(a, b) * k;
        else if (b < 3)
            form.of_shift[3 - a - b] += sign_of(a, b) * k;
        else if (a < 3 && c < kShift)  // a number of two columns' product, which is the third
            form.of_column(a, 9 - b - c) += sign_of(b, c) * k;
        else if (a < 3)
            form.across(a, b - 3) += k;
        else
            form.along[9 - a - b] += sign_of(a, b) * k;
    });
    return form;
}

double JointVolume::turned(const Mat3d& rotation, const Vec3d& shift) const {
    Vec3d of_shift = turned_.of_shift + rotation * turned_.along;
    for (int k = 0; k < 3; ++k)
        of_shift += turned_.across.col(k).cross(rotation.col(k));
    return turned_.constant + turned_.of_column.cwiseProduct(rotation).sum() + shift.dot(of_shift);
}

double JointVolume::moved(const Mat3d& linear, const Vec3d& shift) const {
    const MovedColumns columns(linear, shift);
    double volume = 0.0;
    for_each_triple([&](std::size_t index, int a, int b, int c) {
        volume += coefficient_[index] * columns.determinant(a, b, c);
    });
    return volume;
}

}  // namespace isoskin
