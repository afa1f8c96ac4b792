#include <cctype>
#include <filesystem>
#include <memory>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "command.h"
#include "handed_files.h"
#include "isoskin/io/character_file.h"
#include "isoskin/io/file.h"
#include "page_server.h"
#include "scratch_folder.h"

namespace isoskin::cli {
namespace {

constexpr const char* kStudioExamples =
    "Examples:\n"
    "  isoskin studio                 the built-in creature\n"
    "  isoskin studio character.fbx   any file 'isoskin info' reads\n";

struct StudioOptions {
    std::filesystem::path file;
    std::filesystem::path page;
    int port = 0;
};

// The page may lie beside the program (installed) or in the tree it was built from.
Result<std::filesystem::path> find_page(const StudioOptions& options) {
    std::error_code failure;
    const auto holds_page = [&](const std::filesystem::path& folder) {
        return std::filesystem::is_regular_file(folder / "index.html", failure);
    };
    if (!options.page.empty()) {
        if (holds_page(options.page)) return options.page;
        return invalid(fmt::format("'{}' holds no page (index.html)", options.page.string()));
    }
    const auto program = std::filesystem::read_symlink("/proc/self/exe", failure).parent_path();
    for (const std::filesystem::path& folder :
         {program / "../share/isoskin/studio", std::filesystem::path(ISOSKIN_STUDIO_PAGE)})
        if (holds_page(folder)) return folder;
    return invalid("the studio's page is not built; './run' builds it");
}

// Whatever the file is, the page gets one GLB with everything inside, and what its reader noted.
Status serve_character(const std::filesystem::path& file, PageToServe& page) {
    const auto character = read_character(file);
    if (!character) return character.error();
    const ScratchFolder scratch;
    if (scratch.path().empty()) return cannot_write("there is no place for temporary files");
    const auto glb = scratch.path() / "character.glb";
    if (const auto written = write_character(glb, *character); !written) return written.error();
    auto bytes = read_text(glb);
    if (!bytes) return bytes.error();
    page.character = *std::move(bytes);
    page.notes = nlohmann::json{{"notes", note_texts(character->notes)}}.dump();
    return Done{};
}

std::string encoded(const std::string& name) {
    std::string out;
    for (const char c : name) {
        if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '-' || c == '_')
            out += c;
        else
            out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
    return out;
}

void print_address(const StudioOptions& options, int port) {
    const std::string query =
        options.file.empty() ? "" : "?open=" + encoded(options.file.stem().string() + ".glb");
    fmt::print("http://127.0.0.1:{}/{}\n", port, query);
    std::fflush(stdout);
}

Result<ExitCode> run_studio(const StudioOptions& options, const CommandLine& line) {
    const auto page = find_page(options);
    if (!page) return page.error();
    PageToServe served{.folder = *page,
                       .port = options.port,
                       .character = {},
                       .notes = {},
                       .convert = convert_handed};
    if (!options.file.empty())
        if (const auto read = serve_character(options.file, served); !read) return read.error();
    if (!line.quiet)
        fmt::print(stderr, "The studio is open at the address below; Ctrl+C ends it.\n");
    const Status ended = serve_page(served, [&](int port) { print_address(options, port); });
    if (!ended) return ended.error();
    return ExitCode::Done;
}

}  // namespace

void add_studio_command(CLI::App& app, CommandLine& line) {
    auto* command = app.add_subcommand("studio", "Serve the studio, a page to pose characters in");
    auto options = std::make_shared<StudioOptions>();
    command->add_option("FILE", options->file, "A character to open in it")->type_name("");
    command->add_option("--port", options->port, "The port to serve at; a free one if not given")
        ->type_name("N")
        ->check(CLI::Range(0, 65535).description(""));
    command->add_option("--page", options->page, "The folder of the built page")
        ->type_name("FOLDER");
    add_run_options(*command, line);
    command->footer(kStudioExamples);
    command->callback(
        [options, &line] { line.run = [options, &line] { return run_studio(*options, line); }; });
}

}  // namespace isoskin::cli
