// SPDX-License-Identifier: GPL-3.0-or-later
#include "predictor.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace hartls::u54 {
namespace {

/// Rocket fetches, and looks up, four bytes at a time.
constexpr unsigned fetch_bits = 2;

std::size_t bucket_index(std::uint64_t pc) {
  return ((pc >> 1U) ^ (pc >> 9U)) & 0xffU;
}

}  // namespace

Predictor::Targets::Targets(std::size_t entries) : entries_(entries) {
  buckets_.fill(none);
  for (std::uint16_t index = 0; index < entries_.size(); ++index)
    make_newest(index);
}

std::uint16_t& Predictor::Targets::bucket(std::uint64_t pc) {
  return buckets_[bucket_index(pc)];
}

std::uint16_t Predictor::Targets::find(std::uint64_t pc) const {
  std::uint16_t index = buckets_[bucket_index(pc)];
  while (index != none && entries_[index].pc != pc)
    index = entries_[index].next_in_bucket;
  return index;
}

void Predictor::Targets::make_newest(std::uint16_t index) {
  if (index == newest_)
    return;
  Entry& entry = entries_[index];
  if (entry.newer != none) {  // take it out of the list
    entries_[entry.newer].older = entry.older;
    (entry.older != none ? entries_[entry.older].newer : oldest_) = entry.newer;
  }
  entry.newer = none;
  entry.older = newest_;
  (newest_ != none ? entries_[newest_].newer : oldest_) = index;
  newest_ = index;
}

std::uint16_t Predictor::Targets::replace_oldest(std::uint64_t pc) {
  const std::uint16_t index = oldest_;
  Entry& entry = entries_[index];
  std::uint16_t* link = &bucket(entry.pc);
  while (*link != none && *link != index)
    link = &entries_[*link].next_in_bucket;
  if (*link == index)
    *link = entry.next_in_bucket;
  entry.pc = pc;
  entry.next_in_bucket = bucket(pc);
  bucket(pc) = index;
  return index;
}

bool Predictor::Targets::learn(std::uint64_t pc, std::uint64_t target) {
  std::uint16_t index = find(pc);
  const bool known = index != none && entries_[index].target == target;
  if (index == none)
    index = replace_oldest(pc);
  entries_[index].target = target;
  make_newest(index);
  return known;
}

Predictor::Predictor(const Constants& constants)
    : counters_(constants[Constant::bht_entries]),
      index_bits_(static_cast<std::uint64_t>(std::countr_zero(counters_.size()))),
      counter_bits_(constants[Constant::bht_counter_bits]),
      history_length_(constants[Constant::bht_history_length]),
      history_bits_(constants[Constant::bht_history_bits]),
      history_multiplier_(static_cast<std::uint64_t>(
          std::sqrt(3) / 2 * std::exp2(static_cast<double>(history_length_)))),
      targets_(constants[Constant::btb_entries]),
      returns_(constants[Constant::ras_entries]) {}

/// The address, folded, with a hash of the history over its upper bits, as Rocket does it.
std::size_t Predictor::history_index(std::uint64_t pc) const {
  const std::uint64_t mask = counters_.size() - 1;
  const std::uint64_t block = pc >> fetch_bits;
  std::uint64_t hash = history_;
  if (history_bits_ != history_length_) {
    hash = (history_ * history_multiplier_) & ((std::uint64_t{1} << history_length_) - 1);
    hash >>= history_length_ - history_bits_;
  }
  return static_cast<std::size_t>(
      ((block ^ ((block >> index_bits_) & 3U)) ^ (hash << (index_bits_ - history_bits_))) & mask);
}

bool Predictor::branch(std::uint64_t pc, std::uint64_t target, bool taken) {
  std::uint8_t& counter = counters_[history_index(pc)];
  const bool foretold = counter_bits_ == 1 ? counter != 0 : counter >= 2;
  bool right = foretold == taken;
  if (taken) {
    // Only where both the direction and the target are known does the front end leave the path.
    right = targets_.learn(pc, target) && right;
  } else if (foretold && !targets_.holds(pc)) {
    right = true;
  }
  if (counter_bits_ == 1)
    counter = taken ? 1 : 0;
  else if (taken)
    counter = static_cast<std::uint8_t>(std::min(counter + 1, 3));
  else
    counter = static_cast<std::uint8_t>(std::max(counter - 1, 0));
  history_ = (history_ >> 1U) | (std::uint64_t{taken} << (history_length_ - 1));
  return right;
}

void Predictor::call(std::uint64_t return_address) {
  top_ = (top_ + 1) % returns_.size();
  returns_[top_] = return_address;
  depth_ = std::min(depth_ + 1, returns_.size());
}

bool Predictor::ret(std::uint64_t target) {
  if (depth_ == 0)
    return false;
  const bool right = returns_[top_] == target;
  top_ = (top_ + returns_.size() - 1) % returns_.size();
  --depth_;
  return right;
}

}  // namespace hartls::u54
