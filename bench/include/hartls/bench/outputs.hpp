// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <system_error>
#include <vector>

#include "hartls/bench/output_file.hpp"
#include "hartls/bench/report.hpp"

namespace hartls::bench {

/// Where a program's results go: standard output; with a file, the chosen format there and the
/// table on standard output. `Writer` has begin, add and end as ReportWriter has.
template <typename Writer>
class Outputs {
 public:
  using Make = std::function<std::unique_ptr<Writer>(Format, std::ostream&)>;

  /// `file` may be empty. Throws std::system_error where it cannot be written. Borrows `out`.
  Outputs(Format format, const std::string& file, std::ostream& out, const Make& make) : out_(out) {
    if (!file.empty()) {
      file_.emplace(file);
      writers_.push_back(make(format, file_->stream()));
    }
    writers_.push_back(make(file_ ? Format::table : format, out));
  }

  void begin(const Context& context) {
    for (const auto& writer : writers_)
      writer->begin(context);
  }

  template <typename Item>
  void add(const Item& item) {
    for (const auto& writer : writers_)
      writer->add(item);
  }

  /// Throws std::system_error where the results did not arrive.
  void end() {
    for (const auto& writer : writers_)
      writer->end();
    if (file_)
      file_->commit();
    out_.flush();
    if (!out_) {
      throw std::system_error(std::make_error_code(std::errc::io_error),
                              "cannot write to standard output");
    }
  }

 private:
  std::ostream& out_;
  std::optional<OutputFile> file_;
  std::vector<std::unique_ptr<Writer>> writers_;
};

}  // namespace hartls::bench
