#include "isoskin/skinning/skin_table.h"

#include <algorithm>
#include <cassert>

#include "isoskin/base/parallel.h"
#include "isoskin/skinning/morph_table.h"
#include "isoskin/skinning/skin_kernel.h"

namespace isoskin {

// Where the table keeps what may change after it is made.
struct RecordPlaces {
    std::vector<MorphTable::Place> position_of_vertex;
    std::vector<MorphTable::Place> frame_of_wedge;
    std::vector<MorphTable::Place> tangent_of_wedge;
};

namespace {

std::vector<SkinRow> make_rows(const SkinTableInput& input) {
    std::vector<SkinRow> rows;
    const auto vertex_count = static_cast<Index>(input.positions.size());
    if (input.normals.empty()) {
        for (Index vertex = 0; vertex < vertex_count; ++vertex)
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

void put_vector(const Vec3& v, const MorphTable::Place& place, std::span<Column> records) {
    for (std::size_t axis = 0; axis < 3; ++axis)
        records[place.column + axis].lanes[place.lane] = v[static_cast<int>(axis)];
}

// Stores the numbers of every row where the layout wants them.
class RecordWriter {
  public:
    RecordWriter(const SkinTableInput& input, const SkinWeights& weights, const SkinLayout& layout)
        : input_(input),
          weights_(weights),
          layout_(layout),
          records_(layout.column_count),
          position_of_vertex_(input.positions.size()),
          frame_of_wedge_(input.normals.size()),
          tangent_of_wedge_(input.tangents.size()),
          map_columns_(input.maps.size()) {}

    std::vector<Column> write() {
        for (const SkinRun& run : layout_.runs)
            for (std::size_t block = 0; block < run.block_count; ++block)
                for (std::size_t lane = kBlockRows; lane-- > 0;)  // a row wins over its copies
                    write_row(run, block, lane);
        write_maps();
        return std::move(records_);
    }

    MorphTable make_morphs() const {
        MorphTable table;
        for (const MorphTarget& morph : input_.morphs) {
            table.add_target();
            add_patches(table, morph.positions, position_of_vertex_);
            add_patches(table, morph.normals, frame_of_wedge_);
            add_patches(table, morph.tangents, tangent_of_wedge_);
        }
        return table;
    }

    // Where the numbers of vertices and wedges went.
    RecordPlaces take_places() {
        return {std::move(position_of_vertex_), std::move(frame_of_wedge_),
                std::move(tangent_of_wedge_)};
    }

  private:
    using Place = MorphTable::Place;

    void write_row(const SkinRun& run, std::size_t block, std::size_t lane) {
        const RecordShape shape = layout_.shape(run);
        const std::size_t column = run.first_column + block * shape.column_count;
        const SkinRow& row = layout_.rows[(run.first_block + block) * kBlockRows + lane];
        if (writes_position(run.output)) {
            position_of_vertex_[row.vertex] = {column, lane};
            put(input_.positions[row.vertex], {column, lane});
        }
        for (std::size_t k = 1; k < run.joint_count; ++k)
            records_[column + shape.weights + k - 1].lanes[lane] =
                weight_of(row.vertex, layout_.joints[run.first_joint + k]);
        if (writes_frame(run.output)) write_frame(row, {column + shape.normal, lane});
        if (run.map_count > 0) write_direction(run, row, {column + shape.direction, lane});
    }

    void write_frame(const SkinRow& row, const Place& place) {
        frame_of_wedge_[row.wedge] = place;
        put(input_.normals[row.wedge], place);
        if (layout_.tangents == TangentUse::None) return;
        const Place tangent{place.column + 3, place.lane};
        tangent_of_wedge_[row.wedge] = tangent;
        put(input_.tangents[row.wedge].head<3>(), tangent);
        records_[tangent.column + 3].lanes[tangent.lane] = input_.tangents[row.wedge].w();
    }

    void write_direction(const SkinRun& run, const SkinRow& row, const Place& place) {
        put(input_.directions[row.vertex], place);
        for (std::size_t k = 0; k < run.map_count; ++k)
            map_columns_[layout_.maps[run.first_map + k]].push_back(
                {row.vertex, {place.column + 3 + k, place.lane}});
    }

    void write_maps() {
        std::vector<float> values(input_.positions.size(), 0.0F);
        for (std::size_t map = 0; map < input_.maps.size(); ++map) {
            const VertexMap& source = input_.maps[map];
            for (std::size_t i = 0; i < source.vertices.size(); ++i)
                values[source.vertices[i]] = source.values[i];
            for (const auto& [vertex, place] : map_columns_[map])
                records_[place.column].lanes[place.lane] = values[vertex];
            for (const Index vertex : source.vertices)
                values[vertex] = 0.0F;
        }
    }

    void put(const Vec3& v, const Place& place) { put_vector(v, place, records_); }

    float weight_of(Index vertex, JointIndex slot) const {
        for (const Influence& influence : weights_.row(vertex))
            if (influence.slot == slot) return influence.weight;
        return 0.0F;
    }

    static void add_patches(MorphTable& table, std::span<const Vec3> deltas,
                            std::span<const Place> places) {
        const std::size_t count = std::min(deltas.size(), places.size());
        for (std::size_t i = 0; i < count; ++i)
            if (!deltas[i].isZero(0.0F)) table.add_patch(places[i], deltas[i]);
    }

    const SkinTableInput& input_;
    const SkinWeights& weights_;
    const SkinLayout& layout_;
    std::vector<Column> records_;
    std::vector<Place> position_of_vertex_;
    std::vector<Place> frame_of_wedge_;
    std::vector<Place> tangent_of_wedge_;
    std::vector<std::vector<std::pair<Index, Place>>> map_columns_;  // per map: who stores it where
};

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

std::size_t find_slot_count(const SkinWeights& weights) {
    std::size_t count = 1;
    for (std::size_t vertex = 0; vertex < weights.vertex_count(); ++vertex)
        for (const Influence& influence : weights.row(vertex))
            count = std::max(count, std::size_t{influence.slot} + 1);
    return count;
}

}  // namespace

struct SkinTable::State {
    SkinMethod method = SkinMethod::Linear;
    BlendKind kind = BlendKind::Matrices;
    SkinLayout layout;
    std::vector<Column> records;
    RecordPlaces places;
    MorphTable morphs;
    std::vector<PaletteEntry> palette;
    std::vector<float> thickness;
    std::vector<float> thickness_growth;
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
    state_->thickness_growth.assign(input.maps.size(), 0.0F);
    state_->palette.resize(find_slot_count(input.weights));
    const std::vector<Affine> identity(state_->palette.size(), Affine::Identity());
    set_palette(identity);
}

void SkinTable::fill(const SkinTableInput& input, const SkinWeights& weights) {
    const std::vector<SkinRow> rows = make_rows(input);
    state_->layout = make_skin_layout(
        {.rows = rows,
         .weights = weights,
         .maps = input.maps,
         .blocks = state_->method == SkinMethod::DualQuaternion ? BlockRule::SameStrongestJoint
                                                                : BlockRule::AnyJoints,
         .tangents = input.tangents.empty() ? TangentUse::None : TangentUse::Carry});

    RecordWriter writer(input, weights, state_->layout);
    state_->records = writer.write();
    state_->morphs = writer.make_morphs();
    state_->morphs.keep_rest(state_->records);
    state_->places = writer.take_places();
}

SkinTable::SkinTable(SkinTable&&) noexcept = default;
SkinTable& SkinTable::operator=(SkinTable&&) noexcept = default;
SkinTable::~SkinTable() = default;

void SkinTable::set_palette(std::span<const Affine> palette) {
    assert(palette.size() >= state_->palette.size());
    const bool dual = state_->method == SkinMethod::DualQuaternion;
    state_->kind = dual ? BlendKind::Motions : BlendKind::Matrices;
    for (std::size_t slot = 0; slot < state_->palette.size(); ++slot) {
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
    state_->morphs.apply(weights, state_->records);
}

void SkinTable::set_bind(std::span<const Vec3> positions, std::span<const Vec3> normals,
                         std::span<const Vec4> tangents) {
    assert(positions.size() == state_->vertex_count && normals.size() == state_->wedge_count &&
           tangents.size() == state_->tangent_count);
    const RecordPlaces& places = state_->places;
    for (std::size_t i = 0; i < positions.size(); ++i)
        put_vector(positions[i], places.position_of_vertex[i], state_->records);
    for (std::size_t i = 0; i < normals.size(); ++i)
        put_vector(normals[i], places.frame_of_wedge[i], state_->records);
    for (std::size_t i = 0; i < tangents.size(); ++i)
        put_vector(tangents[i].head<3>(), places.tangent_of_wedge[i], state_->records);
}

void SkinTable::set_thickness(std::span<const float> weights) {
    assert(weights.size() == state_->thickness.size());
    std::copy(weights.begin(), weights.end(), state_->thickness.begin());
}

bool SkinTable::set_map(std::size_t map, const VertexMap& values) {
    assert(map < state_->thickness.size() && values.vertices.size() == values.values.size());
    const SkinLayout& layout = state_->layout;
    std::vector<MorphTable::Place> places;
    std::vector<Index> vertices;
    std::vector<float> wanted(state_->vertex_count, 0.0F);
    for (std::size_t i = 0; i < values.vertices.size(); ++i)
        wanted[values.vertices[i]] = values.values[i];
    std::vector<char> has_room(state_->vertex_count, 0);
    for (const SkinRun& run : layout.runs) {
        const auto maps = std::span(layout.maps).subspan(run.first_map, run.map_count);
        const auto found = std::find(maps.begin(), maps.end(), static_cast<Index>(map));
        if (found == maps.end()) continue;
        const RecordShape shape = layout.shape(run);
        const std::size_t column =
            run.first_column + shape.direction + 3 + static_cast<std::size_t>(found - maps.begin());
        for (std::size_t row = 0; row < run.block_count * kBlockRows; ++row) {
            vertices.push_back(layout.vertex_of_row[run.first_block * kBlockRows + row]);
            places.push_back({column + row / kBlockRows * shape.column_count, row % kBlockRows});
            has_room[vertices.back()] = 1;
        }
    }
    for (std::size_t i = 0; i < values.vertices.size(); ++i)
        if (values.values[i] != 0.0F && has_room[values.vertices[i]] == 0) return false;
    for (std::size_t i = 0; i < places.size(); ++i)
        state_->records[places[i].column].lanes[places[i].lane] = wanted[vertices[i]];
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
                      .records = state_->records.data(),
                      .palette = state_->palette.data(),
                      .thickness = state_->thickness.data(),
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
}

std::size_t SkinTable::slot_count() const {
    return state_->palette.size();
}

std::size_t SkinTable::block_count() const {
    return state_->layout.vertex_store.size();
}

}  // namespace isoskin
