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

void describe_surface(const Findings& findings, std::vector<std::string>& summary) {
    std::size_t edges = 0;
    for (const MeshFinding& mesh : findings.meshes)
        edges += mesh.boundary_edges;
    if (findings.meshes.empty())
        summary.push_back("There is no mesh, so there is nothing to keep the volume of.");
    else if (findings.closed)
        summary.push_back("The surface is closed; its volume of " + with_digits(findings.volume) +
                          " is kept.");
    else if (findings.parts.empty())
        summary.push_back("Nothing here encloses a volume, so it is skinned plainly.");
    else if (edges > 0)
        summary.push_back("The surface has holes (" +
                          counted(edges, "boundary edge", "boundary edges") +
                          "); they are closed for measuring, and a volume of " +
                          with_digits(findings.volume) + " is kept.");
    else
        summary.push_back("The surface is not a clean manifold; a volume of " +
                          with_digits(findings.volume) + " is kept.");
}

void describe_weights(const Findings& findings, std::vector<std::string>& summary) {
    std::size_t renormalised = 0;
    std::size_t empty = 0;
    for (const MeshFinding& mesh : findings.meshes) {
        renormalised += mesh.renormalised_rows;
        empty += mesh.empty_rows;
    }
    if (renormalised > 0)
        summary.push_back("The weights of " + counted(renormalised, "vertex", "vertices") +
                          " did not sum to one and were normalised.");
    if (empty > 0)
        summary.push_back(counted(empty, "vertex follows", "vertices follow") +
                          " no joint; the first joint of the skin takes them.");
    if (findings.joints == 0 && !findings.meshes.empty())
        summary.push_back("There is no skeleton to pose it with.");
}

void describe(const Character& character, Findings& findings) {
    auto& summary = findings.summary;
    summary.push_back(counted(findings.vertices, "vertex", "vertices") + ", " +
                      counted(findings.triangles, "triangle", "triangles") + ", " +
                      counted(findings.joints, "joint", "joints") + ", " +
                      counted(character.clips.size(), "clip", "clips") + ".");
    describe_surface(findings, summary);
    describe_weights(findings, summary);
    for (const Refusal& refusal : findings.refusals)
        summary.push_back("Left as skinned: " + refusal.part + ", because " + refusal.reason + ".");
    summary.insert(summary.end(), findings.notes.begin(), findings.notes.end());
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
    findings.notes = character.notes;
    describe(character, findings);
    return findings;
}

}  // namespace isoskin
