#include <atomic>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/core.h>
#include <httplib.h>

#include "command.h"
#include "isoskin/io/character_file.h"
#include "isoskin/io/file.h"

namespace isoskin::cli {
namespace {

constexpr const char* kLoopback = "127.0.0.1";
constexpr const char* kExamples =
    "Examples:\n"
    "  isoskin studio                 the built-in creature\n"
    "  isoskin studio character.fbx   any file 'isoskin info' reads\n";

struct Options {
    std::filesystem::path file;
    std::filesystem::path page;
    int port = 0;
};

/// A folder that vanishes with its owner.
class ScratchFolder {
  public:
    ScratchFolder() {
        std::string name = (std::filesystem::temp_directory_path() / "isoskin-XXXXXX").string();
        if (::mkdtemp(name.data()) != nullptr) path_ = name;
    }
    ~ScratchFolder() {
        std::error_code ignored;
        if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
    }
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;
    const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
};

// The page may lie beside the program (installed) or in the tree it was built from.
Result<std::filesystem::path> find_page(const Options& options) {
    std::error_code failure;
    const auto program = std::filesystem::read_symlink("/proc/self/exe", failure).parent_path();
    for (const std::filesystem::path& folder :
         {options.page, program / "../share/isoskin/studio",
          std::filesystem::path(ISOSKIN_STUDIO_PAGE)})
        if (!folder.empty() && std::filesystem::is_regular_file(folder / "index.html", failure))
            return std::filesystem::canonical(folder);
    return invalid(
        options.page.empty()
            ? "the studio's page is not built; './run' builds it"
            : fmt::format("'{}' holds no page (index.html)", options.page.string()));
}

// Whatever the file is, the page gets one GLB with everything inside.
Result<std::string> glb_of(const std::filesystem::path& file) {
    const auto character = read_character(file);
    if (!character) return character.error();
    const ScratchFolder scratch;
    if (scratch.path().empty()) return cannot_write("there is no place for temporary files");
    const auto glb = scratch.path() / "character.glb";
    if (const auto written = write_character(glb, *character); !written) return written.error();
    return read_text(glb);
}

// Isolation lets a page use precise clocks and shared memory; nothing may come from elsewhere.
void add_headers(httplib::Server& server) {
    server.set_default_headers({{"Cross-Origin-Opener-Policy", "same-origin"},
                                {"Cross-Origin-Embedder-Policy", "require-corp"},
                                {"Cross-Origin-Resource-Policy", "same-origin"},
                                {"X-Content-Type-Options", "nosniff"},
                                {"Cache-Control", "no-cache"}});
    server.set_file_extension_and_mimetype_mapping("wasm", "application/wasm");
    server.set_file_extension_and_mimetype_mapping("js", "text/javascript");
    server.set_file_extension_and_mimetype_mapping("woff2", "font/woff2");
}

// A page of another site that a browser tricks into asking us gives its own name as the host.
bool is_local(const httplib::Request& request) {
    const std::string host = request.get_header_value("Host");
    const std::string name = host.substr(0, host.rfind(':'));
    return name == kLoopback || name == "localhost";
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

std::atomic<httplib::Server*> running{nullptr};

void stop_running(int) {
    if (httplib::Server* server = running.load()) server->stop();
}

Result<ExitCode> serve(const Options& options, const std::filesystem::path& page,
                       const std::optional<std::string>& glb) {
    httplib::Server server;
    add_headers(server);
    server.set_pre_routing_handler([](const auto& request, auto& response) {
        if (is_local(request)) return httplib::Server::HandlerResponse::Unhandled;
        response.status = 403;
        return httplib::Server::HandlerResponse::Handled;
    });
    if (glb)
        server.Get("/character.glb", [&](const httplib::Request&, httplib::Response& response) {
            response.set_content(*glb, "model/gltf-binary");
        });
    server.set_mount_point("/", page.string());
    const int port = options.port > 0 && server.bind_to_port(kLoopback, options.port)
                         ? options.port
                         : (options.port > 0 ? -1 : server.bind_to_any_port(kLoopback));
    if (port <= 0)
        return usage_error(fmt::format("port {} of {} is taken", options.port, kLoopback));

    const std::string query =
        glb ? "?open=" + encoded(options.file.stem().string() + ".glb") : std::string();
    fmt::print("http://{}:{}/{}\n", kLoopback, port, query);
    std::fflush(stdout);
    running = &server;
    std::signal(SIGINT, stop_running);
    std::signal(SIGTERM, stop_running);
    server.listen_after_bind();
    running = nullptr;
    return ExitCode::Done;
}

Result<ExitCode> run(const Options& options, const CommandLine& line) {
    const auto page = find_page(options);
    if (!page) return page.error();
    std::optional<std::string> glb;
    if (!options.file.empty()) {
        auto made = glb_of(options.file);
        if (!made) return made.error();
        glb = *std::move(made);
    }
    if (!line.quiet)
        fmt::print(stderr, "The studio is open at the address below; Ctrl+C ends it.\n");
    return serve(options, *page, glb);
}

}  // namespace

void add_studio_command(CLI::App& app, CommandLine& line) {
    auto* command = app.add_subcommand("studio", "Serve the studio, a page to pose characters in");
    auto options = std::make_shared<Options>();
    command->add_option("FILE", options->file, "A character to open in it")->type_name("");
    command->add_option("--port", options->port, "The port to serve at; a free one if not given")
        ->type_name("N")
        ->check(CLI::Range(0, 65535).description(""));
    command->add_option("--page", options->page, "The folder of the built page")
        ->type_name("FOLDER");
    add_run_options(*command, line);
    command->footer(kExamples);
    command->callback(
        [options, &line] { line.run = [options, &line] { return run(*options, line); }; });
}

}  // namespace isoskin::cli
