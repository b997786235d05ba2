// SPDX-License-Identifier: GPL-3.0-or-later
#include "hartls/core/error.hpp"

namespace hartls {
namespace {

class Category final : public std::error_category {
 public:
  const char* name() const noexcept override { return "hartls"; }

  std::string message(int value) const override {
    switch (static_cast<Errc>(value)) {
      case Errc::invalid_key_size:
        return "invalid key size";
      case Errc::invalid_nonce_size:
        return "invalid nonce size";
      case Errc::invalid_tag_size:
        return "invalid tag size";
      case Errc::invalid_input_size:
        return "invalid input size";
      case Errc::invalid_output_size:
        return "invalid output size";
      case Errc::invalid_argument:
        return "invalid argument";
      case Errc::invalid_state:
        return "invalid state";
      case Errc::unsupported_algorithm:
        return "unsupported algorithm";
      case Errc::unknown_name:
        return "unknown name";
      case Errc::malformed_key:
        return "malformed key";
      case Errc::invalid_point:
        return "invalid public value";
      case Errc::null_data:
        return "null data";
      case Errc::overlapping_buffers:
        return "overlapping buffers";
      case Errc::counter_exhausted:
        return "counter exhausted";
      case Errc::reseed_required:
        return "reseed required";
      case Errc::entropy_unavailable:
        return "entropy unavailable";
      case Errc::provider_failure:
        return "provider failure";
    }
    return "unknown error " + std::to_string(value);
  }
};

}  // namespace

const std::error_category& error_category() noexcept {
  static const Category category;
  return category;
}

std::error_code make_error_code(Errc code) noexcept {
  return {static_cast<int>(code), error_category()};
}

void fail(Errc code, const std::string& detail) {
  throw std::system_error(make_error_code(code), detail);
}

}  // namespace hartls
