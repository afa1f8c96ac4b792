#include "isoskin/volume/solve/joint_volume.h"

namespace isoskin {
namespace {

// Determinants of three of the seven columns: the frame, then those of a motion about the pivot.
// With the frame they are single numbers of the columns and of their cross products.
class MovedColumns {
  public:
    MovedColumns(const Affine& motion, const Vec3d& pivot) {
        columns_.leftCols<3>() = motion.linear();
        columns_.col(3) = motion * pivot - pivot;
        for (int s = 0; s < 4; ++s)
            for (int t = s + 1; t < 4; ++t)
                cross_.col(pair(s, t)) = columns_.col(s).cross(columns_.col(t));
    }

    double determinant(int a, int b, int c) const {
        if (c < 3) return 1.0;
        if (b < 3) return (b - a == 2 ? -1.0 : 1.0) * columns_(3 - a - b, c - 3);
        if (a < 3) return cross_(a, pair(b - 3, c - 3));
        return columns_.col(a - 3).dot(cross_.col(pair(b - 3, c - 3)));
    }

  private:
    static int pair(int s, int t) { return s == 0 ? t - 1 : s + t; }  // 01 02 03 12 13 23

    Eigen::Matrix<double, 3, 4> columns_;
    Eigen::Matrix<double, 3, 6> cross_;
};

}  // namespace

double JointVolume::operator()(const Affine& parent_from_node) const {
    const MovedColumns columns(parent_from_node, pivot_);
    double volume = 0.0;
    for_each_triple([&](std::size_t index, int a, int b, int c) {
        volume += coefficient_[index] * columns.determinant(a, b, c);
    });
    return volume;
}

}  // namespace isoskin
