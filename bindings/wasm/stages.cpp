#include "stages.h"

#include "isoskin/base/byte_stream.h"
#include "isoskin/document/document_text.h"
#include "isoskin/document/saved_history.h"
#include "isoskin/document/saved_work.h"
#include "session.h"

namespace isoskin::wasm {
namespace {

constexpr std::size_t kMostStageBytes = std::size_t{64} << 20U;  // all stages of a saved work

// What can be redone in the open document, or lies beyond it, is lost after a new step.
void forget_unreachable() {
    Session& here = session();
    if (!here.stages.after.empty() &&
        here.stages.after.back().added_before != here.document->history().added())
        here.stages.after.clear();
}

// The open document goes to one list, the nearest of the other takes its place.
std::string cross(std::vector<Stage>& from, std::vector<Stage>& to) {
    Session& here = session();
    Stage next = std::move(from.back());
    from.pop_back();
    to.push_back({*std::move(here.document), std::move(here.origin), next.step, 0});
    put_on_show(std::move(next.document), std::move(next.origin));
    return next.step;
}

std::vector<std::uint8_t> bytes_of_stage(const Stage& stage, std::size_t max_bytes) {
    ByteWriter out;
    out.add_text(stage.step);
    out.add_list(std::span<const std::uint8_t>(bytes_of(stage.origin, edits_of(stage.document))));
    out.add_list(std::span<const std::uint8_t>(history_of(stage.document, max_bytes)));
    return out.take();
}

// The nearest, which stand last, as many as there is room for.
void add_stages(const std::vector<Stage>& stages, std::size_t max_bytes, std::size_t& room,
                ByteWriter& out) {
    std::vector<std::vector<std::uint8_t>> kept;
    for (auto stage = stages.rbegin(); stage != stages.rend(); ++stage) {
        auto bytes = bytes_of_stage(*stage, max_bytes);
        if (bytes.size() > room) break;
        room -= bytes.size();
        kept.push_back(std::move(bytes));
    }
    out.add_count(kept.size());
    for (auto bytes = kept.rbegin(); bytes != kept.rend(); ++bytes)
        out.add_list(std::span<const std::uint8_t>(*bytes));
}

Result<Stage> read_stage(std::span<const std::uint8_t> bytes) {
    ByteReader in(bytes);
    std::string step = in.read_text();
    const auto work = in.read_list<std::uint8_t>();
    const auto history = in.read_list<std::uint8_t>();
    if (!in.at_end()) return damaged_work("a stage of it is cut short");
    auto opened = open_work(work);
    if (!opened) return opened.error();
    if (const Status read = restore_history(history, opened->document); !read) return read.error();
    opened->step = std::move(step);
    return opened;
}

Result<std::vector<Stage>> read_stages(ByteReader& in) {
    std::vector<Stage> stages;
    const std::size_t count = in.read_count(sizeof(std::uint64_t));
    for (std::size_t i = 0; i < count; ++i) {
        auto stage = read_stage(in.read_list<std::uint8_t>());
        if (!stage) return stage.error();
        stages.push_back(*std::move(stage));
    }
    return stages;
}

}  // namespace

bool crosses(Way way) {
    const Session& here = session();
    if (!here.document) return false;
    if (way == Way::Undo)
        return here.document->history().done().empty() && !here.document->in_gesture() &&
               !here.stages.before.empty();
    forget_unreachable();
    return here.document->history().undone_steps().empty() && !here.stages.after.empty();
}

std::optional<std::string> take_step(Way way) {
    Session& here = session();
    here.stroke.reset();
    if (!crosses(way)) return way == Way::Undo ? here.document->undo() : here.document->redo();
    if (way == Way::Redo) return cross(here.stages.after, here.stages.before);
    const std::string step = cross(here.stages.before, here.stages.after);
    here.stages.after.back().added_before = here.document->history().added();
    return step;
}

Status advance(const std::string& step, Origin origin) {
    auto character = read_origin(origin);
    if (!character) return character.error();
    auto document = Document::create(*std::move(character));
    if (!document) return document.error();
    Session& here = session();
    const Status placed =
        restore_workspace(workspace_for(*here.document, document->character()), *document);
    if (!placed) return placed;
    here.document->end_gesture();
    here.stages.after.clear();
    here.stages.before.push_back({*std::move(here.document), std::move(here.origin), step, 0});
    put_on_show(*std::move(document), std::move(origin));
    return Done{};
}

std::vector<std::string> step_names(Way way) {
    Session& here = session();
    if (way == Way::Redo) forget_unreachable();
    const auto names_of = [way](const Document& document) {
        return way == Way::Undo ? document.history().undo_names() : document.history().redo_names();
    };
    std::vector<std::string> names = names_of(*here.document);
    const auto& stages = way == Way::Undo ? here.stages.before : here.stages.after;
    for (auto stage = stages.rbegin(); stage != stages.rend(); ++stage) {
        names.push_back(stage->step);
        const auto more = names_of(stage->document);
        names.insert(names.end(), more.begin(), more.end());
    }
    return names;
}

std::vector<std::uint8_t> bytes_of_stages(std::size_t max_bytes) {
    const Session& here = session();
    forget_unreachable();
    std::size_t room = kMostStageBytes;
    ByteWriter out;
    out.add_list(std::span<const std::uint8_t>(history_of(*here.document, max_bytes)));
    add_stages(here.stages.before, max_bytes, room, out);
    add_stages(here.stages.after, max_bytes, room, out);
    return out.take();
}

Status restore_stages(std::span<const std::uint8_t> bytes) {
    Session& here = session();
    ByteReader in(bytes);
    const auto own = in.read_list<std::uint8_t>();
    auto before = read_stages(in);
    if (!before) return before.error();
    auto after = read_stages(in);
    if (!after) return after.error();
    if (!in.at_end()) return damaged_work("its steps do not end where they should");
    if (const Status read = restore_history(own, *here.document); !read) return read;
    here.stages = {*std::move(before), *std::move(after)};
    return Done{};
}

}  // namespace isoskin::wasm
