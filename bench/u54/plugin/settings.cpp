// SPDX-License-Identifier: GPL-3.0-or-later
#include "settings.hpp"

#include <charconv>
#include <stdexcept>
#include <string_view>

namespace hartls::u54 {
namespace {

[[noreturn]] void refuse(std::string_view name, std::string_view given, std::string_view allowed) {
  throw std::invalid_argument(std::string(name) + ": '" + std::string(given) +
                              "' given; allowed: " + std::string(allowed));
}

bool choose(std::string_view name, std::string_view value, std::string_view no,
            std::string_view yes) {
  if (value != no && value != yes)
    refuse(name, value, std::string(no) + ", " + std::string(yes));
  return value == yes;
}

std::size_t parse_blocks(std::string_view value) {
  constexpr std::size_t most = 10'000;
  std::size_t blocks = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), blocks);
  if (error != std::errc() || end != value.data() + value.size() || blocks < 1 || blocks > most)
    refuse("blocks", value, "1 to " + std::to_string(most));
  return blocks;
}

}  // namespace

Settings parse_settings(std::span<char* const> arguments) {
  Settings settings;
  for (const std::string_view argument : arguments) {
    const std::size_t equals = argument.find('=');
    if (equals == std::string_view::npos)
      refuse("argument", argument, "NAME=VALUE");
    const std::string_view name = argument.substr(0, equals), value = argument.substr(equals + 1);
    if (name == "profile") {
      settings.profile =
          choose(name, value, "pipelined", "blocking") ? Profile::blocking : Profile::pipelined;
    } else if (name == "caches") {
      settings.caches = choose(name, value, "off", "on");
    } else if (name == "stat") {
      settings.stat = choose(name, value, "off", "on");
    } else if (name == "annotate") {
      if (value.empty())
        refuse(name, value, "a file name, or - for standard error");
      settings.annotate = value;
    } else if (name == "blocks") {
      settings.blocks = parse_blocks(value);
    } else {
      settings.constants.set(name, value);
    }
  }
  settings.constants.check();
  return settings;
}

}  // namespace hartls::u54
