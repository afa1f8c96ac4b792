#include "isoskin/io/gltf_json.h"

#include <cmath>
#include <limits>

namespace isoskin::gltf {
namespace {

constexpr std::size_t kMaxNesting = 256;

// A whole number that a double holds exactly; 5.0 counts as 5, as in JSON schema.
std::optional<std::size_t> as_integer(const Json& value) {
    constexpr double kLargest = 9007199254740992.0;  // 2^53
    if (!value.is_number()) return std::nullopt;
    const double number = value.get<double>();
    if (!(number >= 0.0) || number > kLargest || std::floor(number) != number) return std::nullopt;
    // Where sizes have 32 bits, what is larger than all of them is beyond any bound as well.
    constexpr auto kMost = std::numeric_limits<std::size_t>::max();
    return number >= static_cast<double>(kMost) ? kMost : static_cast<std::size_t>(number);
}

// Brackets open at the deepest point, strings aside.
std::size_t nesting(std::string_view text) {
    std::size_t depth = 0;
    std::size_t deepest = 0;
    bool in_string = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (in_string) {
            if (c == '\\')
                ++i;
            else if (c == '"')
                in_string = false;
        } else if (c == '"') {
            in_string = true;
        } else if (c == '{' || c == '[') {
            deepest = std::max(deepest, ++depth);
        } else if ((c == '}' || c == ']') && depth > 0) {
            --depth;
        }
    }
    return deepest;
}

std::string beyond(std::string_view what, std::size_t index, std::size_t count) {
    return std::string(what) + " " + std::to_string(index) + " does not exist (the file has " +
           std::to_string(count) + ")";
}

}  // namespace

void Diagnosis::refuse(const std::string& place, const std::string& what) {
    refuse(ErrorKind::Invalid, place, what);
}

void Diagnosis::refuse(ErrorKind kind, const std::string& place, const std::string& what) {
    if (error_) return;
    error_ = Error{kind, "'" + file_ + "': " + (place.empty() ? "" : place + ": ") + what};
}

void Diagnosis::note(NoteKind kind, const std::string& place, std::string what, std::size_t count) {
    notes_.push_back({.kind = kind, .what = std::move(what), .place = place, .count = count});
}

Object::Object(const Json* json, std::string place, Diagnosis& diagnosis)
    : json_(json), place_(std::move(place)), diagnosis_(&diagnosis) {
    if (json_ && !json_->is_object()) {
        refuse("is not a JSON object");
        json_ = nullptr;
    }
}

const Json* Object::find(std::string_view key) const {
    if (!json_) return nullptr;
    const auto it = json_->find(key);
    return it == json_->end() ? nullptr : &*it;
}

void Object::refuse_type(std::string_view key, std::string_view expected) const {
    refuse("'" + std::string(key) + "' is not " + std::string(expected));
}

std::string Object::nested(const std::string& label) const {
    if (label.empty()) return place_;
    return place_.empty() ? label : place_ + ", " + label;
}

std::optional<std::size_t> Object::integer(std::string_view key) const {
    const Json* value = find(key);
    if (!value) return std::nullopt;
    const auto number = as_integer(*value);
    if (!number) refuse_type(key, "a whole number from 0 up");
    return number;
}

std::size_t Object::integer_or(std::string_view key, std::size_t fallback) const {
    return integer(key).value_or(fallback);
}

std::size_t Object::required_integer(std::string_view key) const {
    if (!has(key)) refuse("'" + std::string(key) + "' is missing");
    return integer(key).value_or(0);
}

std::optional<double> Object::number(std::string_view key) const {
    const Json* value = find(key);
    if (!value) return std::nullopt;
    if (!value->is_number() || !std::isfinite(value->get<double>())) {
        refuse_type(key, "a number");
        return std::nullopt;
    }
    return value->get<double>();
}

double Object::number_or(std::string_view key, double fallback) const {
    return number(key).value_or(fallback);
}

std::string Object::text(std::string_view key) const {
    const Json* value = find(key);
    if (!value) return {};
    if (value->is_string()) return value->get<std::string>();
    refuse_type(key, "a string");
    return {};
}

bool Object::is_set(std::string_view key) const {
    const Json* value = find(key);
    if (!value) return false;
    if (!value->is_boolean()) refuse_type(key, "true or false");
    return value->is_boolean() && value->get<bool>();
}

std::optional<std::size_t> Object::reference(std::string_view key, std::size_t count,
                                             std::string_view what) const {
    const auto index = integer(key);
    if (!index || *index < count) return index;
    refuse(beyond(what, *index, count));
    return std::nullopt;
}

std::size_t Object::required_reference(std::string_view key, std::size_t count,
                                       std::string_view what) const {
    if (!has(key)) refuse("'" + std::string(key) + "' is missing");
    return reference(key, count, what).value_or(0);
}

const Json* Object::find_array(std::string_view key) const {
    const Json* value = find(key);
    if (!value) return nullptr;
    if (!value->is_array()) {
        refuse_type(key, "an array");
        return nullptr;
    }
    return value;
}

std::vector<std::size_t> Object::references(std::string_view key, std::size_t count,
                                            std::string_view what) const {
    std::vector<std::size_t> found;
    const Json* array = find_array(key);
    if (!array) return found;
    for (const Json& value : *array) {
        const auto index = as_integer(value);
        if (!index)
            refuse_type(key, "an array of whole numbers");
        else if (*index >= count)
            refuse(beyond(what, *index, count));
        found.push_back(index && *index < count ? *index : 0);
    }
    return found;
}

std::vector<double> Object::numbers(std::string_view key) const {
    std::vector<double> found;
    const Json* array = find_array(key);
    if (!array) return found;
    for (const Json& value : *array) {
        found.push_back(value.is_number() ? value.get<double>() : 0.0);
        if (!value.is_number() || !std::isfinite(found.back()))
            refuse_type(key, "an array of numbers");
    }
    return found;
}

std::vector<std::string> Object::texts(std::string_view key) const {
    std::vector<std::string> found;
    const Json* array = find_array(key);
    if (!array) return found;
    for (const Json& value : *array) {
        if (!value.is_string()) refuse_type(key, "an array of strings");
        found.push_back(value.is_string() ? value.get<std::string>() : "");
    }
    return found;
}

Object Object::object(std::string_view key, const std::string& label) const {
    const Json* value = find(key);
    if (value && !value->is_object()) {
        refuse_type(key, "a JSON object");
        value = nullptr;
    }
    return {value, nested(label), *diagnosis_};
}

Object Object::extension(std::string_view name) const {
    return object("extensions").object(name, std::string(name));
}

std::vector<Object> Object::objects(std::string_view key, std::string_view label) const {
    std::vector<Object> found;
    const Json* array = find_array(key);
    if (!array) return found;
    for (const Json& value : *array)
        found.emplace_back(&value, nested(std::string(label) + " " + std::to_string(found.size())),
                           *diagnosis_);
    return found;
}

std::vector<std::pair<std::string, std::size_t>> Object::named_references(
    std::size_t count, std::string_view what) const {
    std::vector<std::pair<std::string, std::size_t>> found;
    if (!json_) return found;
    for (const auto& [key, value] : json_->items())
        found.emplace_back(key, reference(key, count, what).value_or(0));
    return found;
}

Result<Json> parse_json(std::string_view text, const std::string& file) {
    if (nesting(text) > kMaxNesting)
        return invalid("'" + file + "': its JSON is nested deeper than " +
                       std::to_string(kMaxNesting) + " levels");
    try {
        return Json::parse(text);
    } catch (const Json::exception& failure) {
        // Of "[json.exception.parse_error.101] parse error at line 1…" only the sentence is shown.
        std::string reason = failure.what();
        if (const auto end = reason.find("] "); end != std::string::npos) reason.erase(0, end + 2);
        return invalid("'" + file + "': not valid JSON: " + reason);
    }
}

}  // namespace isoskin::gltf
