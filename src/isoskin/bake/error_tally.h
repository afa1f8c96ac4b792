#pragma once

#include <cmath>

namespace isoskin {

/// Relative errors over many moments.
struct ErrorFigures {
    double worst = 0.0;  ///< Largest in size, signed where volumes are concerned.
    double mean = 0.0;   ///< Of the sizes.
    double time = 0.0;   ///< Of the worst, in seconds.
};

/// Keeps the worst and adds up the rest.
class ErrorTally {
  public:
    explicit ErrorTally(ErrorFigures& figures) : figures_(figures) {}
    void add(double error, double time) {
        figures_.mean = (figures_.mean * count_ + std::abs(error)) / (count_ + 1.0);
        count_ += 1.0;
        if (count_ > 1.0 && std::abs(error) <= std::abs(figures_.worst)) return;
        figures_.worst = error;
        figures_.time = time;
    }

  private:
    ErrorFigures& figures_;
    double count_ = 0.0;
};

}  // namespace isoskin
