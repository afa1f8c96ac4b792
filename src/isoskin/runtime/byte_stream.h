#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "isoskin/mesh/mesh.h"

namespace isoskin::runtime {

/// Appends little-endian numbers.
class ByteWriter {
  public:
    template <typename T>
    void put(T value) {
        const std::size_t at = bytes_.size();
        bytes_.resize(at + sizeof(T));
        std::memcpy(&bytes_[at], &value, sizeof(T));
    }
    void put_count(std::size_t count) { put(static_cast<std::uint32_t>(count)); }
    void put_text(const std::string& text) {
        put_count(text.size());
        bytes_.insert(bytes_.end(), text.begin(), text.end());
    }
    void put_vector(const Vec3d& v) {
        for (int c = 0; c < 3; ++c)
            put(static_cast<float>(v[c]));
    }
    void put_exact(const Vec3d& v) {
        for (int c = 0; c < 3; ++c)
            put(v[c]);
    }
    std::vector<std::uint8_t> take() { return std::move(bytes_); }

  private:
    std::vector<std::uint8_t> bytes_;
};

/// Takes them back; at the end of the bytes, or after a count that cannot be true, it has failed
/// and gives zeros.
class ByteReader {
  public:
    explicit ByteReader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

    bool failed() const { return failed_; }
    bool at_end() const { return !failed_ && at_ == bytes_.size(); }

    template <typename T>
    T get() {
        T value{};
        if (failed_ || bytes_.size() - at_ < sizeof(T)) {
            failed_ = true;
            return value;
        }
        std::memcpy(&value, &bytes_[at_], sizeof(T));
        at_ += sizeof(T);
        return value;
    }
    /// A number of things that take at least `bytes_each`, so that no more is promised than is
    /// there.
    std::size_t get_count(std::size_t bytes_each) {
        const auto count = get<std::uint32_t>();
        if (count > (bytes_.size() - at_) / bytes_each) failed_ = true;
        return failed_ ? 0 : count;
    }
    /// An index below `limit`.
    Index get_index(std::size_t limit) {
        const auto index = get<std::uint32_t>();
        if (index >= limit) failed_ = true;
        return failed_ ? 0 : index;
    }
    /// For who finds that numbers do not fit together.
    void fail() { failed_ = true; }
    double get_double() {
        const auto value = get<double>();
        if (!std::isfinite(value)) failed_ = true;
        return failed_ ? 0.0 : value;
    }
    double get_number() {
        const auto value = static_cast<double>(get<float>());
        if (!std::isfinite(value)) failed_ = true;
        return failed_ ? 0.0 : value;
    }
    std::string get_text() {
        std::string text(get_count(1), ' ');
        for (char& c : text)
            c = static_cast<char>(get<std::uint8_t>());
        return text;
    }
    Vec3d get_vector() {
        Vec3d v;
        for (int c = 0; c < 3; ++c)
            v[c] = get_number();
        return v;
    }
    Vec3d get_exact() {
        Vec3d v;
        for (int c = 0; c < 3; ++c)
            v[c] = get_double();
        return v;
    }

  private:
    std::span<const std::uint8_t> bytes_;
    std::size_t at_ = 0;
    bool failed_ = false;
};

}  // namespace isoskin::runtime
