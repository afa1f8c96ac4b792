#pragma once

#include <cstdint>
#include <new>
#include <optional>
#include <string>
#include <vector>

#include "isoskin/base/result.h"
#include "isoskin/document/document.h"
#include "isoskin/document/error_graph.h"
#include "isoskin/document/findings.h"
#include "isoskin/document/lattice_drawing.h"
#include "isoskin/document/lattice_grip.h"
#include "isoskin/document/lattice_motion.h"
#include "isoskin/document/painting.h"
#include "isoskin/document/panes.h"
#include "origin.h"

/// What a page holds on to between two calls: one document and what is shown of it, and the answers
/// that are too long for a number.
namespace isoskin::wasm {

/// A drawing of the lattice as the page reads it.
struct LatticeBuffers {
    std::vector<Vec3> lines;    ///< Two ends each.
    std::vector<float> levels;  ///< Of lines.
    std::vector<Vec3> handles;
};

struct Session {
    std::optional<Document> document;
    Origin origin;                   ///< Where the document came from.
    std::vector<DroppedFile> inbox;  ///< Files laid down to be opened.
    Panes panes;
    std::optional<Stroke> stroke;
    std::optional<ErrorGraph> graph;
    LatticeMotion motion;
    LatticeDrawing drawing;
    LatticeBuffers lattice;
    std::optional<LatticeGrip> grip;
    std::vector<float> joint_positions;
    std::vector<float> joint_matrices;

    std::string text;                 ///< The last answer in words or JSON.
    std::vector<double> numbers;      ///< The last answer in numbers.
    std::vector<std::uint8_t> bytes;  ///< The last answer that is a file or an array.
    std::optional<Error> error;       ///< Why the last call failed.
};

Session& session();

/// The status every export returns: what went wrong, or nothing.
enum class Outcome : int { Done = 0, Invalid, Unsupported, CannotWrite, Usage, Internal };

inline constexpr const char* kOutOfMemory =
    "there is not enough memory for this; what was open is as it was";

int report(const Error& error);
int report_exception(const char* what);
int done();

/// Runs the inside of an export; nothing that is thrown leaves it. `body` returns a Status.
template <typename Body>
int guarded(const Body& body) {
    try {
        const Status status = body();
        return status ? done() : report(status.error());
    } catch (const std::bad_alloc&) {
        // What was being made is gone, what was there before is not: the page can ask for less.
        return report(unsupported(kOutOfMemory));
    } catch (const std::exception& failure) {
        return report_exception(failure.what());
    } catch (...) {
        return report_exception("an unknown failure");
    }
}

/// The same for calls that need an open document.
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

/// Makes `document` the open one.
void show_document(Document document, Origin origin);

}  // namespace isoskin::wasm

/// Plain C, kept by the linker, callable from a page.
#define ISOSKIN_EXPORT extern "C" __attribute__((used, visibility("default")))
