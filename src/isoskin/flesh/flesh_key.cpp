#include "isoskin/flesh/flesh_key.h"

#include "isoskin/base/bits.h"

namespace isoskin {

void FleshKey::add(std::uint64_t number) {
    constexpr std::uint64_t kPrime = 1099511628211ULL;
    for (int byte = 0; byte < 8; ++byte)
        hash_ = (hash_ ^ (number >> (8 * byte) & 255U)) * kPrime;
}

void FleshKey::add(std::string_view text) {
    add(std::uint64_t{text.size()});
    for (const char letter : text)
        add(std::uint64_t{static_cast<unsigned char>(letter)});
}

void FleshKey::add(double number) {
    add(bits_of(number));
}

void FleshKey::add(const Vec3d& vector) {
    for (int c = 0; c < 3; ++c)
        add(vector[c]);
}

void FleshKey::add(const FleshQuality& quality) {
    add(quality.cells_per_radius);
    add(quality.step);
    add(quality.tolerance);
    add(static_cast<std::uint64_t>(quality.iterations));
}

void FleshKey::add(const FleshRange& range) {
    for (const Vec3d& axis : range.across)
        add(axis);
    for (const double extent : range.extent)
        add(extent);
}

// Shape, weights, and which joint turns against which about what.
void FleshKey::add(const PartModel& part) {
    for (const Vec3d& point : part.bind)
        add(point);
    for (const auto* triangles : {&part.triangles, &part.half_triangles})
        for (const Triangle& triangle : *triangles)
            for (const Index corner : triangle)
                add(std::uint64_t{corner});
    for (const auto& [node, weight] : part.rows) {
        add(std::uint64_t{node});
        add(weight);
    }
    for (const auto& node : part.tree.nodes) {
        add(std::uint64_t{node.parent});
        add(node.pivot);
    }
    for (const LimbFrame& limb : part.limbs) {
        add(limb.pivot);
        add(limb.axis);
    }
}

}  // namespace isoskin
