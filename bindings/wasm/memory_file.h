#pragma once

#include <filesystem>
#include <string>

#include "answers.h"
#include "isoskin/io/file.h"

namespace isoskin::wasm {

/// Writes a file into memory by `write(path)` and makes its bytes the answer.
template <typename Write>
Status answer_file(const std::string& name, const Write& write) {
    const std::filesystem::path outbox = "/out";
    std::error_code ignored;
    std::filesystem::create_directories(outbox, ignored);
    const Status written = write(outbox / name);
    if (!written) return written;
    auto bytes = read_bytes(outbox / name);
    std::filesystem::remove_all(outbox, ignored);
    if (!bytes) return bytes.error();
    answers().bytes = *std::move(bytes);
    return Done{};
}

}  // namespace isoskin::wasm
