// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

#include "hartls/core/bytes.hpp"

namespace hartls {

/// Overwrites `bytes` with zeros in a way that the compiler may not leave out.
void secure_wipe(ByteSpan bytes) noexcept;

/// True where both hold the same bytes. Time depends on the sizes only, which are taken as public;
/// different sizes are never equal.
[[nodiscard]] bool constant_time_equal(ByteView a, ByteView b) noexcept;

/// Allocator that wipes memory before it gives it back.
template <typename T>
struct WipingAllocator {
  using value_type = T;

  WipingAllocator() noexcept = default;
  template <typename U>
  WipingAllocator(const WipingAllocator<U>&) noexcept {}

  T* allocate(std::size_t count) { return std::allocator<T>().allocate(count); }
  void deallocate(T* memory, std::size_t count) noexcept {
    secure_wipe({reinterpret_cast<std::uint8_t*>(memory), count * sizeof(T)});
    std::allocator<T>().deallocate(memory, count);
  }
  friend bool operator==(const WipingAllocator&, const WipingAllocator&) noexcept { return true; }
};

/// Bytes on the heap that are wiped when they go away or move to a larger block.
using SecretBytes = std::vector<std::uint8_t, WipingAllocator<std::uint8_t>>;

/// `size` bytes in place, wiped when they go out of scope.
template <std::size_t size>
class SecretArray {
 public:
  SecretArray() noexcept = default;
  SecretArray(const SecretArray&) noexcept = default;
  SecretArray& operator=(const SecretArray&) noexcept = default;
  ~SecretArray() { secure_wipe(bytes_); }

  std::uint8_t* data() noexcept { return bytes_.data(); }
  const std::uint8_t* data() const noexcept { return bytes_.data(); }
  std::span<std::uint8_t, size> span() noexcept { return bytes_; }
  std::span<const std::uint8_t, size> span() const noexcept { return bytes_; }

 private:
  std::array<std::uint8_t, size> bytes_{};
};

}  // namespace hartls
