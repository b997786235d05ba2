// SPDX-License-Identifier: GPL-3.0-or-later
#include "kat_reader.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <system_error>

#include "family.hpp"
#include "hartls/core/hex.hpp"

namespace hartls::testcrypt {
namespace {

constexpr std::string_view result_name = "Result";

std::string_view trimmed(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
  while (!text.empty() && blank(text.front()))
    text.remove_prefix(1);
  while (!text.empty() && blank(text.back()))
    text.remove_suffix(1);
  return text;
}

struct Assignment {
  std::string_view name;
  std::string_view value;
};

class Reader {
 public:
  Reader(std::string_view file_name, std::string_view text) : file_(file_name), text_(text) {}

  std::vector<Vector> read() {
    check_head();
    std::string_view rest = text_;
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      ++line_;
      take(trimmed(rest.substr(0, end)));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    finish_block();
    if (vectors_.empty())
      error("no vector", "at least one");
    return std::move(vectors_);
  }

 private:
  [[noreturn]] void error(const std::string& found, const std::string& allowed) const {
    throw FormatError(file_ + ", line " + std::to_string(line_) + ": " + found +
                      " found; allowed: " + allowed);
  }

  // Vectors without provenance are of no use: both head lines are required.
  void check_head() const {
    for (const std::string_view wanted : {"# Source: ", "# Licence: "}) {
      const std::size_t at = text_.find(wanted);
      const bool starts_line = at == 0 || (at != text_.npos && text_[at - 1] == '\n');
      if (!starts_line)
        error("no line '" + std::string(trimmed(wanted)) + "'",
              "files with '# Source: ...' and '# Licence: ...'");
    }
  }

  void take(std::string_view line) {
    if (line.empty()) {
      finish_block();
      comment_.clear();
    } else if (line.front() == '#') {
      comment_ = trimmed(line.substr(1));
    } else if (line.front() == '[') {
      take_section(line);
    } else {
      take_value(line);
    }
  }

  Assignment split(std::string_view line) const {
    const std::size_t equals = line.find('=');
    if (equals == line.npos)
      error("'" + std::string(line.substr(0, 40)) + "'",
            "'Name = value', '[Name = value]', '# ...'");
    return {trimmed(line.substr(0, equals)), trimmed(line.substr(equals + 1))};
  }

  void take_section(std::string_view line) {
    finish_block();
    if (line.back() != ']')
      error("'" + std::string(line.substr(0, 40)) + "'", "'[Name = value]'");
    const Assignment item = split(line.substr(1, line.size() - 2));
    if (item.name != "Algorithm") {
      section_.push_back(field(item));
      return;
    }
    family_ = family_of(item.value);
    if (family_ == nullptr)
      error("algorithm '" + std::string(item.value) + "'", allowed_algorithms());
    algorithm_ = item.value;
    section_.clear();
  }

  void take_value(std::string_view line) {
    const Assignment item = split(line);
    if (!open_) {
      open_ = Vector{};
      open_->file = file_;
      open_->where = "line " + std::to_string(line_);
      open_->comment = comment_;
      open_->algorithm = algorithm_;
      open_->fields = section_;
    }
    if (item.name == result_name) {
      if (item.value == "fail")
        open_->expected = Expected::refusal;
      else if (item.value != "pass")
        error("Result '" + std::string(item.value) + "'", "pass, fail");
      return;
    }
    open_->fields.push_back(field(item));
  }

  const Rule& rule(std::string_view name) const {
    if (family_ == nullptr)
      error("'" + std::string(name) + "' before an algorithm", "'[Algorithm = ...]' first");
    const auto rules = family_->rules();
    const auto found = std::ranges::find(rules, name, &Rule::name);
    if (found != rules.end())
      return *found;
    std::string allowed(result_name);
    for (const Rule& each : rules)
      allowed += ", " + std::string(each.name);
    error("name '" + std::string(name) + "'", allowed);
  }

  Field field(const Assignment& item) const {
    const Rule& known = rule(item.name);
    const auto same = [&](const Field& each) { return each.name == item.name; };
    const bool given =
        std::ranges::any_of(section_, same) || (open_ && std::ranges::any_of(open_->fields, same));
    if (given && known.presence != Presence::repeated)
      error("'" + std::string(item.name) + "' twice", "once a vector, with a blank line after it");
    return {std::string(item.name), value(known, item.value)};
  }

  Value value(const Rule& known, std::string_view text) const {
    switch (known.kind) {
      case Kind::bytes:
        return bytes(known, text);
      case Kind::number:
        return number(known, text);
      case Kind::text:
        break;
    }
    return std::string(quoted(text).value_or(text));
  }

  static std::optional<std::string_view> quoted(std::string_view text) {
    if (text.size() < 2 || text.front() != '"' || text.back() != '"')
      return std::nullopt;
    return text.substr(1, text.size() - 2);
  }

  Value bytes(const Rule& known, std::string_view text) const {
    if (const auto characters = quoted(text)) {
      const ByteView view = as_bytes(*characters);
      return Bytes(view.begin(), view.end());
    }
    try {
      return from_hex(text);
    } catch (const std::system_error& wrong) {
      error(std::string(known.name) + " with " + wrong.what(), "hexadecimal digits or \"text\"");
    }
  }

  Value number(const Rule& known, std::string_view text) const {
    std::uint64_t result = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), result);
    if (code != std::errc{} || end != text.data() + text.size())
      error(std::string(known.name) + " '" + std::string(text) + "'", "a decimal number");
    return result;
  }

  void finish_block() {
    if (!open_)
      return;
    for (const Rule& each : family_->rules()) {
      if (each.presence == Presence::required && !open_->has(each.name))
        error("a vector without '" + std::string(each.name) + "' (" + open_->where + ")",
              "vectors of " + algorithm_ + " with that value");
    }
    try {
      static_cast<void>(family_->line_of(*open_));
    } catch (const std::exception& wrong) {
      error(std::string(wrong.what()) + " (vector of " + open_->where + ")",
            "what the README of the vectors says");
    }
    vectors_.push_back(std::move(*open_));
    open_.reset();
  }

  static std::string allowed_algorithms() {
    std::string names;
    for (const Family* family : families()) {
      for (const std::string& name : family->algorithms())
        names += (names.empty() ? "" : ", ") + name;
    }
    return names;
  }

  std::string file_;
  std::string_view text_;
  std::size_t line_ = 0;
  std::string comment_;
  std::string algorithm_;
  const Family* family_ = nullptr;
  std::vector<Field> section_;
  std::optional<Vector> open_;
  std::vector<Vector> vectors_;
};

}  // namespace

std::vector<Vector> read_kat(std::string_view file_name, std::string_view text) {
  return Reader(file_name, text).read();
}

}  // namespace hartls::testcrypt
