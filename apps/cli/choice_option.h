#pragma once

#include <array>
#include <string>
#include <utility>

#include <CLI/CLI.hpp>

namespace isoskin::cli {

/// An option that takes one of a few words, each meaning a value; another word is refused listing
/// them. `value` keeps what it holds unless the option is given.
template <typename Value, std::size_t kCount>
CLI::Option* add_choice(CLI::App& command, const std::string& option, Value& value,
                        const std::array<std::pair<const char*, Value>, kCount>& choices) {
    std::string words;
    for (const auto& [word, meaning] : choices)
        words += (words.empty() ? "" : "|") + std::string(word);
    const auto choose = [option, choices, words, &value](const std::string& text) {
        for (const auto& [word, meaning] : choices)
            if (text == word) {
                value = meaning;
                return;
            }
        throw CLI::ValidationError(option + " is one of " + words + ", not '" + text + "'");
    };
    return command.add_option_function<std::string>(option, choose)->type_name(words);
}

}  // namespace isoskin::cli
