#include "isoskin/document/findings.h"

#include <algorithm>
#include <cstdio>

#include "isoskin/mesh/topology.h"
#include "isoskin/mesh/weld.h"

namespace isoskin {
namespace {

MeshFinding inspect_mesh(const SkinnedMesh& skinned) {
    const Mesh& mesh = skinned.mesh;
    const Weld weld = weld_by_position(mesh.positions);
    const Topology topology =
        analyse_topology(weld_faces(mesh.faces, weld).faces, weld.point_count());
    const auto quads = std::count_if(mesh.faces.begin(), mesh.faces.end(),
                                     [](const Face& face) { return face.is_quad(); });
    MeshFinding finding;
    finding.name = mesh.name;
    finding.vertices = mesh.vertex_count();
    finding.quads = static_cast<std::size_t>(quads);
    finding.triangles = mesh.faces.size() + finding.quads;
    finding.parts = topology.parts.size();
    finding.boundary_edges = topology.boundary_edge_count();
    finding.closed = topology.is_closed();
    finding.max_influences = skinned.weights.max_influences();
    finding.renormalised_rows = skinned.weights.renormalised_rows();
    finding.empty_rows = skinned.weights.empty_rows().size();
    return finding;
}

std::string counted(std::size_t count, const char* one, const char* many) {
    return std::to_string(count) + " " + (count == 1 ? one : many);
}

std::string with_digits(double value) {
    char digits[32];
    std::snprintf(digits, sizeof(digits), "%.4g", value);
    return digits;
}

FoundLine describe_surface(const Findings& findings) {
    std::size_t edges = 0;
    for (const MeshFinding& mesh : findings.meshes)
        edges += mesh.boundary_edges;
    if (findings.meshes.empty())
        return {.sentence = "There is no mesh, so there is nothing to keep the volume of."};
    const std::string volume = with_digits(findings.volume);
    if (findings.closed)
        return {.sentence = "The surface is closed; its volume of " + volume + " is kept."};
    if (findings.parts.empty())
        return {.sentence = "Nothing here encloses a volume, so it is skinned plainly."};
    if (edges > 0)
        return {.kind = NoteKind::Repaired,
                .sentence =
                    "The surface has holes (" + counted(edges, "boundary edge", "boundary edges") +
                    "); they are closed for measuring, and a volume of " + volume + " is kept."};
    return {.sentence = "The surface is not a clean manifold; a volume of " + volume + " is kept."};
}

void describe_motion(const Character& character, Findings& findings) {
    if (findings.joints == 0 && !findings.meshes.empty())
        findings.lines.push_back({.sentence = "There is no skeleton to pose it with."});
    else if (character.clips.empty() && findings.joints > 1)
        findings.lines.push_back(
            {.sentence = "There is no animation in the file. One that is kept in another file, "
                         "a BVH or an animated glTF, can be put on it.",
             .offer = FoundOffer::Motion});
}

// Parts that are left as skinned, one line for each kind of reason.
void describe_refusals(Findings& findings) {
    for (const RefusalGroup& group : group_refusals(findings.refusals)) {
        FoundLine line{.kind = NoteKind::LeftOut, .sentence = group_sentence(group)};
        for (const Refusal& refusal : findings.refusals)
            if (refusal.kind == group.kind)
                line.members.push_back({.text = refusal.part + ": " + refusal.reason,
                                        .part = PartKey{refusal.mesh, refusal.index}});
        findings.lines.push_back(std::move(line));
    }
}

void describe(const Character& character, Findings& findings) {
    findings.lines.push_back({.sentence = counted(findings.vertices, "vertex", "vertices") + ", " +
                                          counted(findings.triangles, "triangle", "triangles") +
                                          ", " + counted(findings.joints, "joint", "joints") +
                                          ", " + counted(character.clips.size(), "clip", "clips") +
                                          "."});
    findings.lines.push_back(describe_surface(findings));
    describe_motion(character, findings);
    describe_refusals(findings);
    for (const NoteGroup& group : group_notes(character.notes)) {
        FoundLine line{.kind = group.kind, .sentence = group.sentence};
        for (const std::string& member : group.members)
            line.members.push_back({.text = member});
        findings.lines.push_back(std::move(line));
    }
}

}  // namespace

Findings inspect_character(const Character& character, Deformer& deformer) {
    Findings findings;
    findings.name = character.name;
    findings.closed = !character.meshes.empty();
    for (const SkinnedMesh& mesh : character.meshes) {
        const MeshFinding& finding = findings.meshes.emplace_back(inspect_mesh(mesh));
        findings.vertices += finding.vertices;
        findings.triangles += finding.triangles;
        findings.closed = findings.closed && finding.closed;
    }
    findings.joints = skin_joints(character).size();
    auto posed = deformer.make_output();
    for (const PartReport& part : deformer.deform(stored_pose(character), posed).parts) {
        findings.parts.push_back({std::string(part.label), part.target});
        findings.volume += part.target;
    }
    for (const PosedMesh& mesh : posed)
        findings.bounds.extend(bounding_box(mesh.positions));
    findings.refusals = deformer.refusals();
    describe(character, findings);
    return findings;
}

}  // namespace isoskin
