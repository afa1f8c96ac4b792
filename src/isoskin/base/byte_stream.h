#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace isoskin {

/// Numbers and lists one after the other, in the byte order of this machine.
class ByteWriter {
  public:
    template <typename Number>
    void add(Number value) {
        static_assert(std::is_arithmetic_v<Number>);
        append(&value, sizeof(value));
    }
    void add_count(std::size_t count) { add(static_cast<std::uint64_t>(count)); }
    void add_text(std::string_view text) { add_list(std::span(text.data(), text.size())); }
    template <typename Item>
    void add_list(std::span<const Item> items) {
        static_assert(std::is_trivially_copyable_v<Item>);
        add_count(items.size());
        append(items.data(), items.size_bytes());
    }

    std::vector<std::uint8_t> take() { return std::move(bytes_); }

  private:
    void append(const void* from, std::size_t size) {
        const auto* first = static_cast<const std::uint8_t*>(from);
        bytes_.insert(bytes_.end(), first, first + size);
    }

    std::vector<std::uint8_t> bytes_;
};

/// Reads them back. What is not there reads as zero or as empty, and `ok` says so; no count makes
/// it allocate more than the bytes could hold.
class ByteReader {
  public:
    explicit ByteReader(std::span<const std::uint8_t> bytes) : rest_(bytes) {}

    template <typename Number>
    Number read() {
        Number value{};
        if (take(sizeof(value))) std::memcpy(&value, taken_.data(), sizeof(value));
        return value;
    }
    /// How many items follow, of at least `item_size` bytes each.
    std::size_t read_count(std::size_t item_size) {
        const auto count = read<std::uint64_t>();
        if (count > rest_.size() / item_size) ok_ = false;
        return ok_ ? static_cast<std::size_t>(count) : 0;
    }
    template <typename Item>
    std::vector<Item> read_list() {
        static_assert(std::is_trivially_copyable_v<Item>);
        std::vector<Item> items(read_count(sizeof(Item)));
        if (!items.empty() && take(items.size() * sizeof(Item)))
            std::memcpy(items.data(), taken_.data(), taken_.size());
        return items;
    }
    std::string read_text() {
        const auto letters = read_list<char>();
        return {letters.begin(), letters.end()};
    }

    std::span<const std::uint8_t> rest() const { return rest_; }
    bool ok() const { return ok_; }
    bool at_end() const { return ok_ && rest_.empty(); }

  private:
    bool take(std::size_t size) {
        ok_ = ok_ && size <= rest_.size();
        if (!ok_) return false;
        taken_ = rest_.first(size);
        rest_ = rest_.subspan(size);
        return true;
    }

    std::span<const std::uint8_t> rest_;
    std::span<const std::uint8_t> taken_;
    bool ok_ = true;
};

}  // namespace isoskin
