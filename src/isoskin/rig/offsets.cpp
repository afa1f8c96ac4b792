#include "isoskin/rig/offsets.h"

#include <algorithm>
#include <cassert>

namespace isoskin {

Offsets::Offsets(std::span<const Vec3> all) : size_(all.size()) {
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i].isZero(0.0F)) continue;
        places_.push_back(static_cast<Index>(i));
        values_.push_back(all[i]);
    }
    places_.shrink_to_fit();
    values_.shrink_to_fit();
}

Offsets::Offsets(std::size_t size, std::vector<Index> places, std::vector<Vec3> values)
    : size_(size), places_(std::move(places)), values_(std::move(values)) {
    assert(places_.size() == values_.size());
    assert(std::is_sorted(places_.begin(), places_.end()));
    assert(places_.empty() || places_.back() < size_);
}

void Offsets::grow(std::size_t size) {
    assert(size >= size_);
    size_ = size;
}

void Offsets::append(const Offsets& more) {
    for (const Index place : more.places_)
        places_.push_back(static_cast<Index>(size_ + place));
    values_.insert(values_.end(), more.values_.begin(), more.values_.end());
    size_ += more.size_;
}

Vec3 Offsets::operator[](std::size_t place) const {
    assert(place < size_);
    const auto found = std::lower_bound(places_.begin(), places_.end(), place);
    if (found == places_.end() || *found != place) return Vec3::Zero();
    return values_[static_cast<std::size_t>(found - places_.begin())];
}

void Offsets::add_to(std::span<Vec3> sum, float weight) const {
    assert(sum.size() == size_);
    for (std::size_t i = 0; i < places_.size(); ++i)
        sum[places_[i]] += weight * values_[i];
}

std::vector<Vec3> Offsets::all() const {
    std::vector<Vec3> all(size_, Vec3::Zero());
    for (std::size_t i = 0; i < places_.size(); ++i)
        all[places_[i]] = values_[i];
    return all;
}

}  // namespace isoskin
