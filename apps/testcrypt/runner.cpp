// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner.hpp"

#include <algorithm>
#include <exception>

#include "check.hpp"

namespace hartls::testcrypt {
namespace {

std::string plain(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '-' || c == '_' || c == '/' || c == ' ' || c == '.')
      continue;
    result += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return result;
}

void count(LineResult& result, const Vector& vector, const Outcome& outcome, Report& report) {
  switch (outcome.verdict) {
    case Verdict::passed:
      ++result.counts.passed;
      result.counts.acceptable += vector.acceptable ? 1 : 0;
      break;
    case Verdict::failed:
      ++result.counts.failed;
      report.failures.push_back(
          {result.line.name, vector.file, vector.where, vector.comment, outcome.detail});
      break;
    case Verdict::skipped:
      ++result.counts.skipped;
      ++report.skip_reasons[result.line.name + ": " + outcome.detail];
      break;
  }
}

}  // namespace

Outcome judge(const Vector& vector, const Provider& provider) {
  const Family* const family = family_of(vector.algorithm);
  if (family == nullptr)
    return {Verdict::failed, "no family has '" + vector.algorithm + "'"};
  try {
    family->run(vector, provider);
    return {};
  } catch (const Skipped& reason) {
    return {Verdict::skipped, reason.what()};
  } catch (const Mismatch& difference) {
    return {Verdict::failed, difference.what()};
  } catch (const std::exception& error) {
    return {Verdict::failed, std::string("threw: ") + error.what()};
  }
}

Counts& Counts::operator+=(const Counts& other) noexcept {
  passed += other.passed;
  failed += other.failed;
  skipped += other.skipped;
  acceptable += other.acceptable;
  return *this;
}

Counts Report::total() const noexcept {
  Counts sum;
  for (const LineResult& each : lines)
    sum += each.counts;
  return sum;
}

Filter::Filter(std::span<const std::string> words) {
  for (const std::string& word : words)
    words_.push_back(plain(word));
}

bool Filter::takes(std::string_view family, std::string_view line) const {
  const auto fits = [&](const std::string& word) {
    return plain(family) == word || plain(line).find(word) != std::string::npos;
  };
  return words_.empty() || std::ranges::any_of(words_, fits);
}

Report empty_report(const Provider& provider, const Filter& filter) {
  Report report;
  report.provider = provider.name();
  report.provider_version = provider.version();
  for (const Family* family : families()) {
    for (Line& line : family->lines(provider)) {
      if (filter.takes(family->name(), line.name))
        report.lines.push_back({family->name(), std::move(line), {}});
    }
  }
  return report;
}

Report run(std::span<const Vector> vectors, const Provider& provider, const Filter& filter,
           const std::function<void(std::size_t, std::size_t)>& progress) {
  Report report = empty_report(provider, filter);
  std::map<std::string, LineResult*, std::less<>> by_name;
  for (LineResult& each : report.lines)
    by_name.emplace(each.line.name, &each);
  std::size_t done = 0;
  for (const Vector& vector : vectors) {
    if (progress)
      progress(done, vectors.size());
    ++done;
    const auto found = by_name.find(family_of(vector.algorithm)->line_of(vector));
    if (found == by_name.end() || !found->second->line.support.available)
      continue;
    count(*found->second, vector, judge(vector, provider), report);
  }
  return report;
}

}  // namespace hartls::testcrypt
