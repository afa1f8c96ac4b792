#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "isoskin/base/result.h"

namespace isoskin::cli {

struct PageToServe {
    std::filesystem::path folder;          ///< Holds index.html.
    int port = 0;                          ///< 0: any that is free.
    std::optional<std::string> character;  ///< A GLB, served as /character.glb.
};

/// Serves a folder to this machine alone until the program is interrupted. `listening` is told the
/// port once pages can be asked for. Fails if the port is taken.
Status serve_page(const PageToServe& page, const std::function<void(int port)>& listening);

}  // namespace isoskin::cli
