#include "isoskin/io/file.h"

#include <cerrno>
#include <cstring>
#include <fstream>

#include <unistd.h>

namespace isoskin {
namespace {

template <typename Buffer>
Result<Buffer> read_whole(const std::filesystem::path& path) {
    std::error_code failure;
    if (std::filesystem::is_directory(path, failure))
        return invalid("'" + path.string() + "' is a folder, not a file");
    std::ifstream file(path, std::ios::binary);
    if (!file) return invalid("cannot open '" + path.string() + "': " + std::strerror(errno));
    file.seekg(0, std::ios::end);
    const auto size = file.tellg();
    if (size < 0) return invalid("cannot read '" + path.string() + "'");
    Buffer buffer(static_cast<std::size_t>(size), 0);
    file.seekg(0);
    file.read(reinterpret_cast<char*>(buffer.data()), size);
    if (!file) return invalid("cannot read '" + path.string() + "': " + std::strerror(errno));
    return buffer;
}

}  // namespace

Result<std::vector<std::uint8_t>> read_bytes(const std::filesystem::path& path) {
    return read_whole<std::vector<std::uint8_t>>(path);
}

Result<std::string> read_text(const std::filesystem::path& path) {
    return read_whole<std::string>(path);
}

Status write_bytes(const std::filesystem::path& path, std::span<const std::uint8_t> bytes) {
    std::filesystem::path temporary = path;
    temporary += ".part" + std::to_string(::getpid());
    std::error_code ignored;
    {
        std::ofstream file(temporary, std::ios::binary | std::ios::trunc);
        if (!file)
            return cannot_write("cannot write '" + path.string() + "': " + std::strerror(errno));
        file.write(reinterpret_cast<const char*>(bytes.data()),
                   static_cast<std::streamsize>(bytes.size()));
        file.flush();
        if (!file) {
            const std::string reason = std::strerror(errno);
            std::filesystem::remove(temporary, ignored);
            return cannot_write("cannot write '" + path.string() + "': " + reason);
        }
    }
    std::error_code failure;
    std::filesystem::rename(temporary, path, failure);
    if (failure) {
        std::filesystem::remove(temporary, ignored);
        return cannot_write("cannot write '" + path.string() + "': " + failure.message());
    }
    return Done{};
}

Status write_text(const std::filesystem::path& path, std::string_view text) {
    return write_bytes(path, {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
}

}  // namespace isoskin
