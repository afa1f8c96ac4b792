#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "isoskin/base/note.h"
#include "isoskin/base/result.h"

namespace isoskin::gltf {

using Json = nlohmann::json;

/// Collects what a reader finds wrong with one file. The first failure sticks, later ones are
/// consequences of it; so code may go on with empty values and ask once at the end of a step.
class Diagnosis {
  public:
    explicit Diagnosis(std::string file) : file_(std::move(file)) {}

    void refuse(const std::string& place, const std::string& what);
    void refuse(ErrorKind kind, const std::string& place, const std::string& what);
    void note(NoteKind kind, const std::string& place, std::string what, std::size_t count = 0);

    bool failed() const { return error_.has_value(); }
    const Error& error() const { return *error_; }
    const std::vector<Note>& notes() const { return notes_; }
    const std::string& file() const { return file_; }

  private:
    std::string file_;
    std::optional<Error> error_;
    std::vector<Note> notes_;
};

/// One object of a document with the place it stands at, as "mesh 0, primitive 1". Reading a
/// property of the wrong type or range is refused through the diagnosis and gives an empty value.
class Object {
  public:
    Object(const Json* json, std::string place, Diagnosis& diagnosis);

    explicit operator bool() const { return json_ != nullptr; }
    const std::string& place() const { return place_; }
    Diagnosis& diagnosis() const { return *diagnosis_; }
    bool has(std::string_view key) const { return find(key) != nullptr; }

    std::optional<std::size_t> integer(std::string_view key) const;
    std::size_t integer_or(std::string_view key, std::size_t fallback) const;
    std::size_t required_integer(std::string_view key) const;
    std::optional<double> number(std::string_view key) const;
    double number_or(std::string_view key, double fallback) const;
    std::string text(std::string_view key) const;  ///< Empty if absent.
    bool is_set(std::string_view key) const;       ///< A boolean, false if absent.

    /// A reference into an array of the document with `count` elements, each called `what`.
    std::optional<std::size_t> reference(std::string_view key, std::size_t count,
                                         std::string_view what) const;
    std::size_t required_reference(std::string_view key, std::size_t count,
                                   std::string_view what) const;
    std::vector<std::size_t> references(std::string_view key, std::size_t count,
                                        std::string_view what) const;
    std::vector<double> numbers(std::string_view key) const;
    std::vector<std::string> texts(std::string_view key) const;

    /// A nested object; false if absent. Its place is that of this one and `label`.
    Object object(std::string_view key, const std::string& label = {}) const;
    /// The extension of that name.
    Object extension(std::string_view name) const;

    /// The elements of an array of objects, at places as "mesh 3".
    std::vector<Object> objects(std::string_view key, std::string_view label) const;
    /// All members whose values are references, as the attributes of a primitive.
    std::vector<std::pair<std::string, std::size_t>> named_references(std::size_t count,
                                                                      std::string_view what) const;
    void refuse(const std::string& what) const { diagnosis_->refuse(place_, what); }

  private:
    const Json* find(std::string_view key) const;
    const Json* find_array(std::string_view key) const;
    void refuse_type(std::string_view key, std::string_view expected) const;
    std::string nested(const std::string& label) const;

    const Json* json_;
    std::string place_;
    Diagnosis* diagnosis_;
};

/// Parses text that may come from anywhere; refuses nesting too deep to be walked.
Result<Json> parse_json(std::string_view text, const std::string& file);

}  // namespace isoskin::gltf
