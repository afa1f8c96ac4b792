#pragma once

#include <Eigen/Core>

namespace isoskin {

/// Principal components of many vectors that come one by one, in bounded memory: every so often
/// those that came are merged with the components so far, and the weakest are dropped.
class PrincipalMoves {
  public:
    PrincipalMoves(Eigen::Index size, Eigen::Index most);

    void add(const Eigen::VectorXf& moves);

    /// An orthonormal basis, once all have come: `first` (columns), then the components, the
    /// strongest first.
    Eigen::MatrixXf basis(const Eigen::MatrixXf& first);

  private:
    void merge();

    Eigen::Index most_;
    Eigen::MatrixXf columns_;  // components times their strength, then those not merged yet
    Eigen::Index merged_ = 0;  // columns that are components
    Eigen::Index count_ = 0;   // columns in use
};

}  // namespace isoskin
