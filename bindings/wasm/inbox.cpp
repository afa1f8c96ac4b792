#include "inbox.h"

#include "answers.h"
#include "isoskin/io/file.h"

namespace isoskin::wasm {
namespace {

const std::filesystem::path kFolder = "/in";

}  // namespace

std::vector<DroppedFile>& laid_down() {
    static std::vector<DroppedFile> files;
    return files;
}

Inbox::Inbox(std::span<const DroppedFile> files) {
    std::error_code ignored;
    for (const DroppedFile& file : files) {
        std::filesystem::create_directories(path(file.name).parent_path(), ignored);
        // In memory; a file that is missing is said by who reads it.
        (void)write_bytes(path(file.name), file.bytes);
    }
}

Inbox::~Inbox() {
    std::error_code ignored;
    std::filesystem::remove_all(kFolder, ignored);
}

std::filesystem::path Inbox::path(const std::string& name) const {
    return kFolder / std::filesystem::path(name).relative_path().lexically_normal();
}

}  // namespace isoskin::wasm

using namespace isoskin;
using namespace isoskin::wasm;

/// Lays a file down, to be opened by its name or to be named by one that is.
ISOSKIN_EXPORT int isoskin_put_file(const char* name, const std::uint8_t* bytes, std::size_t size) {
    return guarded([&]() -> Status {
        laid_down().push_back({.name = name, .bytes = {bytes, bytes + size}});
        return Done{};
    });
}

ISOSKIN_EXPORT int isoskin_clear_files() {
    return guarded([]() -> Status {
        laid_down().clear();
        return Done{};
    });
}
