// Apart from all else: system headers that httplib needs define words that Eigen uses.
#include "page_server.h"

#include <atomic>
#include <csignal>

#include <httplib.h>

namespace isoskin::cli {
namespace {

constexpr const char* kLoopback = "127.0.0.1";

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

std::atomic<httplib::Server*> running{nullptr};

void stop_running(int) {
    if (httplib::Server* server = running.load()) server->stop();
}

}  // namespace

Status serve_page(const PageToServe& page, const std::function<void(int port)>& listening) {
    httplib::Server server;
    add_headers(server);
    server.set_pre_routing_handler([](const auto& request, auto& response) {
        if (is_local(request)) return httplib::Server::HandlerResponse::Unhandled;
        response.status = 403;
        return httplib::Server::HandlerResponse::Handled;
    });
    if (page.character)
        server.Get("/character.glb", [&](const httplib::Request&, httplib::Response& response) {
            response.set_content(*page.character, "model/gltf-binary");
        });
    server.set_mount_point("/", page.folder.string());
    const bool bound = page.port == 0 || server.bind_to_port(kLoopback, page.port);
    const int port = page.port == 0 ? server.bind_to_any_port(kLoopback) : page.port;
    if (!bound || port <= 0)
        return usage_error("port " + std::to_string(page.port) + " of " + kLoopback + " is taken");

    running = &server;
    std::signal(SIGINT, stop_running);
    std::signal(SIGTERM, stop_running);
    listening(port);
    server.listen_after_bind();
    running = nullptr;
    return Done{};
}

}  // namespace isoskin::cli
