#include "isoskin/skinning/skin_table.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "isoskin/base/parallel.h"
#include "isoskin/skinning/equal_vertices.h"
#include "isoskin/skinning/skin_kernel.h"
#include "isoskin/skinning/skin_records.h"

namespace isoskin {
namespace {

// `first` as `find_equal_vertices` has it; without normals only.
std::vector<SkinRow> make_rows(const SkinTableInput& input, std::span<const Index> first) {
    std::vector<SkinRow> rows;
    const auto vertex_count = static_cast<Index>(input.positions.size());
    if (input.normals.empty()) {
        for (Index vertex = 0; vertex < vertex_count; ++vertex)
            if (first.empty() || first[vertex] == vertex)
                rows.push_back({vertex, kNoIndex, RowOutput::Position});
        return rows;
    }
    std::vector<bool> written(vertex_count, false);
    for (Index wedge = 0; wedge < input.normals.size(); ++wedge) {
        const Index vertex = input.wedge_vertex.empty() ? wedge : input.wedge_vertex[wedge];
        const RowOutput output = written[vertex] ? RowOutput::Frame : RowOutput::PositionAndFrame;
        rows.push_back({vertex, wedge, output});
        written[vertex] = true;
    }
    for (Index vertex = 0; vertex < vertex_count; ++vertex)
        if (!written[vertex]) rows.push_back({vertex, kNoIndex, RowOutput::Position});
    return rows;
}

// Rigid skinning is the blend of one.
SkinWeights keep_strongest(const SkinWeights& weights) {
    std::vector<std::vector<Influence>> rows;
    rows.reserve(weights.vertex_count());
    for (std::size_t vertex = 0; vertex < weights.vertex_count(); ++vertex)
        rows.push_back({weights.row(vertex).front()});
    return SkinWeights::from_rows(rows);
}

PaletteEntry matrix_entry(const Affine& matrix) {
    PaletteEntry entry;
    for (int i = 0; i < 12; ++i)
        entry.numbers[static_cast<std::size_t>(i)] =
            static_cast<float>(matrix.matrix()(i % 3, i / 3));
    return entry;
}

PaletteEntry motion_entry(const StretchThenMove& joint) {
    PaletteEntry entry;
    auto* number = entry.numbers.data();
    for (const Quatd* part : {&joint.motion.real, &joint.motion.dual})
        for (int i = 0; i < 4; ++i)
            *number++ = static_cast<float>(part->coeffs()[i]);
    for (int row = 0; row < 3; ++row)
        for (int column = row; column < 3; ++column)
            *number++ = static_cast<float>(joint.stretch(row, column));
    return entry;
}

}  // namespace

struct SkinTable::State {
    SkinMethod method = SkinMethod::Linear;
    BlendKind kind = BlendKind::Matrices;
    SkinLayout layout;
    SkinRecords records;
    std::vector<JointIndex> slots;      // that any vertex follows
    std::vector<PaletteEntry> palette;  // per slot
    bool thickened = false;             // whether any map has weight
    std::vector<float> thickness;
    std::vector<char> in_use;  // per bundle
    std::vector<float> thickness_growth;
    std::vector<Index> first_equal;            // per vertex; empty: all differ
    std::vector<std::array<Index, 2>> copies;  // from, to
    std::size_t vertex_count = 0;
    std::size_t wedge_count = 0;
    std::size_t tangent_count = 0;
};

SkinTable::SkinTable(SkinMethod method, const SkinTableInput& input)
    : state_(std::make_unique<State>()) {
    assert(input.weights.vertex_count() == input.positions.size());
    assert(input.tangents.empty() || input.tangents.size() == input.normals.size());
    assert(input.maps.empty() || input.directions.size() == input.positions.size());

    state_->method = method;
    state_->vertex_count = input.positions.size();
    state_->wedge_count = input.normals.size();
    state_->tangent_count = input.tangents.size();
    if (method == SkinMethod::Rigid)
        fill(input, keep_strongest(input.weights));
    else
        fill(input, input.weights);
    state_->thickness.assign(input.maps.size(), 0.0F);
    state_->in_use.assign(state_->layout.bundles.size(), 0);
    state_->thickness_growth.assign(input.maps.size(), 0.0F);
    state_->slots = input.weights.slots();
    state_->palette.resize(state_->slots.empty() ? 1 : std::size_t{state_->slots.back()} + 1);
    const std::vector<Affine> identity(state_->palette.size(), Affine::Identity());
    set_palette(identity);
}

void SkinTable::fill(const SkinTableInput& input, const SkinWeights& weights) {
    if (input.normals.empty()) state_->first_equal = find_equal_vertices(input, weights);
    const std::vector<Index>& first = state_->first_equal;
    for (Index vertex = 0; vertex < first.size(); ++vertex)
        if (first[vertex] != vertex) state_->copies.push_back({first[vertex], vertex});
    const std::vector<SkinRow> rows = make_rows(input, first);
    state_->layout = make_skin_layout(
        {.rows = rows,
         .weights = weights,
         .maps = input.maps,
         .blocks = state_->method == SkinMethod::DualQuaternion ? BlockRule::SameStrongestJoint
                                                                : BlockRule::AnyJoints,
         .tangents = input.tangents.empty() ? TangentUse::None : TangentUse::Carry});

    state_->records = make_skin_records(input, weights, state_->layout);
    for (const auto& [from, to] : state_->copies)
        state_->records.position_of_vertex[to] = state_->records.position_of_vertex[from];
}

SkinTable::SkinTable(SkinTable&&) noexcept = default;
SkinTable& SkinTable::operator=(SkinTable&&) noexcept = default;
SkinTable::~SkinTable() = default;

void SkinTable::set_palette(std::span<const Affine> palette) {
    assert(palette.size() >= state_->palette.size());
    const bool dual = state_->method == SkinMethod::DualQuaternion;
    state_->kind = dual ? BlendKind::Motions : BlendKind::Matrices;
    for (const JointIndex slot : state_->slots) {
        if (!dual) {
            state_->palette[slot] = matrix_entry(palette[slot]);
            continue;
        }
        const StretchThenMove joint = split_stretch(palette[slot]);
        if (joint.stretch != Mat3d::Identity()) state_->kind = BlendKind::StretchedMotions;
        state_->palette[slot] = motion_entry(joint);
    }
}

void SkinTable::set_morph_weights(std::span<const float> weights) {
    state_->records.morphs.apply(weights, state_->records.columns);
}

void SkinTable::set_bind(std::span<const Vec3> positions, std::span<const Vec3> normals,
                         std::span<const Vec4> tangents) {
    assert(positions.size() == state_->vertex_count && normals.size() == state_->wedge_count &&
           tangents.size() == state_->tangent_count);
    SkinRecords& records = state_->records;
    for (std::size_t i = 0; i < positions.size(); ++i)
        put_vector(positions[i], records.position_of_vertex[i], records.columns);
    for (std::size_t i = 0; i < normals.size(); ++i)
        put_vector(normals[i], records.frame_of_wedge[i], records.columns);
    for (std::size_t i = 0; i < tangents.size(); ++i)
        put_vector(tangents[i].head<3>(), records.tangent_of_wedge[i], records.columns);
}

void SkinTable::set_thickness(std::span<const float> weights) {
    assert(weights.size() == state_->thickness.size());
    std::copy(weights.begin(), weights.end(), state_->thickness.begin());
    const auto any = [](std::span<const float> of) {
        return std::any_of(of.begin(), of.end(), [](float weight) { return weight != 0.0F; });
    };
    state_->thickened = any(weights);
    for (std::size_t number = 0; number < state_->in_use.size(); ++number) {
        const MoveBundle& bundle = state_->layout.bundles[number];
        state_->in_use[number] = any(weights.subspan(bundle.first, bundle.size)) ? 1 : 0;
    }
}

bool SkinTable::set_map(std::size_t map, const VertexMap& values) {
    assert(map < state_->thickness.size() && values.vertices.size() == values.values.size());
    const SkinLayout& layout = state_->layout;
    const MoveBundle* bundle = bundle_of(layout, map);
    if (bundle != nullptr && bundle->is_flat) return false;  // its axes follow from its maps
    std::vector<MorphTable::Place> places;
    std::vector<Index> vertices;
    std::vector<Index> entry_of_vertex(state_->vertex_count, kNoIndex);
    for (std::size_t i = 0; i < values.vertices.size(); ++i)
        entry_of_vertex[values.vertices[i]] = static_cast<Index>(i);
    std::vector<char> has_room(state_->vertex_count, 0);
    for (const SkinRun& run : layout.runs) {
        for (const MapColumn& column : columns_of_maps(layout, run)) {
            if (column.map != map) continue;
            for (std::size_t row = 0; row < run.block_count * kBlockRows; ++row) {
                vertices.push_back(layout.vertex_of_row[run.first_block * kBlockRows + row]);
                places.push_back(
                    {column.first + row / kBlockRows * column.stride, row % kBlockRows});
                has_room[vertices.back()] = 1;
            }
        }
    }
    const auto first = [&](Index vertex) {
        return state_->first_equal.empty() ? vertex : state_->first_equal[vertex];
    };
    for (std::size_t i = 0; i < values.vertices.size(); ++i) {
        const Index vertex = first(values.vertices[i]);
        if (values.values[i] == 0.0F) continue;
        if (has_room[vertex] == 0 || entry_of_vertex[vertex] == kNoIndex) return false;
        if (values.values[entry_of_vertex[vertex]] != values.values[i]) return false;
    }
    for (std::size_t i = 0; i < places.size(); ++i)
        put_entry(values, entry_of_vertex[vertices[i]], bundle, places[i],
                  {state_->records.columns, state_->records.moves});
    return true;
}

void SkinTable::set_growth(std::span<const float> weights) {
    assert(weights.size() == state_->thickness_growth.size());
    std::copy(weights.begin(), weights.end(), state_->thickness_growth.begin());
}

void SkinTable::skin(const SkinOutput& out, SkinKernel kernel) const {
    assert(out.positions.size() == state_->vertex_count);
    assert(out.normals.size() == state_->wedge_count);
    assert(out.tangents.size() == state_->tangent_count);
    assert(out.growth.empty() || out.growth.size() == state_->vertex_count);
    const SkinJob job{.layout = state_->layout,
                      .records = state_->records.columns.data(),
                      .moves = state_->records.moves.data(),
                      .palette = state_->palette.data(),
                      .thickened = state_->thickened,
                      .thickness = state_->thickness.data(),
                      .in_use = state_->in_use.data(),
                      .thickness_growth = state_->thickness_growth.data(),
                      .kind = state_->kind,
                      .positions = reinterpret_cast<float*>(out.positions.data()),
                      .normals = reinterpret_cast<float*>(out.normals.data()),
                      .tangents = reinterpret_cast<float*>(out.tangents.data()),
                      .growth = reinterpret_cast<float*>(out.growth.data())};
    const std::vector<std::size_t>& batches = state_->layout.batches;
    const auto run = kernel == SkinKernel::Scalar ? skin_runs_scalar : skin_runs;
    parallel_chunks(batches.size() - 1, 1, [&](std::size_t begin, std::size_t end) {
        run(job, batches[begin], batches[end]);
    });
    if (out.growth.empty()) copy_equal(out.positions);
}

void SkinTable::copy_equal(std::span<Vec3> positions) const {
    constexpr std::size_t kAtOnce = 4096;
    parallel_chunks(state_->copies.size(), kAtOnce, [&](std::size_t begin, std::size_t end) {
        for (const auto& [from, to] : std::span(state_->copies).subspan(begin, end - begin))
            positions[to] = positions[from];
    });
}

std::size_t SkinTable::slot_count() const {
    return state_->palette.size();
}

std::size_t SkinTable::block_count() const {
    return state_->layout.vertex_store.size();
}

}  // namespace isoskin
