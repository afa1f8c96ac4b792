#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "isoskin/io/gltf_json.h"

namespace isoskin::gltf {

using Bytes = std::vector<std::uint8_t>;

/// A document and the bytes of its buffers, before anyone looked at what they mean.
struct Container {
    Json document;
    std::vector<Bytes> buffers;  ///< As many as the document lists; empty where there is no data.
    std::size_t byte_count = 0;  ///< Of all files read; what memory is measured against.
};

/// Splits a GLB or parses a .gltf, and loads its buffers: embedded, or relative files in the folder
/// of `path` or below it.
Result<Container> open_container(std::span<const std::uint8_t> bytes,
                                 const std::filesystem::path& path);

/// What a URI stands for: the bytes in it, or those of a file in `folder` or below it.
Result<Bytes> load_uri(const std::string& uri, const std::filesystem::path& folder);

/// Media type of a data URI, as "image/png"; empty for any other.
std::string data_uri_type(const std::string& uri);

/// A GLB of one JSON and, if `binary` is not empty, one binary chunk.
Bytes make_glb(const Json& document, std::span<const std::uint8_t> binary);

std::string encode_base64(std::span<const std::uint8_t> bytes);

}  // namespace isoskin::gltf
