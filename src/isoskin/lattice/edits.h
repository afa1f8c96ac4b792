#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "isoskin/lattice/lattice.h"
#include "isoskin/lattice/motion_recipe.h"
#include "isoskin/lattice/octree_build.h"

namespace isoskin {

/// What the cells of a tree are made to follow.
enum class TreeSource {
    Points,  ///< Divided while a cell holds too many of them.
    Matter,  ///< Divided wherever the surface passes.
    Box,     ///< Divided evenly.
};

/// How to make the tree that edits begin with.
struct TreeRecipe {
    TreeSource from = TreeSource::Matter;
    OctreeSettings settings = {.max_depth = 3};
    /// For `Box` alone: the root in rest space; empty: a cube around the points.
    std::optional<Eigen::AlignedBox3d> box = {};
};

/// Some vertices or cells of one level.
struct TreePlace {
    using GridPlace = std::array<std::int32_t, 3>;

    int level = 0;
    /// One by its place on the grid of the level; the nearest to a rest point, of cells the one
    /// that holds it; or all that lie in a box of rest space (of cells: that meet it).
    std::variant<GridPlace, Vec3d, Eigen::AlignedBox3d> where = GridPlace{};
};

/// Carries free vertices: scaled, then turned about a point, then shifted; or one of them to a
/// place.
struct MoveEdit {
    TreePlace vertices;
    Vec3d by = Vec3d::Zero();
    Vec3d degrees = Vec3d::Zero();  ///< About x, then y, then z.
    Vec3d scale = Vec3d::Ones();
    std::optional<Vec3d> about = {};  ///< Empty: the mean of the vertices as they lie.
    std::optional<Vec3d> to = {};     ///< Instead of all others; one vertex only.
};

/// Turns and stretches the frames of free vertices, on top of what they are; or replaces them.
struct FrameEdit {
    TreePlace vertices;
    Vec3d degrees = Vec3d::Zero();
    Vec3d scale = Vec3d::Ones();
    std::optional<Mat3d> frame = {};  ///< Instead of the others.
};

/// Takes a point of the shape along; vertices of one level follow (`drag_points`).
struct DragEdit {
    Vec3d rest = Vec3d::Zero();
    int level = 0;
    Vec3d by = Vec3d::Zero();
    std::optional<Vec3d> to = {};  ///< Instead of `by`.
};

struct SubdivideEdit {
    TreePlace cells;
    int times = 1;  ///< 2: the new cells as well, and so on.
};

struct SimplifyEdit {
    TreePlace cells;
};

/// What is stored of a vertex, as it is: exact, for files that programs write.
struct DetailEdit {
    GridKey vertex;
    VertexDetail detail;
};

using LatticeEdit =
    std::variant<MoveEdit, FrameEdit, DragEdit, SubdivideEdit, SimplifyEdit, DetailEdit>;

/// A deformation as a person or a program writes it down: a tree, and what is done to it in turn.
struct LatticeEdits {
    TreeRecipe tree;
    LatticeSettings settings;
    std::vector<LatticeEdit> edits;
    MotionRecipe motion;
};

/// Does one edit. Refuses vertices and cells that are not there, constrained ones, and more cells
/// than anybody could want; the lattice is then as far as the edit got.
Status apply_edit(const LatticeEdit& edit, Lattice& lattice);

/// Does all of them, in turn. A sentence names the edit at fault by its number, from 1.
Status apply_edits(std::span<const LatticeEdit> edits, Lattice& lattice);

/// The tree that a recipe makes round a shape.
Result<Octree> make_tree(const TreeRecipe& recipe, std::span<const Vec3> points,
                         std::span<const Triangle> triangles);

/// Edits that make a copy of a lattice wherever they are applied: its root box, the cells that are
/// divided, and the details of its vertices.
LatticeEdits edits_of(const Lattice& lattice);

}  // namespace isoskin
