#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "answers.h"
#include "isoskin/document/crossings.h"
#include "isoskin/document/document.h"
#include "isoskin/document/error_graph.h"
#include "isoskin/document/findings.h"
#include "isoskin/document/lattice_drawing.h"
#include "isoskin/document/lattice_grip.h"
#include "isoskin/document/lattice_motion.h"
#include "isoskin/document/painting.h"
#include "isoskin/document/panes.h"
#include "stages.h"

/// What a page holds on to between two calls: one document and what is shown of it, and the last
/// answers.
namespace isoskin::wasm {

/// A drawing of the lattice as the page reads it.
struct LatticeBuffers {
    std::vector<Vec3> lines;    ///< Two ends each.
    std::vector<float> levels;  ///< Of lines.
    std::vector<Vec3> handles;
};

struct Session : Answers {
    std::optional<Document> document;
    Origin origin;  ///< Where the document came from.
    Stages stages;  ///< Documents it was made of, or that were made of it.
    Panes panes;
    std::optional<Stroke> stroke;
    std::optional<ErrorGraph> graph;
    std::optional<CrossingFinder> crossings;  ///< Of the character; made when first asked for.
    LatticeMotion motion;
    LatticeDrawing drawing;
    LatticeBuffers lattice;
    std::optional<LatticeGrip> grip;
    std::vector<float> joint_positions;
    std::vector<float> joint_matrices;
};

Session& session();

/// `guarded` for calls that need an open document.
template <typename Body>
int with_document(const Body& body) {
    return guarded([&]() -> Status {
        if (!session().document) return usage_error("nothing is open");
        return body(*session().document);
    });
}

/// Calls about one joint or one mesh; refuses what is not there.
template <typename Body>
int with_joint(int joint, const Body& body) {
    return with_document([&](Document& document) -> Status {
        if (joint < 0 ||
            static_cast<std::size_t>(joint) >= document.character().skeleton.joint_count())
            return usage_error("there is no joint " + std::to_string(joint));
        return body(document, static_cast<JointIndex>(joint));
    });
}

template <typename Body>
int with_mesh(int mesh, const Body& body) {
    return with_document([&](Document& document) -> Status {
        if (mesh < 0 || static_cast<std::size_t>(mesh) >= document.character().meshes.size())
            return usage_error("there is no mesh " + std::to_string(mesh));
        return body(document, static_cast<std::size_t>(mesh));
    });
}

/// Makes `document` the open one, and a beginning.
void show_document(Document document, Origin origin);
/// Makes it the open one and leaves its stages alone.
void put_on_show(Document document, Origin origin);
/// Saved work (`isoskin_serialise`) as a document.
Result<Stage> open_work(std::span<const std::uint8_t> bytes);

}  // namespace isoskin::wasm
