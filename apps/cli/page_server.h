#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "isoskin/base/result.h"

namespace isoskin::cli {

/// A file that the page hands over.
struct HandedFile {
    std::string name;
    std::string bytes;
};

struct PageToServe {
    std::filesystem::path folder;          ///< Holds index.html.
    int port = 0;                          ///< 0: any that is free.
    std::optional<std::string> character;  ///< A GLB, served as /character.glb.
    std::string notes;                     ///< Of its reader as JSON, served as /character.json.
    /// Answers POST /convert, one call at a time.
    std::function<Result<std::string>(std::span<const HandedFile>)> convert;
};

/// Serves a folder to this machine alone until the program is interrupted. `listening` is told the
/// port once pages can be asked for. Fails if the port is taken.
Status serve_page(const PageToServe& page, const std::function<void(int port)>& listening);

}  // namespace isoskin::cli
