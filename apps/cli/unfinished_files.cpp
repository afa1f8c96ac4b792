#include "unfinished_files.h"

#include <array>
#include <atomic>
#include <csignal>
#include <string>

#include <unistd.h>

namespace isoskin::cli {
namespace {

// A signal handler may not allocate or lock: fixed places, each with a flag of its own.
constexpr std::size_t kMostFiles = 16;
constexpr std::size_t kLongestName = 4096;

struct Place {
    std::array<char, kLongestName> name{};
    std::atomic<bool> taken = false;
    std::atomic<bool> watched = false;
};
std::array<Place, kMostFiles> places;

extern "C" void remove_unfinished(int signal) {
    for (Place& place : places)
        if (place.watched.load()) ::unlink(place.name.data());
    std::signal(signal, SIG_DFL);
    ::raise(signal);  // so that the caller sees what ended us
}

void install_handlers() {
    static const bool installed = [] {
        for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
            const auto previous = std::signal(signal, remove_unfinished);
            if (previous == SIG_IGN) std::signal(signal, SIG_IGN);  // nohup stays nohup
        }
        return true;
    }();
    static_cast<void>(installed);
}

}  // namespace

UnfinishedFile::UnfinishedFile(const std::filesystem::path& path) : place_(-1) {
    install_handlers();
    const std::string name = std::filesystem::absolute(path).string();
    if (name.size() + 1 > kLongestName) return;
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (places[i].taken.exchange(true)) continue;
        std::copy(name.begin(), name.end(), places[i].name.begin());
        places[i].name[name.size()] = '\0';
        places[i].watched = true;
        place_ = static_cast<int>(i);
        return;
    }
}

UnfinishedFile::~UnfinishedFile() {
    if (place_ < 0) return;
    Place& place = places[static_cast<std::size_t>(place_)];
    place.watched = false;
    place.taken = false;
}

UnfinishedFile::UnfinishedFile(UnfinishedFile&& other) noexcept : place_(other.place_) {
    other.place_ = -1;
}

std::filesystem::path temporary_name(const std::filesystem::path& path) {
    std::filesystem::path name = path;
    name += ".part" + std::to_string(::getpid());
    return name;
}

}  // namespace isoskin::cli
