// SPDX-License-Identifier: GPL-3.0-or-later
#include "hartls/crypto/mac.hpp"

#include "check.hpp"
#include "hartls/core/secret.hpp"

namespace hartls {

Mac::Mac(MacAlgorithm algorithm, ByteView key, const Provider& provider) : info_(&info(algorithm)) {
  check::not_null(info_->name, "key", key);
  if (info_->key_bytes != 0) {
    check::size(Errc::invalid_key_size, info_->name, "key", key.size(), info_->key_bytes);
  }
  check::supported(info_->name, provider.support(algorithm), provider);
  context_ = provider.mac(algorithm, key);
}

void Mac::check_open() const {
  check::usable(info_->name, context_);
  if (finished_) {
    fail(Errc::invalid_state,
         std::string(info_->name) + ": finished already; only reset is allowed now");
  }
}

void Mac::update(ByteView data) {
  check_open();
  check::not_null(info_->name, "data", data);
  if (!data.empty())
    context_->update(data);
}

void Mac::finish(ByteSpan tag) {
  check_open();
  check::size(Errc::invalid_tag_size, info_->name, "tag", tag.size(), info_->tag_bytes);
  check::not_null(info_->name, "tag", tag);
  context_->finish(tag);
  finished_ = true;
}

Bytes Mac::finish() {
  Bytes tag(info_->tag_bytes);
  finish(tag);
  return tag;
}

bool Mac::verify(ByteView tag) {
  check_open();
  check::size(Errc::invalid_tag_size, info_->name, "tag", tag.size(), info_->tag_bytes);
  check::not_null(info_->name, "tag", tag);
  SecretBytes expected(info_->tag_bytes);
  finish(expected);
  return constant_time_equal(expected, tag);
}

void Mac::reset() {
  check::usable(info_->name, context_);
  if (info_->one_time) {
    fail(Errc::invalid_state,
         std::string(info_->name) +
             ": a key authenticates one message only; make a new one with a new key");
  }
  context_->reset();
  finished_ = false;
}

Bytes mac(MacAlgorithm algorithm, ByteView key, ByteView data, const Provider& provider) {
  Mac context(algorithm, key, provider);
  context.update(data);
  return context.finish();
}

}  // namespace hartls
