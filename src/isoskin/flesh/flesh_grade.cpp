#include "isoskin/flesh/flesh_grade.h"

namespace isoskin {

FleshQuality quality_of(FleshGrade grade) {
    FleshQuality quality;
    if (grade == FleshGrade::Draft) {
        quality.cells_per_radius = 2.5;
        quality.step *= 2.0;
    }
    if (grade == FleshGrade::Fine) quality.cells_per_radius = 5.0;
    return quality;
}

}  // namespace isoskin
