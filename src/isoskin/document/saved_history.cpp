#include "isoskin/document/saved_history.h"

#include <cmath>

#include "isoskin/deform/check_character.h"
#include "isoskin/document/document_text.h"
#include "isoskin/document/saved_pieces.h"
#include "isoskin/lattice/deform_bind.h"
#include "isoskin/volume/settings_json.h"

namespace isoskin {
namespace {

// The order of `Piece`.
enum class PieceKind : std::uint8_t {
    Playhead,
    Settings,
    Weights,
    Clips,
    Locks,
    Lattice,
    Limits,
    Base,
    Turned,
    Sketch
};

void add_piece(const Playhead& playhead, ByteWriter& out) {
    out.add_count(playhead.clip ? *playhead.clip + 1 : 0);
    out.add(playhead.time);
    out.add_count(playhead.edited.size());
    for (const auto& [joint, t] : playhead.edited) {
        out.add_count(joint);
        for (int axis = 0; axis < 3; ++axis)
            out.add(t.translation[axis]);
        for (int part = 0; part < 4; ++part)
            out.add(t.rotation.coeffs()[part]);
        for (int axis = 0; axis < 3; ++axis)
            out.add(t.scale[axis]);
    }
}

void add_piece(const VolumeSettings& settings, ByteWriter& out) {
    out.add_text(volume_settings_text(settings));
}

void add_piece(const MeshWeights& mesh, ByteWriter& out) {
    out.add_count(mesh.mesh);
    add_weights(mesh.weights, out);
}

void add_piece(const std::vector<Clip>& clips, ByteWriter& out) {
    out.add_count(clips.size());
    for (const Clip& clip : clips)
        add_clip(clip, out);
}

void add_piece(const LockedJoints& locks, ByteWriter& out) {
    out.add_count(locks.size());
    for (const JointIndex joint : locks)
        out.add_count(joint);
}

void add_piece(const std::optional<DocumentLattice>& lattice, ByteWriter& out) {
    out.add_text(lattice ? lattice_text(*lattice) : std::string());
}

void add_piece(const JointLimits& limits, ByteWriter& out) {
    out.add_count(limits.size());
    for (const auto& [joint, angle] : limits) {
        out.add_count(joint);
        out.add(angle);
    }
}

void add_piece(SkinMethod base, ByteWriter& out) {
    out.add(static_cast<std::uint8_t>(base));
}

void add_piece(const TurnedParts& parts, ByteWriter& out) {
    out.add_count(parts.size());
    for (const PartKey& key : parts) {
        out.add_count(key.mesh);
        out.add_count(key.part);
    }
}

void add_piece(const RigSketch& sketch, ByteWriter& out) {
    out.add_text(sketch.text);
}

std::vector<std::uint8_t> bytes_of_step(const Step& step) {
    ByteWriter out;
    out.add_text(step.name);
    out.add_count(step.pieces.size());
    for (const Piece& piece : step.pieces) {
        out.add(static_cast<std::uint8_t>(piece.index()));
        std::visit([&](const auto& part) { add_piece(part, out); }, piece);
    }
    return out.take();
}

// The nearest steps, the nearest last, as many as there is room for.
template <typename Steps>
void add_steps(const Steps& steps, std::size_t& room, ByteWriter& out) {
    std::vector<std::vector<std::uint8_t>> kept;
    for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
        auto bytes = bytes_of_step(*step);
        if (bytes.size() > room) break;
        room -= bytes.size();
        kept.push_back(std::move(bytes));
    }
    out.add_count(kept.size());
    for (auto bytes = kept.rbegin(); bytes != kept.rend(); ++bytes)
        out.add_list(std::span<const std::uint8_t>(*bytes));
}

/// Reads pieces that fit a character; what does not is said by `trouble`.
class PieceReader {
  public:
    PieceReader(const Character& character, std::span<const std::uint8_t> bytes)
        : character_(character), in_(bytes) {}

    Result<Step> read_step() {
        Step step{.name = in_.read_text(), .pieces = {}};
        const std::size_t count = in_.read_count(1);
        for (std::size_t i = 0; i < count; ++i) {
            auto piece = read_piece(static_cast<PieceKind>(in_.read<std::uint8_t>()));
            if (!piece) return piece.error();
            step.pieces.push_back(*std::move(piece));
        }
        if (!in_.at_end()) return damaged_work("a step of its history is cut short");
        return step;
    }

  private:
    Result<Piece> read_piece(PieceKind kind) {
        switch (kind) {
            case PieceKind::Playhead:
                return read_playhead();
            case PieceKind::Settings:
                return read_settings();
            case PieceKind::Weights:
                return read_mesh_weights();
            case PieceKind::Clips:
                return read_clips();
            case PieceKind::Locks:
                return read_locks();
            case PieceKind::Lattice:
                return read_lattice();
            case PieceKind::Limits:
                return read_limits();
            case PieceKind::Base:
                return read_base();
            case PieceKind::Turned:
                return read_turned();
            case PieceKind::Sketch:
                return Piece(RigSketch{in_.read_text()});
        }
        return damaged_work("its history changes something unknown");
    }

    std::optional<JointIndex> read_joint() {
        const auto joint = in_.read<std::uint64_t>();
        if (!in_.ok() || joint >= character_.skeleton.joint_count()) return {};
        return static_cast<JointIndex>(joint);
    }

    Result<Piece> read_playhead() {
        Playhead playhead;
        const auto clip = in_.read<std::uint64_t>();
        if (clip > 0) playhead.clip = static_cast<std::size_t>(clip - 1);
        playhead.time = in_.read<double>();
        const std::size_t count = in_.read_count(11 * sizeof(double));
        for (std::size_t i = 0; i < count; ++i) {
            const auto joint = read_joint();
            Transform t;
            for (int axis = 0; axis < 3; ++axis)
                t.translation[axis] = in_.read<double>();
            for (int part = 0; part < 4; ++part)
                t.rotation.coeffs()[part] = in_.read<double>();
            for (int axis = 0; axis < 3; ++axis)
                t.scale[axis] = in_.read<double>();
            if (!joint || !t.translation.allFinite() || !t.scale.allFinite() ||
                !(std::abs(t.rotation.norm() - 1.0) < 1e-3))
                return damaged_work("its history moves a joint oddly");
            playhead.edited[*joint] = t;
        }
        if (!(playhead.time >= 0.0)) return damaged_work("its history goes to no time");
        return Piece(std::move(playhead));
    }

    Result<Piece> read_settings() {
        auto settings = parse_volume_settings(in_.read_text(), "the history of the saved work");
        if (settings) settings = fit_paint(character_, *std::move(settings));
        if (!settings) return settings.error();
        return Piece(*std::move(settings));
    }

    Result<Piece> read_mesh_weights() {
        const auto mesh = in_.read<std::uint64_t>();
        if (mesh >= character_.meshes.size())
            return damaged_work("its history paints a mesh that is not there");
        MeshWeights weights{.mesh = static_cast<std::size_t>(mesh),
                            .weights = character_.meshes[mesh].weights};
        const Status read = read_weights(in_, character_.meshes[mesh], weights.weights);
        if (!read) return read.error();
        return Piece(std::move(weights));
    }

    Result<Piece> read_clips() {
        std::vector<Clip> clips(in_.read_count(1));
        for (Clip& clip : clips)
            if (const Status read = read_clip(character_, in_, clip); !read) return read.error();
        return Piece(std::move(clips));
    }

    Result<Piece> read_locks() {
        LockedJoints locks;
        const std::size_t count = in_.read_count(sizeof(std::uint64_t));
        for (std::size_t i = 0; i < count; ++i) {
            const auto joint = read_joint();
            if (!joint) return damaged_work("its history locks a joint that is not there");
            locks.insert(*joint);
        }
        return Piece(std::move(locks));
    }

    Result<Piece> read_lattice() {
        std::optional<DocumentLattice> lattice;
        if (const std::string text = in_.read_text(); !text.empty()) {
            auto read = parse_document_lattice(text, lattice_points(character_));
            if (!read) return read.error();
            lattice = *std::move(read);
        }
        return Piece(std::move(lattice));
    }

    Result<Piece> read_limits() {
        JointLimits limits;
        const std::size_t count = in_.read_count(2 * sizeof(double));
        for (std::size_t i = 0; i < count; ++i) {
            const auto joint = read_joint();
            const auto angle = in_.read<double>();
            if (!joint || !(angle >= 0.0)) return damaged_work("its history limits a joint oddly");
            limits[*joint] = angle;
        }
        return Piece(std::move(limits));
    }

    Result<Piece> read_base() {
        const auto base = in_.read<std::uint8_t>();
        if (base > static_cast<std::uint8_t>(SkinMethod::DualQuaternion))
            return damaged_work("its history names no way of skinning");
        return Piece(static_cast<SkinMethod>(base));
    }

    Result<Piece> read_turned() {
        TurnedParts parts;
        const std::size_t count = in_.read_count(2 * sizeof(std::uint64_t));
        for (std::size_t i = 0; i < count; ++i) {
            const auto mesh = static_cast<std::size_t>(in_.read<std::uint64_t>());
            parts.insert({mesh, static_cast<std::size_t>(in_.read<std::uint64_t>())});
        }
        return Piece(std::move(parts));
    }

    const Character& character_;
    ByteReader in_;
};

Result<std::vector<Step>> read_steps(const Character& character, ByteReader& in) {
    std::vector<Step> steps;
    const std::size_t count = in.read_count(sizeof(std::uint64_t));
    for (std::size_t i = 0; i < count; ++i) {
        const auto bytes = in.read_list<std::uint8_t>();
        auto step = PieceReader(character, bytes).read_step();
        if (!step) return step.error();
        steps.push_back(*std::move(step));
    }
    return steps;
}

}  // namespace

std::vector<std::uint8_t> history_of(const Document& document, std::size_t max_bytes) {
    ByteWriter out;
    add_steps(document.history().done(), max_bytes, out);
    add_steps(document.history().undone_steps(), max_bytes, out);
    return out.take();
}

Status restore_history(std::span<const std::uint8_t> bytes, Document& document) {
    ByteReader in(bytes);
    auto done = read_steps(document.character(), in);
    if (!done) return done.error();
    auto undone = read_steps(document.character(), in);
    if (!undone) return undone.error();
    if (!in.at_end()) return damaged_work("its history does not end where it should");
    document.start_history(*std::move(done), *std::move(undone));
    return Done{};
}

}  // namespace isoskin
