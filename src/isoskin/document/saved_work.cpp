#include "isoskin/document/saved_work.h"

#include "isoskin/document/document_text.h"
#include "isoskin/document/saved_pieces.h"

namespace isoskin {

std::vector<std::uint8_t> edits_of(const Document& document) {
    const Character& character = document.character();
    ByteWriter out;
    out.add_text(workspace_text(document));
    out.add_text(settings_to_carry(document));
    out.add_count(character.meshes.size());
    for (const SkinnedMesh& mesh : character.meshes)
        add_weights(mesh.weights, out);
    out.add_count(character.clips.size());
    for (const Clip& clip : character.clips)
        add_clip(clip, out);
    return out.take();
}

Result<Document> document_from_edits(Character character, std::span<const std::uint8_t> bytes) {
    ByteReader in(bytes);
    const std::string workspace = in.read_text();
    character.settings_json = in.read_text();
    if (in.read_count(1) != character.meshes.size())
        return damaged_work("it is for another number of meshes");
    for (SkinnedMesh& mesh : character.meshes)
        if (const Status read = read_weights(in, mesh, mesh.weights); !read) return read.error();
    std::vector<Clip> clips(in.read_count(1));
    for (Clip& clip : clips)
        if (const Status read = read_clip(character, in, clip); !read) return read.error();
    character.clips = std::move(clips);
    if (!in.at_end()) return damaged_work("it does not end where it should");
    auto document = Document::create(std::move(character));
    if (!document) return document;
    if (const Status placed = restore_workspace(workspace, *document); !placed)
        return placed.error();
    return document;
}

}  // namespace isoskin
