#include "isoskin/document/panes.h"

#include <algorithm>
#include <cassert>

#include "isoskin/document/painting.h"
#include "isoskin/volume/build/painted_map.h"

namespace isoskin {
namespace {

bool keeps_volume(PaneMethod method) {
    return method != PaneMethod::Linear && method != PaneMethod::DualQuaternion &&
           method != PaneMethod::Rigid;
}

DeformSettings settings_for(PaneMethod method, const Document& document) {
    DeformSettings settings{.skinning = SkinMethod::Linear, .normals = NormalOutput::Normals};
    if (method == PaneMethod::DualQuaternion) settings.skinning = SkinMethod::DualQuaternion;
    if (method == PaneMethod::Rigid) settings.skinning = SkinMethod::Rigid;
    if (!keeps_volume(method)) return settings;
    settings.skinning = document.base();
    settings.volume = document.settings();
    if (method == PaneMethod::Axes) settings.volume->method = VolumeMethod::Axes;
    if (method == PaneMethod::Free) settings.volume->method = VolumeMethod::Free;
    if (method == PaneMethod::LinearNormal) settings.volume->method = VolumeMethod::LinearNormal;
    if (method == PaneMethod::LinearAxes) settings.volume->method = VolumeMethod::LinearAxes;
    if (method == PaneMethod::Normal) settings.volume->method = VolumeMethod::Normal;
    return settings;
}

// A lattice at rest is none.
const Lattice* lattice_in_force(const Document& document) {
    if (!document.lattice() || is_at_rest(document.lattice()->lattice)) return nullptr;
    return &document.lattice()->lattice;
}

void fill_weights(const SkinnedMesh& mesh, JointIndex joint, std::span<float> values) {
    std::fill(values.begin(), values.end(), 0.0F);
    const auto slot = slot_of(mesh.skin, joint);
    if (!slot) return;
    for (std::size_t vertex = 0; vertex < values.size(); ++vertex)
        for (const Influence& influence : mesh.weights.row(vertex))
            if (influence.slot == *slot) values[vertex] = influence.weight;
}

void fill_map(const Deformer& deformer, std::size_t index, const SkinnedMesh& mesh,
              JointIndex joint, std::span<float> values) {
    std::fill(values.begin(), values.end(), 0.0F);
    const auto slot = slot_of(mesh.skin, joint);
    if (!slot) return;
    for (const VertexTarget& target : deformer.targets(index)) {
        const bool bends =
            target.name.size() > 5 && target.name.compare(target.name.size() - 5, 5, " bend") == 0;
        if (target.slot != *slot || !bends) continue;
        for (std::size_t i = 0; i < target.map.vertices.size(); ++i)
            values[target.map.vertices[i]] =
                std::max(values[target.map.vertices[i]], target.map.values[i]);
    }
}

void fill_painted(const Document& document, std::size_t mesh, JointIndex joint,
                  std::span<float> values) {
    const JointVolumeSettings settings = document.joint_settings(joint);
    const PaintedMap* paint = find_paint(settings, mesh);
    if (paint == nullptr) return std::fill(values.begin(), values.end(), 1.0F);
    std::copy(paint->values.begin(), paint->values.end(), values.begin());
}

Reshaping reshaping_for(const Document& document) {
    return document.in_gesture() ? Reshaping::Draft : Reshaping::Complete;
}

}  // namespace

void Panes::show(std::vector<PaneMethod> methods) {
    assert(!methods.empty());
    methods_ = std::move(methods);
}

void Panes::clear() {
    for (auto& built : built_)
        built.reset();
    volumes_.clear();
    refusals_.clear();
    report_ = {};
    scalars_.clear();
}

Panes::Built& Panes::build(const Document& document, PaneMethod method, Freshness freshness,
                           const Lattice* moving, const Progress& progress) {
    auto& slot = built_[static_cast<std::size_t>(method)];
    // A deformer that was never carried gives the bits of one without a lattice; no other does.
    if (slot && slot->is_carried && moving == nullptr && lattice_in_force(document) == nullptr)
        slot.reset();
    const bool waits = freshness == Freshness::SkinningOnly && keeps_volume(method);
    if (slot && (waits || reshape(document, method, *slot))) {
        carry(document, moving, *slot);
        return *slot;
    }
    DeformSettings settings = settings_for(method, document);
    settings.progress = progress;
    auto deformer = Deformer::create(document.character(), settings);
    assert(deformer && "a document holds a character that fits together");
    auto posed = deformer->make_output();
    slot.emplace(Built{.deformer = *std::move(deformer),
                       .posed = std::move(posed),
                       .drawn = std::vector<std::vector<Vec3>>(document.character().meshes.size()),
                       .shape_revision = document.shape_revision(),
                       .weights_revision = document.weights_revision()});
    carry(document, moving, *slot);
    return *slot;
}

void Panes::carry(const Document& document, const Lattice* moving, Built& built) {
    const Lattice* lattice = moving != nullptr ? moving : lattice_in_force(document);
    const std::uint64_t revision = document.lattice_revision();
    if (lattice == nullptr || (moving == nullptr && built.carried_by == revision)) return;
    built.deformer.set_lattice(*lattice, defining_lattice(*document.lattice()));
    built.is_carried = true;
    built.carried_by.reset();
    if (moving == nullptr) built.carried_by = revision;
}

Deformer& Panes::keeping(const Document& document, const Progress& progress) {
    return build(document, PaneMethod::Isoskin, Freshness::All, nullptr, progress).deformer;
}

// Brings up to date what can be without building; false if it cannot.
bool Panes::reshape(const Document& document, PaneMethod method, Built& built) const {
    if (built.weights_revision != document.weights_revision()) return false;
    const Reshaping wanted = reshaping_for(document);
    const bool completes = built.reshaping == Reshaping::Draft && wanted == Reshaping::Complete;
    if (built.shape_revision == document.shape_revision() && !completes) return true;
    const auto volume = settings_for(method, document).volume;
    if (volume && !built.deformer.reshape(*volume, wanted)) return false;
    built.reshaping = volume ? wanted : Reshaping::Complete;
    built.shape_revision = document.shape_revision();
    built.carried_by.reset();  // other maps carry the lattice's volume elsewhere
    return true;
}

bool Panes::wants_build(const Document& document, PaneMethod method, Freshness freshness,
                        const Lattice* moving) const {
    const auto& slot = built_[static_cast<std::size_t>(method)];
    if (!slot) return true;
    if (slot->is_carried && moving == nullptr && lattice_in_force(document) == nullptr) return true;
    if (freshness == Freshness::SkinningOnly) return false;
    if (slot->weights_revision != document.weights_revision()) return true;
    if (slot->shape_revision == document.shape_revision()) return false;
    return !slot->deformer.can_reshape(*settings_for(method, document).volume);
}

std::size_t Panes::builds_wanted(const Document& document, Freshness freshness,
                                 const Lattice* moving) const {
    std::size_t count = 0;
    for (std::size_t m = 0; m < kPaneMethodCount; ++m) {
        const auto method = static_cast<PaneMethod>(m);
        const bool shown = method == PaneMethod::Isoskin ||
                           std::find(methods_.begin(), methods_.end(), method) != methods_.end();
        if (shown && keeps_volume(method) && wants_build(document, method, freshness, moving))
            ++count;
    }
    return count;
}

bool Panes::is_made(std::size_t pane) const {
    return pane < methods_.size() && pane < volumes_.size() &&
           volumes_[pane].method == methods_[pane] &&
           built_[static_cast<std::size_t>(methods_[pane])].has_value();
}

void Panes::spread_to_wedges(const Document& document, Built& built) const {
    for (std::size_t m = 0; m < built.posed.size(); ++m) {
        const auto& vertex_of = document.character().meshes[m].mesh.wedge_vertex;
        if (vertex_of.empty()) continue;
        built.drawn[m].resize(vertex_of.size());
        for (std::size_t wedge = 0; wedge < vertex_of.size(); ++wedge)
            built.drawn[m][wedge] = built.posed[m].positions[vertex_of[wedge]];
    }
}

void Panes::update(const Document& document, Freshness freshness, const Lattice* moving) {
    const Pose pose = document.pose();
    // Isoskin is always made: it knows what ought to be enclosed, and heat is measured against it.
    Built& own = build(document, PaneMethod::Isoskin, freshness, moving);
    report_ = own.deformer.deform(pose, own.posed);
    refusals_ = own.deformer.refusals();
    double target = 0.0;
    for (const PartReport& part : report_.parts)
        target += part.target;

    volumes_.clear();
    for (const PaneMethod method : methods_) {
        Built& built =
            method == PaneMethod::Isoskin ? own : build(document, method, freshness, moving);
        if (method != PaneMethod::Isoskin) built.deformer.deform(pose, built.posed);
        spread_to_wedges(document, built);
        PaneVolume& volume =
            volumes_.emplace_back(PaneVolume{.method = method, .target = target, .volume = 0.0});
        for (std::size_t m = 0; m < built.posed.size(); ++m)
            volume.volume += own.deformer.measure(m, built.posed[m].positions);
    }
    fill_scalars(document);
}

void Panes::fill_vertex_scalars(const Document& document, std::size_t pane, std::size_t mesh,
                                std::span<float> values) {
    const SkinnedMesh& skinned = document.character().meshes[mesh];
    Built& own = *built_[static_cast<std::size_t>(PaneMethod::Isoskin)];
    switch (field_.kind) {
        case ScalarField::Kind::None:
            return;
        case ScalarField::Kind::Heat:
            return own.deformer.heat(mesh, posed(pane)[mesh].positions, own.posed[mesh].positions,
                                     values);
        case ScalarField::Kind::Weight:
            return fill_weights(skinned, field_.joint, values);
        case ScalarField::Kind::Map:
            return fill_map(own.deformer, mesh, skinned, field_.joint, values);
        case ScalarField::Kind::Painted:
            return fill_painted(document, mesh, field_.joint, values);
    }
}

void Panes::fill_scalars(const Document& document) {
    const auto& meshes = document.character().meshes;
    scalars_.resize(methods_.size());
    for (std::size_t pane = 0; pane < methods_.size(); ++pane) {
        scalars_[pane].resize(meshes.size());
        for (std::size_t m = 0; m < meshes.size(); ++m) {
            auto& drawn = scalars_[pane][m];
            const Mesh& mesh = meshes[m].mesh;
            drawn.resize(field_.kind == ScalarField::Kind::None ? 0 : mesh.wedge_count());
            if (drawn.empty()) continue;
            vertex_values_.resize(mesh.vertex_count());
            fill_vertex_scalars(document, pane, m, vertex_values_);
            for (std::size_t wedge = 0; wedge < drawn.size(); ++wedge)
                drawn[wedge] = vertex_values_[mesh.vertex_of_wedge(wedge)];
        }
    }
}

std::span<const PosedMesh> Panes::posed(std::size_t pane) const {
    return built_[static_cast<std::size_t>(methods_[pane])]->posed;
}

std::span<const Vec3> Panes::positions(std::size_t pane, std::size_t mesh) const {
    const Built& built = *built_[static_cast<std::size_t>(methods_[pane])];
    return built.drawn[mesh].empty() ? std::span(built.posed[mesh].positions)
                                     : std::span(built.drawn[mesh]);
}

std::span<const Vec3> Panes::normals(std::size_t pane, std::size_t mesh) const {
    return posed(pane)[mesh].normals;
}

std::span<const float> Panes::scalars(std::size_t pane, std::size_t mesh) const {
    return scalars_[pane][mesh];
}

}  // namespace isoskin
