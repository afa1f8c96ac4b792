#include "batch/named_files.h"

#include <array>
#include <cctype>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <limits>
#include <string>

#include <nlohmann/json.hpp>

namespace isoskin::batch {
namespace {

namespace fs = std::filesystem;

// How many letters of JSON follow: all of a .gltf, the first chunk of a GLB.
std::uint64_t enter_json(std::istream& stream) {
    std::array<char, 20> header{};
    stream.read(header.data(), header.size());
    if (stream && std::memcmp(header.data(), "glTF", 4) == 0) {
        std::uint64_t length = 0;
        for (std::size_t i = 4; i-- > 0;)
            length = length << 8U | static_cast<unsigned char>(header[12 + i]);
        return length;
    }
    stream.clear();
    stream.seekg(0);
    return std::numeric_limits<std::uint64_t>::max();
}

std::string decode_address(const std::string& address) {
    std::string text;
    for (std::size_t i = 0; i < address.size(); ++i) {
        unsigned value = 0;
        const char* digits = address.data() + i + 1;
        if (address[i] == '%' && i + 2 < address.size() &&
            std::from_chars(digits, digits + 2, value, 16).ptr == digits + 2) {
            text += static_cast<char>(value);
            i += 2;
        } else {
            text += address[i];
        }
    }
    return text;
}

/// Finds the values of "uri" in JSON that goes by letter by letter.
class AddressFinder {
  public:
    void add(char letter) {
        if (in_string_)
            add_to_string(letter);
        else if (letter == '"')
            begin_string();
        else if (letter == ':')
            is_value_ = last_ == "\"uri\"";
        else if (std::isspace(static_cast<unsigned char>(letter)) == 0)
            is_value_ = false;
    }
    const std::vector<std::string>& addresses() const { return addresses_; }

  private:
    static constexpr std::size_t kLongest = 4096;  // no path is longer; data are

    void begin_string() {
        in_string_ = true;
        string_ = "\"";
    }
    void add_to_string(char letter) {
        if (string_.size() < kLongest) string_ += letter;
        const bool escaped = std::exchange(after_backslash_, letter == '\\' && !after_backslash_);
        if (letter != '"' || escaped) return;
        in_string_ = false;
        last_ = string_;
        if (std::exchange(is_value_, false)) take();
    }
    void take() {
        const auto json = nlohmann::json::parse(string_, nullptr, false);
        if (!json.is_string()) return;
        if (const auto text = json.get<std::string>(); !text.starts_with("data:"))
            addresses_.push_back(decode_address(text));
    }

    bool in_string_ = false;
    bool after_backslash_ = false;
    bool is_value_ = false;
    std::string string_;
    std::string last_;
    std::vector<std::string> addresses_;
};

}  // namespace

std::vector<fs::path> named_files(const fs::path& character) {
    const auto ending = character.extension();
    if (ending != ".gltf" && ending != ".glb" && ending != ".vrm") return {};
    std::ifstream stream(character, std::ios::binary);
    const std::uint64_t length = enter_json(stream);
    AddressFinder finder;
    char letter = 0;
    for (std::uint64_t i = 0; i < length && stream.get(letter); ++i)
        finder.add(letter);
    std::vector<fs::path> files;
    for (const std::string& address : finder.addresses())
        files.push_back(character.parent_path() / address);
    return files;
}

}  // namespace isoskin::batch
