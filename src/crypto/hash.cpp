// SPDX-License-Identifier: GPL-3.0-or-later
#include "hartls/crypto/hash.hpp"

#include "check.hpp"

namespace hartls {
namespace {

void check_open(const HashInfo& info, const std::unique_ptr<HashContext>& context, bool finished) {
  check::usable(info.name, context);
  if (finished) {
    fail(Errc::invalid_state,
         std::string(info.name) + ": finished already; only reset is allowed now");
  }
}

}  // namespace

Hash::Hash(HashAlgorithm algorithm, const Provider& provider) : info_(&info(algorithm)) {
  check::supported(info_->name, provider.support(algorithm), provider);
  context_ = provider.hash(algorithm);
}

void Hash::update(ByteView data) {
  check_open(*info_, context_, finished_);
  check::not_null(info_->name, "data", data);
  if (!data.empty())
    context_->update(data);
}

void Hash::finish(ByteSpan digest) {
  check_open(*info_, context_, finished_);
  if (!info_->extendable) {
    check::size(Errc::invalid_output_size, info_->name, "digest", digest.size(),
                info_->digest_bytes);
  } else if (digest.empty()) {
    fail(Errc::invalid_output_size,
         std::string(info_->name) + ": output of 0 bytes given, at least 1 allowed");
  }
  check::not_null(info_->name, "digest", digest);
  context_->finish(digest);
  finished_ = true;
}

Bytes Hash::finish() {
  Bytes digest(info_->digest_bytes);
  finish(digest);
  return digest;
}

void Hash::reset() {
  check::usable(info_->name, context_);
  context_->reset();
  finished_ = false;
}

Hash Hash::clone() const {
  check::usable(info_->name, context_);
  return {*info_, context_->clone(), finished_};
}

Bytes hash(HashAlgorithm algorithm, ByteView data, const Provider& provider) {
  Hash context(algorithm, provider);
  context.update(data);
  return context.finish();
}

}  // namespace hartls
