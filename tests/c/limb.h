#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "isoskin/isoskin.h"

/// A limb of three joints along x as bare arrays, as an engine holds it: a closed tube that follows
/// two joints where it bends, with most of its flesh on the first.
struct Limb {
    static constexpr std::uint32_t kRings = 41;
    static constexpr std::uint32_t kSides = 12;
    static constexpr std::size_t kJoints = 3;
    using Matrix = std::array<float, 16>;

    std::vector<float> positions;
    std::vector<std::uint32_t> indices;
    std::vector<std::uint16_t> joints;
    std::vector<float> weights;
    std::vector<Matrix> inverse_binds;
    std::vector<std::int32_t> parents{-1, 0, 1};

    Limb() {
        for (std::size_t ring = 0; ring < kRings; ++ring)
            for (std::size_t side = 0; side < kSides; ++side)
                add_vertex(-2.0F + 5.0F * static_cast<float>(ring) / (kRings - 1),
                           6.2831853F * static_cast<float>(side) / kSides, 0.3F);
        add_vertex(-2.0F, 0.0F, 0.0F);
        add_vertex(3.0F, 0.0F, 0.0F);
        for (std::uint32_t ring = 0; ring + 1 < kRings; ++ring)
            for (std::uint32_t side = 0; side < kSides; ++side)
                add_quad(ring, side);
        for (std::uint32_t side = 0; side < kSides; ++side)
            add_ends(side);
        for (std::size_t joint = 0; joint < kJoints; ++joint)
            inverse_binds.push_back(move_x(-static_cast<float>(joint)));
    }

    std::size_t vertex_count() const { return positions.size() / 3; }

    static Matrix move_x(float x) { return {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, 0, 0, 1}; }

    isoskin_arrays arrays() const {
        isoskin_arrays all = ISOSKIN_INIT(isoskin_arrays);
        all.vertex_count = vertex_count();
        all.positions = positions.data();
        all.index_count = indices.size();
        all.indices = indices.data();
        all.joint_count = kJoints;
        all.inverse_binds = inverse_binds[0].data();
        all.parents = parents.data();
        all.influence_count = 2;
        all.joints = joints.data();
        all.weights = weights.data();
        return all;
    }

    /// Joint 1 turned about z by `angle` where it is, joint 2 carried along: model from joint.
    static std::vector<Matrix> bent(float angle) {
        const float c = std::cos(angle);
        const float s = std::sin(angle);
        return {move_x(0.0F),
                {c, s, 0, 0, -s, c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 1},
                {c, s, 0, 0, -s, c, 0, 0, 0, 0, 1, 0, 1 + c, s, 0, 1}};
    }

  private:
    void add_vertex(float x, float angle, float radius) {
        for (const float number : {x, radius * std::cos(angle), radius * std::sin(angle)})
            positions.push_back(number);
        // From joint 0 to 1 over half a unit round x = 1, from 1 to 2 round x = 2.
        const auto later = static_cast<std::uint16_t>(x < 1.5F ? 1 : 2);
        const float along = (x - static_cast<float>(later)) / 0.5F + 0.5F;
        const float share = std::fmin(1.0F, std::fmax(0.0F, along));
        joints.push_back(later);
        joints.push_back(static_cast<std::uint16_t>(later - 1));
        weights.push_back(share);
        weights.push_back(1.0F - share);
    }
    void add_triangle(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
        indices.insert(indices.end(), {a, b, c});
    }
    static std::uint32_t at(std::uint32_t ring, std::uint32_t side) {
        return ring * kSides + side % kSides;
    }
    void add_quad(std::uint32_t ring, std::uint32_t side) {
        add_triangle(at(ring, side), at(ring, side + 1), at(ring + 1, side + 1));
        add_triangle(at(ring, side), at(ring + 1, side + 1), at(ring + 1, side));
    }
    void add_ends(std::uint32_t side) {
        const std::uint32_t first = kRings * kSides;
        add_triangle(first, at(0, side + 1), at(0, side));
        add_triangle(first + 1, at(kRings - 1, side), at(kRings - 1, side + 1));
    }
};
