#include "render/film.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cerrno>
#include <csignal>
#include <string>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;  // NOLINT(readability-redundant-declaration)

namespace isoskin::render {
namespace {

constexpr int kNotInstalled = 127;  // exit status of a program that could not be started

std::vector<std::string> ffmpeg_command(const std::filesystem::path& path,
                                        const FilmSettings& settings) {
    return {"ffmpeg",
            "-nostdin",
            "-loglevel",
            "error",
            "-y",
            "-f",
            "rawvideo",
            "-pix_fmt",
            "rgb24",
            "-s:v",
            fmt::format("{}x{}", settings.width, settings.height),
            "-r",
            fmt::format("{:.6f}", settings.frames_per_second),
            "-i",
            "pipe:0",
            "-c:v",
            "libx264",
            "-crf",
            "18",
            "-preset",
            "medium",
            "-vf",
            "scale=out_color_matrix=bt709:out_range=tv",
            "-pix_fmt",
            "yuv420p",
            "-colorspace",
            "bt709",
            "-color_primaries",
            "bt709",
            "-color_trc",
            "bt709",
            "-map_metadata",
            "-1",
            "-fflags",
            "+bitexact",
            "-flags:v",
            "+bitexact",
            "-movflags",
            "+faststart",
            "-f",
            "mp4",
            path.string()};
}

/// Starts `command` with the given files as its input and its messages; 0 or an errno.
int start(std::vector<std::string> command, int input, int messages, pid_t& pid) {
    std::vector<char*> arguments;
    for (std::string& argument : command)
        arguments.push_back(argument.data());
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, messages, STDERR_FILENO);
    const int failure =
        posix_spawnp(&pid, arguments[0], &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    return failure;
}

std::string first_line(int file) {
    std::array<char, 400> text{};
    const ssize_t length = pread(file, text.data(), text.size(), 0);
    const std::string all(text.data(), static_cast<std::size_t>(std::max<ssize_t>(length, 0)));
    return all.substr(0, all.find('\n'));
}

}  // namespace

struct Film::State {
    std::filesystem::path path, temporary;
    FilmSettings settings;
    int pipe = -1;      // a socket, because writing to a broken one need not raise a signal
    int messages = -1;  // what ffmpeg says, in memory
    pid_t ffmpeg = -1;

    ~State() {
        close_pipe();
        if (ffmpeg > 0) {
            kill(ffmpeg, SIGKILL);
            wait();
        }
        if (messages >= 0) close(messages);
        std::error_code ignored;
        if (!temporary.empty()) std::filesystem::remove(temporary, ignored);
    }
    void close_pipe() {
        if (pipe >= 0) close(pipe);
        pipe = -1;
    }
    /// The exit status of ffmpeg, or -1 if it was killed.
    int wait() {
        int status = 0;
        while (waitpid(ffmpeg, &status, 0) < 0 && errno == EINTR) {
        }
        ffmpeg = -1;
        return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }
    Error failure() const {
        return cannot_write(
            fmt::format("cannot write '{}': ffmpeg says: {}", path.string(), first_line(messages)));
    }
};

Film::Film(std::unique_ptr<State> state) : state_(std::move(state)) {}
Film::Film(Film&&) noexcept = default;
Film& Film::operator=(Film&&) noexcept = default;
Film::~Film() = default;

Result<Film> Film::create(const std::filesystem::path& path, const FilmSettings& settings) {
    if (settings.width % 2 != 0 || settings.height % 2 != 0) {
        return usage_error(
            fmt::format("a film needs even sizes, not {} x {}", settings.width, settings.height));
    }
    auto state = std::make_unique<State>();
    state->path = path;
    state->temporary = path.string() + fmt::format(".{}.part", getpid());
    state->settings = settings;
    std::array<int, 2> ends{-1, -1};
    state->messages = memfd_create("ffmpeg", MFD_CLOEXEC);
    if (state->messages < 0 ||
        socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
        return cannot_write(fmt::format("cannot write '{}': no pipe to ffmpeg", path.string()));
    }
    state->pipe = ends[0];
    const int failure =
        start(ffmpeg_command(state->temporary, settings), ends[1], state->messages, state->ffmpeg);
    close(ends[1]);
    if (failure != 0) {
        state->ffmpeg = -1;
        return unsupported(
            fmt::format("cannot write '{}' without ffmpeg: install ffmpeg", path.string()));
    }
    return Film(std::move(state));
}

Status Film::add(const Picture& picture) {
    assert(picture.width == state_->settings.width && picture.height == state_->settings.height);
    std::size_t sent = 0;
    while (sent < picture.rgb.size()) {
        const ssize_t count =
            send(state_->pipe, picture.rgb.data() + sent, picture.rgb.size() - sent, MSG_NOSIGNAL);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) {
            state_->close_pipe();
            state_->wait();
            return state_->failure();
        }
        sent += static_cast<std::size_t>(count);
    }
    return Done{};
}

Status Film::finish() {
    state_->close_pipe();
    const int status = state_->wait();
    if (status == kNotInstalled) {
        return unsupported(
            fmt::format("cannot write '{}' without ffmpeg: install ffmpeg", state_->path.string()));
    }
    if (status != 0) return state_->failure();
    std::error_code failure;
    std::filesystem::rename(state_->temporary, state_->path, failure);
    if (failure) {
        return cannot_write(
            fmt::format("cannot write '{}': {}", state_->path.string(), failure.message()));
    }
    return Done{};
}

}  // namespace isoskin::render
