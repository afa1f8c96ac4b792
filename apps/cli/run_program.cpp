#include <algorithm>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include "command.h"
#include "isoskin/base/parallel.h"
#include "names.h"

namespace isoskin::cli {
namespace {

constexpr const char* kNoVerb = "no verb is given; 'isoskin help' lists them";

constexpr const char* kOverview = R"(
Results go to stdout, messages and progress to stderr.
Exit codes: 0 done, 1 done but a quality gate failed, 2 wrong usage, 3 unreadable or invalid input,
4 unsupported, 5 cannot write, 6 internal.

First steps:
  isoskin demo creature -o creature.glb
  isoskin info creature.glb
  isoskin render creature.glb -o creature.png)";

std::vector<std::string> verb_names(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands({}))
        names.push_back(command->get_name());
    return names;
}

std::vector<std::string> option_names(const CLI::App& command) {
    std::vector<std::string> names;
    for (const CLI::Option* option : command.get_options())
        for (const std::string& name : option->get_lnames())
            names.push_back("--" + name);
    return names;
}

std::string unexpected_word(const CLI::App& command, const std::string& word) {
    if (!word.starts_with('-'))
        return fmt::format("'{}' has no use for '{}'", command.get_name(), word);
    const std::string nearest = nearest_name(word, option_names(command));
    return fmt::format("'{}' has no option '{}'{}", command.get_name(), word,
                       nearest.empty() ? "" : "; did you mean '" + nearest + "'?");
}

// CLI11's texts are notes to programmers; these are sentences to the person who typed.
std::string reworded(const CLI::ParseError& failure) {
    const std::string text = failure.what();
    const std::string conversion = "Could not convert: ";
    if (const std::size_t equals = text.find(" = ");
        text.starts_with(conversion) && equals != text.npos)
        return fmt::format("{} cannot be '{}'",
                           text.substr(conversion.size(), equals - conversion.size()),
                           text.substr(equals + 3));
    if (failure.get_name() == "ArgumentMismatch" && text.ends_with("missing"))
        return text.substr(0, text.find(':')) + " needs a value";
    if (text.find(": At Most 1 required") != std::string::npos)
        return text.substr(0, text.find(':')) + " is given more than once";
    return text;
}

std::string usage_sentence(const CLI::App& app, const CLI::ParseError& failure) {
    const auto chosen = app.get_subcommands();
    const CLI::App& command = chosen.empty() ? app : *chosen.front();
    const auto unexpected = command.remaining();
    if (!unexpected.empty()) return unexpected_word(command, unexpected.front());
    const std::string name = chosen.empty() ? "" : " " + command.get_name();
    return fmt::format("{}; see 'isoskin help{}'", reworded(failure), name);
}

void add_help_command(CLI::App& app, CommandLine& line) {
    auto* command = app.add_subcommand("help", "Tell about the program or one of its verbs");
    auto verb = std::make_shared<std::string>();
    command->add_option("VERB", *verb, "What to tell about")->type_name("");
    command->callback([&app, &line, verb] {
        line.run = [&app, verb]() -> Result<ExitCode> {
            const auto verbs = verb_names(app);
            if (!verb->empty() && std::find(verbs.begin(), verbs.end(), *verb) == verbs.end())
                return usage_error("there is no verb '" + *verb + "'" + name_hint(*verb, verbs));
            // Not app.help(), which tells about the verb that was chosen: this one.
            fmt::print("{}", verb->empty() ? app.get_formatter()->make_help(
                                                 &app, "isoskin", CLI::AppFormatMode::Normal)
                                           : app.get_subcommand(*verb)->help("isoskin"));
            return ExitCode::Done;
        };
    });
}

void add_commands(CLI::App& app, CommandLine& line) {
    app.set_version_flag("--version", "isoskin " ISOSKIN_VERSION, "Print the version");
    app.require_subcommand(0, 1);  // so that the second word of "help pose" is no verb
    app.get_formatter()->column_width(28);
    app.get_formatter()->label("SUBCOMMAND", "VERB");
    app.footer(kOverview);
    add_info_command(app, line);
    add_demo_command(app, line);
    add_pose_command(app, line);
    add_render_command(app, line);
    add_report_command(app, line);
    add_studio_command(app, line);
    add_bake_command(app, line);
    add_flesh_command(app, line);
    add_lattice_command(app, line);
    add_rig_command(app, line);
    add_weights_command(app, line);
    add_convert_command(app, line);
    add_batch_command(app, line);
    add_help_command(app, line);
    for (CLI::App* command : app.get_subcommands({}))
        command->group("Verbs");
}

Status check_verb(const CLI::App& app, const std::vector<std::string>& words) {
    const auto verbs = verb_names(app);
    if (words.empty()) return usage_error(kNoVerb);
    const std::string& verb = words.front();
    if (verb.starts_with('-') || std::find(verbs.begin(), verbs.end(), verb) != verbs.end())
        return Done{};
    return usage_error("there is no verb '" + verb + "'" + name_hint(verb, verbs));
}

// The words that are ours; those after "--" belong to the verb that a batch runs, those after
// "--slurm-args" to Slurm.
std::vector<std::string> take_after_dashes(const std::vector<std::string>& words,
                                           CommandLine& line) {
    if (words.front() != "batch") return words;
    const auto dashes = std::find(words.begin(), words.end(), "--");
    if (dashes != words.end()) line.after_dashes.assign(std::next(dashes), words.end());
    const auto slurm = std::find(words.begin(), dashes, "--slurm-args");
    if (slurm != dashes) line.slurm_args.assign(std::next(slurm), dashes);
    return {words.begin(), slurm};
}

}  // namespace

void add_common_options(CLI::App& command, CommandLine& line) {
    command.add_flag("--json", line.json, "Print the result as JSON on stdout");
    add_run_options(command, line);
}

void add_run_options(CLI::App& command, CommandLine& line) {
    command.add_flag("-q,--quiet", line.quiet, "Print nothing on stderr but errors");
    command.add_option("--threads", line.threads, "Threads to use, 0 for all the machine has")
        ->type_name("N")
        ->check(CLI::Range(0, 1024).description(""));
}

Result<ExitCode> run_program(const std::vector<std::string>& words) {
    CommandLine line;
    CLI::App app("Deform skinned characters at constant volume.", "isoskin");
    add_commands(app, line);
    if (const auto known = check_verb(app, words); !known) return known.error();

    const auto ours = take_after_dashes(words, line);
    try {
        app.parse(
            std::vector<std::string>(ours.rbegin(), ours.rend()));  // CLI11 takes the last first
    } catch (const CLI::CallForHelp&) {
        fmt::print("{}", app.help());
        return ExitCode::Done;
    } catch (const CLI::CallForVersion& version) {
        fmt::print("{}\n", version.what());
        return ExitCode::Done;
    } catch (const CLI::ParseError& failure) {
        return usage_error(usage_sentence(app, failure));
    }
    if (!line.run) return usage_error(kNoVerb);
    const ThreadLimit limit(line.threads);
    return line.run();
}

}  // namespace isoskin::cli
