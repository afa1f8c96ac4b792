#include "isoskin/io/gltf_container.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <limits>
#include <optional>

#include "isoskin/io/file.h"

namespace isoskin::gltf {
namespace {

constexpr std::uint32_t kMagic = 0x46546C67;      // "glTF"
constexpr std::uint32_t kJsonChunk = 0x4E4F534A;  // "JSON"
constexpr std::uint32_t kBinChunk = 0x004E4942;   // "BIN"
constexpr std::string_view kAlphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

std::uint32_t read_u32(std::span<const std::uint8_t> bytes, std::size_t at) {
    return static_cast<std::uint32_t>(bytes[at]) | static_cast<std::uint32_t>(bytes[at + 1]) << 8U |
           static_cast<std::uint32_t>(bytes[at + 2]) << 16U |
           static_cast<std::uint32_t>(bytes[at + 3]) << 24U;
}

void append_u32(Bytes& bytes, std::uint32_t value) {
    for (unsigned shift = 0; shift < 32; shift += 8)
        bytes.push_back(static_cast<std::uint8_t>(value >> shift));
}

struct GlbChunks {
    std::string_view json;
    std::span<const std::uint8_t> binary;
    bool has_binary = false;
};

Result<GlbChunks> split_glb(std::span<const std::uint8_t> bytes, const std::string& file) {
    const auto broken = [&](const std::string& what) { return invalid("'" + file + "': " + what); };
    if (bytes.size() < 12) return broken("ends within its header of 12 bytes");
    const std::uint32_t version = read_u32(bytes, 4);
    if (version != 2)
        return unsupported("'" + file + "': GLB version " + std::to_string(version) + " is not 2");
    const std::size_t length = read_u32(bytes, 8);
    if (length > bytes.size())
        return broken("is cut short: its header promises " + std::to_string(length) +
                      " bytes, it has " + std::to_string(bytes.size()));
    GlbChunks chunks;
    std::size_t at = 12;
    for (int number = 0; at < length; ++number) {
        const std::string chunk = "chunk " + std::to_string(number);
        if (length - at < 8) return broken(chunk + " ends within its header");
        const std::size_t size = read_u32(bytes, at);
        const std::uint32_t type = read_u32(bytes, at + 4);
        at += 8;
        if (size > length - at) return broken(chunk + " is longer than the file");
        const auto body = bytes.subspan(at, size);
        if ((number == 0) != (type == kJsonChunk))
            return broken(number == 0 ? "its first chunk is not JSON" : chunk + " is JSON again");
        if (type == kJsonChunk)
            chunks.json = {reinterpret_cast<const char*>(body.data()), body.size()};
        if (type == kBinChunk && number == 1) {
            chunks.binary = body;
            chunks.has_binary = true;
        }
        at += size;
    }
    if (chunks.json.empty()) return broken("has no JSON chunk");
    while (!chunks.json.empty() && chunks.json.back() == '\0')
        chunks.json.remove_suffix(1);
    return chunks;
}

std::array<std::int8_t, 256> make_base64_table() {
    std::array<std::int8_t, 256> table{};
    table.fill(-1);
    for (std::size_t i = 0; i < kAlphabet.size(); ++i)
        table[static_cast<std::uint8_t>(kAlphabet[i])] = static_cast<std::int8_t>(i);
    return table;
}

std::optional<Bytes> decode_base64(std::string_view text) {
    static const auto table = make_base64_table();
    while (!text.empty() && text.back() == '=')
        text.remove_suffix(1);
    if (text.size() % 4 == 1) return std::nullopt;
    Bytes bytes;
    bytes.reserve(text.size() * 3 / 4);
    std::uint32_t bits = 0;
    unsigned bit_count = 0;
    for (const char c : text) {
        const std::int8_t value = table[static_cast<std::uint8_t>(c)];
        if (value < 0) return std::nullopt;
        bits = bits << 6U | static_cast<std::uint32_t>(value);
        bit_count += 6;
        if (bit_count < 8) continue;
        bit_count -= 8;
        bytes.push_back(static_cast<std::uint8_t>(bits >> bit_count));
    }
    return bytes;
}

int hex_value(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

std::string decode_percent(const std::string& uri) {
    std::string text;
    for (std::size_t i = 0; i < uri.size(); ++i) {
        const int high = uri[i] == '%' && i + 2 < uri.size() ? hex_value(uri[i + 1]) : -1;
        const int low = high >= 0 ? hex_value(uri[i + 2]) : -1;
        if (low < 0) {
            text += uri[i];
            continue;
        }
        text += static_cast<char>(high * 16 + low);
        i += 2;
    }
    return text;
}

// "http:", "file:", "C:": letters, digits and a few signs before a colon (RFC 3986).
bool has_scheme(const std::string& uri) {
    const auto colon = uri.find(':');
    if (colon == std::string::npos || colon == 0) return false;
    return std::all_of(uri.begin(), uri.begin() + static_cast<std::ptrdiff_t>(colon), [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) || c == '+' || c == '-' || c == '.';
    });
}

std::string shortened(const std::string& uri) {
    constexpr std::size_t kShown = 80;
    return uri.size() <= kShown ? uri : uri.substr(0, kShown) + "…";
}

Result<Bytes> load_file(const std::string& uri, const std::filesystem::path& folder) {
    const std::string decoded = decode_percent(uri);
    if (decoded.find('\0') != std::string::npos) return invalid("a file name holds a zero byte");
    const std::filesystem::path relative(decoded);
    const bool climbs = std::find(relative.begin(), relative.end(), "..") != relative.end();
    if (relative.is_absolute() || climbs)
        return unsupported("'" + shortened(uri) + "' lies outside the folder of the file");
    const auto path = folder / relative;
    std::error_code failure;
    if (std::filesystem::exists(path, failure) && !std::filesystem::is_regular_file(path, failure))
        return invalid("'" + path.string() + "' is not a file");
    return read_bytes(path);
}

Status load_buffers(std::span<const std::uint8_t> binary, const std::filesystem::path& path,
                    Container& container) {
    Diagnosis diagnosis(path.string());
    const Object root(&container.document, {}, diagnosis);
    for (const Object& buffer : root.objects("buffers", "buffer")) {
        const std::string uri = buffer.text("uri");
        const std::size_t length = buffer.required_integer("byteLength");
        if (diagnosis.failed()) return diagnosis.error();
        Bytes& bytes = container.buffers.emplace_back();
        if (uri.empty()) {
            // A buffer without data may be a placeholder for views that an extension fills.
            if (container.buffers.size() == 1) bytes.assign(binary.begin(), binary.end());
            if (bytes.empty()) continue;
        } else {
            auto loaded = load_uri(uri, path.parent_path());
            if (!loaded)
                diagnosis.refuse(loaded.error().kind, buffer.place(), loaded.error().message);
            if (diagnosis.failed()) return diagnosis.error();
            bytes = *std::move(loaded);
            container.byte_count += bytes.size();
        }
        if (bytes.size() < length)
            buffer.refuse("holds " + std::to_string(bytes.size()) + " bytes, not the " +
                          std::to_string(length) + " it declares");
    }
    if (diagnosis.failed()) return diagnosis.error();
    return Done{};
}

// JSON of any kind; what is wrong with it is found by who parses it.
bool begins_as_json(std::string_view text) {
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);  // a byte order mark
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && (text[first] == '{' || text[first] == '[');
}

}  // namespace

Result<Container> open_container(std::span<const std::uint8_t> bytes,
                                 const std::filesystem::path& path) {
    GlbChunks chunks;
    if (bytes.size() >= 4 && read_u32(bytes, 0) == kMagic) {
        const auto split = split_glb(bytes, path.string());
        if (!split) return split.error();
        chunks = *split;
    } else {
        chunks.json = {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
    }
    if (chunks.json.empty()) return invalid("'" + path.string() + "' is empty");
    if (chunks.json.data() == reinterpret_cast<const char*>(bytes.data()) &&
        !begins_as_json(chunks.json))
        return invalid("'" + path.string() +
                       "' is no glTF: it begins neither with 'glTF', as a GLB does, nor with '{', "
                       "as JSON does");
    auto document = parse_json(chunks.json, path.string());
    if (!document) return document.error();
    if (!document->is_object())
        return invalid("'" + path.string() + "': its JSON is not an object");

    Container container;
    container.document = *std::move(document);
    container.byte_count = bytes.size();
    const Status loaded = load_buffers(chunks.binary, path, container);
    if (!loaded) return loaded.error();
    return container;
}

Result<Bytes> load_uri(const std::string& uri, const std::filesystem::path& folder) {
    if (uri.rfind("data:", 0) == 0) {
        const auto comma = uri.find(',');
        if (comma == std::string::npos || uri.substr(0, comma).find(";base64") == std::string::npos)
            return invalid("its data URI is not base64");
        auto bytes = decode_base64(std::string_view(uri).substr(comma + 1));
        if (!bytes) return invalid("its data URI is not valid base64");
        return *std::move(bytes);
    }
    if (has_scheme(uri))
        return unsupported("'" + shortened(uri) + "' is not a file beside this one");
    return load_file(uri, folder);
}

std::string data_uri_type(const std::string& uri) {
    if (uri.rfind("data:", 0) != 0) return {};
    return uri.substr(5, std::min(uri.find(';'), uri.find(',')) - 5);
}

Bytes make_glb(const Json& document, std::span<const std::uint8_t> binary) {
    std::string json = document.dump(-1, ' ', false, Json::error_handler_t::replace);
    json.resize((json.size() + 3) / 4 * 4, ' ');
    const std::size_t binary_size = (binary.size() + 3) / 4 * 4;
    const std::size_t total = 12 + 8 + json.size() + (binary.empty() ? 0 : 8 + binary_size);

    Bytes bytes;
    bytes.reserve(total);
    append_u32(bytes, kMagic);
    append_u32(bytes, 2);
    append_u32(bytes, static_cast<std::uint32_t>(total));
    append_u32(bytes, static_cast<std::uint32_t>(json.size()));
    append_u32(bytes, kJsonChunk);
    bytes.insert(bytes.end(), json.begin(), json.end());
    if (binary.empty()) return bytes;
    append_u32(bytes, static_cast<std::uint32_t>(binary_size));
    append_u32(bytes, kBinChunk);
    bytes.insert(bytes.end(), binary.begin(), binary.end());
    bytes.resize(total, 0);
    return bytes;
}

std::string encode_base64(std::span<const std::uint8_t> bytes) {
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
        std::uint32_t bits = 0;
        for (std::size_t k = 0; k < 3; ++k)
            bits = bits << 8U | (k < count ? bytes[i + k] : 0U);
        for (std::size_t k = 0; k < 4; ++k)
            text += k <= count ? kAlphabet[(bits >> (18U - 6U * k)) & 63U] : '=';
    }
    return text;
}

}  // namespace isoskin::gltf
