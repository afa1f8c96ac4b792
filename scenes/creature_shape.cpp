#include <algorithm>
#include <cmath>

#include "cage.h"
#include "creature.h"
#include "rigging.h"

namespace isoskin::scenes::creature {
namespace {

using Shares = std::vector<std::pair<JointIndex, double>>;

// The barrel of the body: rings of sixteen vertices from rump to face. Vertex 0 is on top, then
// they run down the left side (+x), 8 is at the bottom.
constexpr std::size_t kLimbAround = 16;

struct BodyRing {
    double z, y;                     // middle
    double half_width, top, bottom;  // extents from the middle
    double lean;                     // how far the top is ahead of the middle, per unit of height
    Shares shares;
};

std::vector<BodyRing> body_rings() {
    return {
        {-0.75, 0.81, 0.26, 0.24, 0.28, 0.10, {{kHips, 1}}},
        {-0.63, 0.79, 0.41, 0.38, 0.38, 0.08, {{kHips, 1}}},
        {-0.43, 0.77, 0.485, 0.455, 0.41, 0.0, {{kHips, 1}}},
        {-0.18, 0.76, 0.52, 0.49, 0.45, 0.0, {{kHips, 0.75}, {kChest, 0.25}}},
        {0.05, 0.76, 0.505, 0.47, 0.44, 0.0, {{kHips, 0.25}, {kChest, 0.75}}},
        {0.23, 0.79, 0.45, 0.43, 0.39, -0.02, {{kChest, 1}}},
        {0.37, 0.88, 0.38, 0.38, 0.37, -0.10, {{kChest, 0.85}, {kHead, 0.15}}},
        {0.48, 1.05, 0.34, 0.35, 0.36, -0.20, {{kChest, 0.4}, {kHead, 0.6}}},
        {0.66, 1.17, 0.46, 0.44, 0.42, -0.08, {{kHead, 1}}},
        {0.93, 1.12, 0.40, 0.40, 0.35, -0.12, {{kHead, 1}}},
    };
}

CageVertex body_vertex(const BodyRing& ring, std::size_t k) {
    const double angle = 2.0 * kPi * static_cast<double>(k) / kLimbAround;
    const double rise = std::cos(angle) * (std::cos(angle) > 0.0 ? ring.top : ring.bottom);
    return {{ring.half_width * std::sin(angle), ring.y + rise, ring.z + ring.lean * rise},
            ring.shares};
}

// Numbers of the cage that later steps take patches from.
struct Barrel {
    std::vector<std::array<Index, kLimbAround>> rings;
    std::vector<std::array<std::size_t, kLimbAround>> faces;  // between ring i and i + 1
};

Barrel add_barrel(Cage& cage) {
    Barrel barrel;
    for (const BodyRing& ring : body_rings()) {
        barrel.rings.emplace_back();
        for (std::size_t k = 0; k < kLimbAround; ++k)
            barrel.rings.back()[k] = cage.add_vertex(body_vertex(ring, k));
    }
    for (std::size_t i = 0; i + 1 < barrel.rings.size(); ++i) {
        const auto& here = barrel.rings[i];
        const auto& ahead = barrel.rings[i + 1];
        barrel.faces.emplace_back();
        for (std::size_t k = 0; k < kLimbAround; ++k) {
            const std::size_t next = (k + 1) % kLimbAround;
            barrel.faces.back()[k] = cage.add_quad(here[k], ahead[k], ahead[next], here[next]);
        }
    }
    return barrel;
}

// --- The two ends: a ring of sixteen closed by 4 × 4 quads ---------------------------------------

// Corner (column, row) of the cap's 5 × 5 grid, both in [-2, 2], as a vertex of the cage.
using CapGrid = std::map<std::pair<int, int>, Index>;

CapGrid cap_rim(const std::array<Index, kLimbAround>& ring) {
    constexpr std::array<int, kLimbAround> kColumns{0, 1,  2,  2,  2,  2,  2,  1,
                                                    0, -1, -2, -2, -2, -2, -2, -1};
    CapGrid grid;
    for (std::size_t k = 0; k < kLimbAround; ++k)
        grid[{kColumns[k], kColumns[(k + 4) % kLimbAround]}] = ring[k];
    return grid;
}

enum class Facing { Front, Back };

struct CapFaces {
    CapGrid grid;
    std::map<std::pair<int, int>, std::size_t> faces;  // by lower left corner
};

template <typename Place>
CapFaces add_cap(Cage& cage, const std::array<Index, kLimbAround>& ring, Facing facing,
                 const Place& place) {
    CapFaces cap{.grid = cap_rim(ring), .faces = {}};
    for (int column = -1; column <= 1; ++column)
        for (int row = -1; row <= 1; ++row)
            cap.grid[{column, row}] = cage.add_vertex(place(column, row));
    for (int column = -2; column < 2; ++column)
        for (int row = -2; row < 2; ++row) {
            const Index a = cap.grid[{column, row}];
            const Index b = cap.grid[{column + 1, row}];
            const Index c = cap.grid[{column + 1, row + 1}];
            const Index d = cap.grid[{column, row + 1}];
            cap.faces[{column, row}] =
                facing == Facing::Front ? cage.add_quad(a, b, c, d) : cage.add_quad(d, c, b, a);
        }
    return cap;
}

// The patch of a cap between two corners of its grid, both included.
Patch cap_patch(const CapFaces& cap, int left, int right, int low, int high) {
    Patch patch;
    for (int column = left; column < right; ++column)
        for (int row = low; row < high; ++row)
            patch.faces.push_back(cap.faces.at({column, row}));
    for (int column = left; column <= right; ++column)
        for (int row = low; row <= high; ++row)
            patch.places[cap.grid.at({column, row})] = {
                2.0 * (column - left) / (right - left) - 1.0,
                2.0 * (row - low) / (high - low) - 1.0};
    return patch;
}

// --- Limbs ---------------------------------------------------------------------------------------

enum class Side { Left, Right };

Vec3d mirror(const Vec3d& left, Side side) {
    return {side == Side::Left ? left.x() : -left.x(), left.y(), left.z()};
}

// The patch of the barrel between two rings and between two places around, which count down the
// left side; on the right the same places mirrored. u runs forwards, v downwards.
Patch barrel_patch(const Barrel& barrel, Side side, std::size_t ring, std::size_t ring_end,
                   std::size_t top, std::size_t bottom) {
    const auto around = [&](std::size_t k) { return side == Side::Left ? k : kLimbAround - k; };
    Patch patch;
    for (std::size_t i = ring; i < ring_end; ++i)
        for (std::size_t k = top; k < bottom; ++k)
            patch.faces.push_back(barrel.faces[i][side == Side::Left ? k : kLimbAround - 1 - k]);
    for (std::size_t i = ring; i <= ring_end; ++i)
        for (std::size_t k = top; k <= bottom; ++k)
            patch.places[barrel.rings[i][around(k)]] = {
                2.0 * static_cast<double>(i - ring) / static_cast<double>(ring_end - ring) - 1.0,
                2.0 * static_cast<double>(k - top) / static_cast<double>(bottom - top) - 1.0};
    return patch;
}

// From the square of a patch to a disc.
Eigen::Vector2d round_off(double u, double v) {
    const double length = std::hypot(u, v);
    return length > 0.0 ? Eigen::Vector2d(u / length, v / length) : Eigen::Vector2d::Zero();
}

void share_rim(Cage& cage, const Patch& patch, JointIndex joint, double share) {
    for (const auto& [index, uv] : patch.places)
        cage.vertex(index).weights.emplace_back(joint, share);
}

struct LegRing {
    double height, radius;
    double forward;  // how far the ring is ahead of the hip
    Shares shares;
};

void add_leg(Cage& cage, const Barrel& barrel, JointIndex upper, Side side, std::size_t ring) {
    const bool is_front = upper == kLegFrontLeftUpper || upper == kLegFrontRightUpper;
    const auto lower = static_cast<JointIndex>(upper + 1);
    const JointIndex trunk_joint = is_front ? kChest : kHips;
    const Vec3d hip = bind_place(upper);
    const std::vector<LegRing> rings{
        {0.37, is_front ? 0.185 : 0.20, 0.0, {{upper, 0.9}, {trunk_joint, 0.1}}},
        {0.25, 0.165, 0.012, {{upper, 0.5}, {lower, 0.5}}},
        {0.10, 0.165, 0.0, {{lower, 1}}},
        {-0.04, 0.19, 0.01, {{lower, 1}}},
    };
    Patch patch = barrel_patch(barrel, side, ring, ring + 2, 5, 7);
    share_rim(cage, patch, upper, 0.45);
    for (const LegRing& leg : rings)
        cage.extrude(patch, [&](double u, double v) -> CageVertex {
            const Eigen::Vector2d disc = leg.radius * round_off(u, v);
            const double inwards = hip.x() < 0.0 ? disc.y() : -disc.y();
            return {{hip.x() + inwards, leg.height, hip.z() + leg.forward + disc.x()}, leg.shares};
        });
}

// A ring of a limb in the plane of symmetry, which heads some degrees below level.
struct HangingRing {
    double y, z;
    double degrees_below_level;
    double radius;
    Shares shares;
};

void add_hanging_limb(Cage& cage, Patch& patch, Facing facing,
                      const std::vector<HangingRing>& rings) {
    const double ahead = facing == Facing::Front ? 1.0 : -1.0;
    for (const HangingRing& ring : rings) {
        const double angle = ring.degrees_below_level * kPi / 180.0;
        const Vec3d up(0.0, std::cos(angle), ahead * std::sin(angle));
        cage.extrude(patch, [&](double u, double v) -> CageVertex {
            const Eigen::Vector2d disc = ring.radius * round_off(u, v);
            return {Vec3d(disc.x(), ring.y, ring.z) + disc.y() * up, ring.shares};
        });
    }
}

void add_trunk(Cage& cage, const CapFaces& face) {
    Patch patch = cap_patch(face, -1, 1, -1, 1);
    share_rim(cage, patch, kTrunk1, 0.3);
    add_hanging_limb(cage, patch, Facing::Front,
                     {{0.93, 1.10, 40, 0.165, {{kTrunk1, 0.85}, {kHead, 0.15}}},
                      {0.79, 1.17, 75, 0.135, {{kTrunk1, 0.75}, {kTrunk2, 0.25}}},
                      {0.63, 1.185, 92, 0.115, {{kTrunk2, 0.85}, {kTrunk1, 0.15}}},
                      {0.47, 1.18, 90, 0.10, {{kTrunk2, 0.5}, {kTrunk3, 0.5}}},
                      {0.33, 1.20, 68, 0.09, {{kTrunk3, 1}}},
                      {0.25, 1.29, 25, 0.085, {{kTrunk3, 1}}}});
}

void add_tail(Cage& cage, const CapFaces& rump) {
    Patch patch = cap_patch(rump, -1, 1, 0, 1);
    share_rim(cage, patch, kTail, 0.2);
    add_hanging_limb(cage, patch, Facing::Back,
                     {{0.84, -0.92, 45, 0.060, {{kTail, 0.8}, {kHips, 0.2}}},
                      {0.70, -0.99, 75, 0.042, {{kTail, 1}}},
                      {0.54, -1.01, 88, 0.068, {{kTail, 1}}},
                      {0.41, -1.01, 90, 0.050, {{kTail, 1}}}});
}

// An ear is a thin sheet: u is its thickness (front is +1), v runs down its edge.
struct EarRing {
    Vec3d center;
    double rise, drop;  // half heights above and below the middle
    double thickness;
    double bulge;  // how far the middle of the edge stands out
    Shares shares;
};

void add_ear(Cage& cage, const Barrel& barrel, JointIndex ear, Side side) {
    Patch patch = barrel_patch(barrel, side, 7, 8, 2, 4);
    share_rim(cage, patch, ear, 0.12);
    const std::vector<EarRing> rings{
        {{0.60, 1.23, 0.52}, 0.30, 0.31, 0.032, 0.0, {{ear, 0.9}, {kHead, 0.1}}},
        {{0.84, 1.18, 0.39}, 0.26, 0.37, 0.024, 0.07, {{ear, 1}}},
    };
    const Vec3d out = Vec3d(0.85, 0.0, -0.5).normalized();
    const Vec3d front = Vec3d(0.5, 0.0, 0.85).normalized();
    for (const EarRing& ring : rings)
        cage.extrude(patch, [&](double u, double v) -> CageVertex {
            const double height = v < 0.0 ? -v * ring.rise : -v * ring.drop;
            const Vec3d left = ring.center + height * Vec3d::UnitY() + u * ring.thickness * front +
                               ring.bulge * (1.0 - std::abs(v)) * out;
            return {mirror(left, side), ring.shares};
        });
}

Cage make_cage() {
    Cage cage;
    const Barrel barrel = add_barrel(cage);
    const CapFaces rump =
        add_cap(cage, barrel.rings.front(), Facing::Back, [](int column, int row) -> CageVertex {
            return {{0.10 * column, 0.82 + 0.10 * row, -0.84 + 0.02 * row}, {{kHips, 1}}};
        });
    const CapFaces face =
        add_cap(cage, barrel.rings.back(), Facing::Front, [](int column, int row) -> CageVertex {
            const Eigen::Vector2d disc = 0.20 * round_off(column, row);
            return {{disc.x(), 1.05 + disc.y(), 1.03 - 0.3 * disc.y()}, {{kHead, 1}}};
        });
    for (const Side side : {Side::Left, Side::Right}) {
        const bool is_left = side == Side::Left;
        add_leg(cage, barrel, is_left ? kLegBackLeftUpper : kLegBackRightUpper, side, 1);
        add_leg(cage, barrel, is_left ? kLegFrontLeftUpper : kLegFrontRightUpper, side, 4);
        add_ear(cage, barrel, is_left ? kEarLeft : kEarRight, side);
    }
    add_trunk(cage, face);
    add_tail(cage, rump);
    return cage;
}

}  // namespace

SkinnedMesh make_body(const Skin& skin) {
    SkinnedMesh body = make_cage().smooth("body", skin, 2);
    for (Vec3& position : body.mesh.positions)
        position.y() = std::max(position.y(), 0.0F);  // flat soles
    return body;
}

}  // namespace isoskin::scenes::creature
