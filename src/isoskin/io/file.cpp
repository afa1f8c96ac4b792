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

Error write_error(const std::filesystem::path& path, const std::string& reason) {
    return cannot_write("cannot write '" + path.string() + "': " + reason);
}

std::filesystem::path temporary_name(const std::filesystem::path& path) {
    std::filesystem::path temporary = path;
    temporary += ".part" + std::to_string(::getpid());
    return temporary;
}

Status write_temporary(const NewFile& file) {
    std::ofstream stream(temporary_name(file.path), std::ios::binary | std::ios::trunc);
    if (!stream) return write_error(file.path, std::strerror(errno));
    stream.write(reinterpret_cast<const char*>(file.bytes.data()),
                 static_cast<std::streamsize>(file.bytes.size()));
    stream.close();
    if (!stream) return write_error(file.path, std::strerror(errno));
    return Done{};
}

Status rename_temporary(const NewFile& file) {
    std::error_code failure;
    std::filesystem::rename(temporary_name(file.path), file.path, failure);
    if (failure) return write_error(file.path, failure.message());
    return Done{};
}

Error take_back(std::span<const NewFile> files, const Error& failure) {
    std::error_code ignored;
    for (const NewFile& file : files)
        std::filesystem::remove(temporary_name(file.path), ignored);
    return failure;
}

}  // namespace

Result<std::vector<std::uint8_t>> read_bytes(const std::filesystem::path& path) {
    return read_whole<std::vector<std::uint8_t>>(path);
}

Result<std::string> read_text(const std::filesystem::path& path) {
    return read_whole<std::string>(path);
}

Status write_files(std::span<const NewFile> files) {
    for (const NewFile& file : files)
        if (const auto written = write_temporary(file); !written)
            return take_back(files, written.error());
    for (const NewFile& file : files)
        if (const auto renamed = rename_temporary(file); !renamed)
            return take_back(files, renamed.error());
    return Done{};
}

Status write_bytes(const std::filesystem::path& path, std::span<const std::uint8_t> bytes) {
    const NewFile file{.path = path, .bytes = bytes};
    return write_files({&file, 1});
}

Status write_text(const std::filesystem::path& path, std::string_view text) {
    return write_bytes(path, {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
}

}  // namespace isoskin
