// Apart from all else: system headers that httplib needs define words that Eigen uses.
#include "page_server.h"

#include <atomic>
#include <csignal>
#include <mutex>
#include <vector>

#include <httplib.h>

namespace isoskin::cli {
namespace {

constexpr const char* kLoopback = "127.0.0.1";
constexpr std::size_t kMostBytes = std::size_t{256} << 20U;  // apps/studio/src/core/local_reader.ts

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

// A form of another site reaches us too, but its browser says where it comes from.
bool is_ours(const httplib::Request& request) {
    return request.get_header_value("Origin") == "http://" + request.get_header_value("Host");
}

int http_status(ErrorKind kind) {
    return kind == ErrorKind::Unsupported ? 415 : kind == ErrorKind::Invalid ? 422 : 500;
}

void refuse(httplib::Response& response, int status, const std::string& sentence) {
    response.status = status;
    response.set_content(sentence, "text/plain; charset=utf-8");
}

void add_conversion(httplib::Server& server, const PageToServe& page, std::mutex& busy) {
    server.set_payload_max_length(kMostBytes);
    server.Post("/convert", [&](const httplib::Request& request, httplib::Response& response) {
        if (!is_ours(request)) return refuse(response, 403, "only this page may hand files over");
        const std::unique_lock alone(busy, std::try_to_lock);
        if (!alone) return refuse(response, 503, "another file is being read; try again");
        std::vector<HandedFile> files;
        for (const auto& [field, file] : request.files)
            files.push_back({.name = file.filename, .bytes = file.content});
        const auto glb = page.convert(files);
        if (!glb) return refuse(response, http_status(glb.error().kind), glb.error().message);
        response.set_content(*glb, "application/octet-stream");
    });
}

void serve_text(httplib::Server& server, const char* path, const std::string& text,
                const char* type) {
    server.Get(path, [&text, type](const httplib::Request&, httplib::Response& response) {
        response.set_content(text, type);
    });
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
    if (page.character) {
        serve_text(server, "/character.glb", *page.character, "model/gltf-binary");
        serve_text(server, "/character.json", page.notes, "application/json");
    }
    std::mutex busy;
    if (page.convert) add_conversion(server, page, busy);
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
