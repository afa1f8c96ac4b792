// Meisters, "Polygons have ears", 1975.
#include "isoskin/io/polygon.h"

#include <cassert>
#include <optional>

namespace isoskin {
namespace {

using Vec2d = Eigen::Vector2d;

double cross(const Vec2d& a, const Vec2d& b) {
    return a.x() * b.y() - a.y() * b.x();
}

// Newell's normal: right for concave polygons too, and for corners that are not quite in a plane.
Vec3d newell_normal(std::span<const Vec3d> corners) {
    Vec3d normal = Vec3d::Zero();
    for (std::size_t i = 0; i < corners.size(); ++i)
        normal += (corners[i] - corners[0]).cross(corners[(i + 1) % corners.size()] - corners[0]);
    return normal;
}

// Drops the coordinate the normal is longest in and keeps the sense of rotation.
std::vector<Vec2d> project(std::span<const Vec3d> corners) {
    const Vec3d normal = newell_normal(corners);
    Eigen::Index longest = 0;
    normal.cwiseAbs().maxCoeff(&longest);
    const Eigen::Index u = (longest + 1) % 3;
    const Eigen::Index v = (longest + 2) % 3;
    const double sense = normal[longest] < 0.0 ? -1.0 : 1.0;
    std::vector<Vec2d> flat;
    flat.reserve(corners.size());
    for (const Vec3d& p : corners)
        flat.emplace_back(sense * (p[u] - corners[0][u]), p[v] - corners[0][v]);
    return flat;
}

bool inside(const Vec2d& p, const Vec2d& a, const Vec2d& b, const Vec2d& c) {
    return cross(b - a, p - a) >= 0.0 && cross(c - b, p - b) >= 0.0 && cross(a - c, p - c) >= 0.0;
}

// What is left of the polygon: a ring of corners from which ears are cut.
class EarClipper {
  public:
    explicit EarClipper(std::span<const Vec3d> corners) : flat_(project(corners)) {
        ring_.resize(corners.size());
        for (std::size_t i = 0; i < ring_.size(); ++i)
            ring_[i] = i;
    }

    std::vector<std::array<std::size_t, 3>> run() {
        std::vector<std::array<std::size_t, 3>> triangles;
        triangles.reserve(ring_.size() - 2);
        std::size_t at = 0;
        for (auto ear = find_ear(0); ring_.size() > 3 && ear; ear = find_ear(at)) {
            at = *ear;
            triangles.push_back({before(at), ring_[at], after(at)});
            ring_.erase(ring_.begin() + static_cast<std::ptrdiff_t>(at));
            at = at % ring_.size();
        }
        // Three corners are left, or a part that crosses itself or is flat and so has no ear.
        for (std::size_t i = 1; i + 1 < ring_.size(); ++i)
            triangles.push_back({ring_[0], ring_[i], ring_[i + 1]});
        return triangles;
    }

  private:
    std::size_t before(std::size_t at) const {
        return ring_[(at + ring_.size() - 1) % ring_.size()];
    }
    std::size_t after(std::size_t at) const { return ring_[(at + 1) % ring_.size()]; }

    double turn(std::size_t at) const {
        return cross(flat_[ring_[at]] - flat_[before(at)], flat_[after(at)] - flat_[ring_[at]]);
    }

    bool is_ear(std::size_t at) const {
        if (!(turn(at) > 0.0)) return false;
        const Vec2d& a = flat_[before(at)];
        const Vec2d& b = flat_[ring_[at]];
        const Vec2d& c = flat_[after(at)];
        for (const std::size_t other : ring_) {
            const Vec2d& p = flat_[other];
            if (p == a || p == b || p == c) continue;
            if (inside(p, a, b, c)) return false;
        }
        return true;
    }

    std::optional<std::size_t> find_ear(std::size_t start) const {
        for (std::size_t step = 0; step < ring_.size(); ++step) {
            const std::size_t at = (start + step) % ring_.size();
            if (is_ear(at)) return at;
        }
        return std::nullopt;
    }

    std::vector<Vec2d> flat_;
    std::vector<std::size_t> ring_;
};

std::vector<std::array<std::size_t, 3>> fan(std::size_t corner_count) {
    std::vector<std::array<std::size_t, 3>> triangles;
    triangles.reserve(corner_count - 2);
    for (std::size_t i = 1; i + 1 < corner_count; ++i)
        triangles.push_back({0, i, i + 1});
    return triangles;
}

}  // namespace

std::vector<std::array<std::size_t, 3>> triangulate_polygon(std::span<const Vec3d> corners) {
    assert(corners.size() >= 3);
    if (corners.size() > kMaxClippedCorners) return fan(corners.size());
    return EarClipper(corners).run();
}

}  // namespace isoskin
