// SPDX-License-Identifier: GPL-3.0-or-later
#include "options.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <memory>
#include <span>
#include <stdexcept>

#include "constants.hpp"
#include "settings.hpp"

namespace hartls::u54 {
namespace {

const char* const description =
    "Runs a riscv64 Linux program under QEMU with a timing model of SiFive's U54, the core of the\n"
    "HiFive Unleashed. The program reads the model's counters, as benchmark and tls_bench do with\n"
    "--clock u54:\n\n"
    "  u54 build/riscv64/bin/benchmark --clock u54 sha256\n\n"
    "What follows PROGRAM is the program's. u54 itself becomes QEMU: signals, standard streams "
    "and\n"
    "the exit status are the program's too. Exit status 2: wrong use, or something is missing.";

const char* const footer =
    "Environment: HARTLS_QEMU, the default of --qemu; QEMU reads its own, such as QEMU_LD_PREFIX,\n"
    "the sysroot of a program that is linked dynamically.";

/// Options as typed.
struct Texts {
  std::string profile, caches, annotate, blocks;
  std::vector<std::string> constants;
  bool stat = false;
};

/// Throws std::invalid_argument.
void check_settings(std::vector<std::string> arguments) {
  std::vector<char*> pointers;
  for (std::string& argument : arguments)
    pointers.push_back(argument.data());
  parse_settings(pointers);
}

/// What the plugin takes as the value of its argument `name`.
CLI::Validator accepted_as(const std::string& name) {
  return {[name](const std::string& value) -> std::string {
            try {
              check_settings({name + "=" + value});
              return {};
            } catch (const std::invalid_argument& error) {
              // The plugin's name for it, which comes first, may not be the option's.
              const std::string message = error.what();
              return message.starts_with(name + ": ") ? message.substr(name.size() + 2) : message;
            }
          },
          ""};
}

/// Not all that the plugin takes: its other arguments have options of their own.
std::string constant_misfit(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos)
    return "'" + text + "' given; allowed: NAME=VALUE, such as load=3";
  try {
    Constants().set(text.substr(0, equals), text.substr(equals + 1));
    return {};
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
}

void add_model_options(CLI::App& app, Texts& texts) {
  app.add_option("--profile", texts.profile,
                 "Multiplier: pipelined (4 cycles to a product, one each cycle; default) or\n"
                 "blocking (5, one at a time)")
      ->type_name("NAME")
      ->check(accepted_as("profile"));
  app.add_option("--caches", texts.caches, "Model the caches: on or off (default)")
      ->type_name("on|off")
      ->check(accepted_as("caches"));
  app.add_option("--set", texts.constants,
                 "Give a constant of the model another value; may be repeated")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false)
      ->check(CLI::Validator(constant_misfit, ""));
}

void add_report_options(CLI::App& app, Texts& texts) {
  app.add_flag("--stat", texts.stat, "Print the counters' sums to standard error at the end");
  CLI::Option* const annotate =
      app.add_flag("--annotate{-}", texts.annotate,
                   "Write where the cycles went: the hottest blocks of instructions, each with\n"
                   "its cycles and why it waited. To FILE (--annotate=FILE), or to standard\n"
                   "error");
  app.add_option("--annotate-blocks", texts.blocks, "So many blocks, 1 to 10000 (default 10)")
      ->type_name("COUNT")
      ->check(accepted_as("blocks"))
      ->needs(annotate);
}

void add_run_options(CLI::App& app, Options& options) {
  app.add_option("--qemu", options.qemu,
                 "QEMU's user mode for riscv64, with plugins (default: $HARTLS_QEMU, or else\n"
                 "qemu-riscv64 in PATH)")
      ->type_name("PATH");
  app.add_option("--plugin", options.plugin, "The model (default: the one that came with u54)")
      ->type_name("PATH");
  app.add_flag("--dry-run", options.dry_run,
               "Check all and print the command instead of running it");
  app.add_flag("--constants", options.constants,
               "Print the model's constants, with their sources, and leave");
}

std::vector<std::string> plugin_arguments(const Texts& texts) {
  std::vector<std::string> arguments;
  const auto add = [&](const std::string& name, const std::string& value) {
    if (!value.empty())
      arguments.push_back(name + "=" + value);
  };
  add("profile", texts.profile);
  add("caches", texts.caches);
  arguments.insert(arguments.end(), texts.constants.begin(), texts.constants.end());
  add("stat", texts.stat ? "on" : "");
  add("annotate", texts.annotate);
  add("blocks", texts.blocks);
  return arguments;
}

/// CLI11 knows nothing of a program with arguments, and shows a flag's value in its own way.
class Formatter : public CLI::Formatter {
 public:
  std::string make_usage(const CLI::App*, std::string name) const override {
    return "Usage: " + name + " [OPTIONS] PROGRAM [ARGUMENTS...]\n";
  }
  std::string make_option_name(const CLI::Option* option, bool is_positional) const override {
    std::string name = CLI::Formatter::make_option_name(option, is_positional);
    const std::size_t value = name.find("{-}");
    return value == std::string::npos ? name : name.replace(value, 3, "[=FILE]");
  }
};

/// CLI11 takes these for options without a value, and the next word for the value of some.
void refuse_empty_values(std::span<const char* const> own) {
  const auto refuse = [&](const std::string& name, const std::string& allowed) {
    if (std::ranges::find(own, name + "=") != own.end())
      throw CLI::ValidationError(name, "'' given; allowed: " + allowed);
  };
  refuse("--annotate", "a file, or - for standard error");
  refuse("--qemu", "the path of QEMU");
  refuse("--plugin", "the path of the model");
}

void refuse_empty_path(const CLI::App& app, const std::string& name, const std::string& path) {
  if (app.count(name) != 0 && path.empty())
    throw CLI::ValidationError(name, "'' given; allowed: a path");
}

/// From PROGRAM on. Options that CLI11 does not know come here too.
std::vector<std::string> command_of(std::vector<std::string> words, bool required) {
  const bool marked = !words.empty() && words.front() == "--";
  if (marked)
    words.erase(words.begin());
  if (words.empty()) {
    if (required)
      throw CLI::RequiredError("PROGRAM");
  } else if (words.front().empty()) {
    throw CLI::ValidationError("PROGRAM", "'' given; allowed: the path of a riscv64 program");
  } else if (words.front().front() == '-') {
    // QEMU would take it for an option of its own, whatever comes before it.
    throw CLI::ValidationError(
        marked ? "PROGRAM" : words.front(),
        marked ? "'" + words.front() + "' begins with -; write ./" + words.front()
               : "u54 has no such option");
  }
  return words;
}

}  // namespace

std::variant<Options, ExitCode> parse_options(int argc, const char* const* argv, std::ostream& out,
                                              std::ostream& err) {
  Options options;
  Texts texts;
  CLI::App app(description, "u54");
  app.formatter(std::make_shared<Formatter>());
  app.footer(footer);
  app.set_version_flag("--version", "u54 (hartls) " HARTLS_VERSION);
  app.prefix_command();
  add_model_options(app, texts);
  add_report_options(app, texts);
  add_run_options(app, options);
  const std::span words(argv, static_cast<std::size_t>(argc));
  try {
    app.parse(argc, argv);
    const std::vector<std::string> others = app.remaining();
    refuse_empty_values(words.first(words.size() - others.size()));
    refuse_empty_path(app, "--qemu", options.qemu);
    refuse_empty_path(app, "--plugin", options.plugin);
    options.command = command_of(others, !options.constants);
    options.plugin_arguments = plugin_arguments(texts);
    check_settings(options.plugin_arguments);
  } catch (const CLI::ParseError& error) {
    return app.exit(error, out, err) == 0 ? exit_good : exit_usage;
  } catch (const std::invalid_argument& error) {
    // Each value is good alone; these do not go together.
    err << "--set: " << error.what() << "\nRun with --help for more information.\n";
    return exit_usage;
  }
  return options;
}

}  // namespace hartls::u54
