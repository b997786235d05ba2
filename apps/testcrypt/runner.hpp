// SPDX-License-Identifier: GPL-3.0-or-later
// Holds a provider against vectors and counts.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "family.hpp"
#include "vector.hpp"

namespace hartls::testcrypt {

enum class Verdict : std::uint8_t { passed, failed, skipped };

struct Outcome {
  Verdict verdict = Verdict::passed;
  std::string detail;  ///< what differed, or why it was skipped
};

/// One vector on one provider. Never throws what a provider throws: that is a failure.
Outcome judge(const Vector& vector, const Provider& provider);

struct Counts {
  std::size_t passed = 0;
  std::size_t failed = 0;
  std::size_t skipped = 0;
  std::size_t acceptable = 0;  ///< of the passed ones: those whose source allows two results

  std::size_t total() const noexcept { return passed + failed + skipped; }
  Counts& operator+=(const Counts& other) noexcept;
};

struct LineResult {
  std::string_view family;
  Line line;
  Counts counts;
};

struct Failure {
  std::string line;
  std::string file;
  std::string where;
  std::string comment;
  std::string detail;
};

/// A file, or what of it, that this program has no use for.
struct SkippedInput {
  std::string file;
  std::string reason;
};

struct Report {
  std::string provider;
  std::string provider_version;
  std::vector<LineResult> lines;
  std::vector<Failure> failures;
  std::map<std::string, std::size_t, std::less<>> skip_reasons;  ///< "line: reason" and how often
  std::vector<SkippedInput> skipped_inputs;

  Counts total() const noexcept;
};

/// Chooses lines of the report by parts of their names or by a family's name. Case, '-', '_', '/'
/// and blanks do not count. None given: all.
class Filter {
 public:
  Filter() = default;
  explicit Filter(std::span<const std::string> words);
  bool takes(std::string_view family, std::string_view line) const;

 private:
  std::vector<std::string> words_;
};

/// A report on the lines that `filter` takes, with nothing counted yet.
Report empty_report(const Provider& provider, const Filter& filter);

/// `progress(done, all)` is called before each vector; may be empty.
Report run(std::span<const Vector> vectors, const Provider& provider, const Filter& filter,
           const std::function<void(std::size_t, std::size_t)>& progress = {});

}  // namespace hartls::testcrypt
