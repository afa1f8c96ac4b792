#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "isoskin/base/result.h"
#include "isoskin/base/words.h"

namespace isoskin {

/// What the readers of our own JSON formats share: the first fault sticks and names its place.
/// `Json` is a document of nlohmann's.
template <typename Json>
class JsonWalker {
  public:
    explicit JsonWalker(std::string_view file) : place_(file) {}

  protected:
    void refuse(const std::string& what) {
        if (!error_) error_ = invalid(place_ + ": " + what);
    }
    void refuse_value(const std::string& word, const std::string& wanted) {
        refuse("'" + word + "' is not " + wanted);
    }

    /// The version a document states under `word`, 1 to `newest`; else 0, and it is refused.
    int read_version(const Json& document, const std::string& what, const char* word, int newest) {
        if (!document.is_object()) return refuse(what + " are not an object"), 0;
        const auto version = document.find(word);
        const std::string name = "'" + std::string(word) + "'";
        if (version == document.end()) return refuse(name + ", the version, is missing"), 0;
        if (version->is_number_integer() && *version >= 1 && *version <= newest)
            return version->template get<int>();
        refuse(name + " is " + version->dump() + "; this isoskin knows version" +
               (newest > 1 ? "s 1 to " : " ") + std::to_string(newest));
        return 0;
    }

    template <typename Value, std::size_t kCount>
    void read_word(const std::string& word, const Json& value, const WordList<Value, kCount>& words,
                   Value& out) {
        std::string known;
        for (const auto& [name, meaning] : words) {
            if (value.is_string() && value == name) {
                out = meaning;
                return;
            }
            known += (known.empty() ? "" : ", ") + std::string(name);
        }
        refuse_value(word, "one of " + known);
    }

    std::string place_;
    std::optional<Error> error_;
};

}  // namespace isoskin
