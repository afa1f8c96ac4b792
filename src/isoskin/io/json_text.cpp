#include "isoskin/io/json_text.h"

#include <algorithm>
#include <string>

#include "isoskin/io/text.h"

namespace isoskin {

Result<nlohmann::json> parse_json(std::string_view text, std::string_view file) {
    try {
        return nlohmann::json::parse(text);
    } catch (const nlohmann::json::parse_error& failure) {
        const auto reached = text.substr(0, std::min(failure.byte, text.size()));
        const auto line = 1 + std::count(reached.begin(), reached.end(), '\n');
        return invalid_at(file, static_cast<std::size_t>(line), "this is not valid JSON");
    } catch (const nlohmann::json::exception&) {
        return invalid(std::string(file) + " holds a number that is too large");
    }
}

}  // namespace isoskin
