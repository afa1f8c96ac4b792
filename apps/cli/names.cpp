#include "names.h"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <vector>

namespace isoskin::cli {
namespace {

std::string lower(std::string_view text) {
    std::string result(text);
    for (char& c : result)
        c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return result;
}

// Levenshtein's distance, row by row.
std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({row[j] + 1, row[j + 1] + 1, replaced});
        }
    }
    return row[b.size()];
}

bool contains(std::string_view outer, std::string_view inner) {
    return inner.size() >= 3 && outer.find(inner) != std::string_view::npos;
}

}  // namespace

std::string nearest_name(std::string_view name, std::span<const std::string> known) {
    const std::string wanted = lower(name);
    const std::size_t farthest = wanted.size() / 3 + 1;
    std::string nearest;
    std::size_t best = farthest + 1;
    for (const std::string& candidate : known) {
        const std::string other = lower(candidate);
        std::size_t distance = edit_distance(wanted, other);
        // Part of a name is a weaker hint than a slip of the finger.
        if (contains(other, wanted) || contains(wanted, other))
            distance = std::min(distance, farthest);
        if (distance >= best) continue;
        best = distance;
        nearest = candidate;
    }
    return nearest;
}

std::string name_hint(std::string_view name, std::span<const std::string> known) {
    constexpr std::size_t kLongestList = 16;  // all verbs
    if (known.empty()) return "; there are none";
    std::string hint;
    const std::string nearest = nearest_name(name, known);
    if (!nearest.empty()) hint += "; did you mean '" + nearest + "'?";
    hint += nearest.empty() ? "; there are: " : " There are: ";
    for (std::size_t i = 0; i < std::min(known.size(), kLongestList); ++i)
        hint += (i > 0 ? ", " : "") + known[i];
    if (known.size() > kLongestList)
        hint += " and " + std::to_string(known.size() - kLongestList) + " more";
    return hint;
}

}  // namespace isoskin::cli
