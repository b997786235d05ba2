// SPDX-License-Identifier: GPL-3.0-or-later
#include "allocations.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>

// wolfSSL's headers are not for the users of hartls::tls; these are two of its public declarations.
extern "C" {
using WolfsslMalloc = void* (*)(std::size_t);
using WolfsslFree = void (*)(void*);
using WolfsslRealloc = void* (*)(void*, std::size_t);
int wolfSSL_SetAllocators(WolfsslMalloc, WolfsslFree, WolfsslRealloc);
}

namespace hartls::tls::test {
namespace {

std::atomic<std::size_t> count{0};

void* counted_malloc(std::size_t size) {
  ++count;
  return std::malloc(size);
}
void* counted_realloc(void* memory, std::size_t size) {
  ++count;
  return std::realloc(memory, size);
}

// wolfSSL keeps the functions for the whole program.
class CountWolfssl final : public ::testing::Environment {
 public:
  void SetUp() override {
    ASSERT_EQ(wolfSSL_SetAllocators(counted_malloc, std::free, counted_realloc), 0);
  }
};

[[maybe_unused]] const ::testing::Environment* const environment =
    ::testing::AddGlobalTestEnvironment(new CountWolfssl);

}  // namespace

std::size_t allocations() noexcept {
  return count;
}

}  // namespace hartls::tls::test

void* operator new(std::size_t size) {
  if (void* const memory = hartls::tls::test::counted_malloc(size == 0 ? 1 : size))
    return memory;
  throw std::bad_alloc();
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return hartls::tls::test::counted_malloc(size == 0 ? 1 : size);
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, const std::nothrow_t&) noexcept {
  std::free(memory);
}
