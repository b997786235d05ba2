// SPDX-License-Identifier: GPL-3.0-or-later
// The program's allocation functions, those of C++ and wolfSSL's, with counting.
#include <malloc.h>

#include <cstdlib>
#include <new>

#include "heap_account.hpp"

// wolfSSL's headers are not for the users of hartls::tls; these are some of its public
// declarations.
extern "C" {
using WolfsslMalloc = void* (*)(std::size_t);
using WolfsslFree = void (*)(void*);
using WolfsslRealloc = void* (*)(void*, std::size_t);
int wolfSSL_SetAllocators(WolfsslMalloc, WolfsslFree, WolfsslRealloc);
}

namespace hartls::tls_bench {
namespace {

void* counted_malloc(std::size_t size) noexcept {
  void* const memory = std::malloc(size == 0 ? 1 : size);
  if (memory != nullptr)
    count_allocation(malloc_usable_size(memory));
  return memory;
}

void counted_free(void* memory) noexcept {
  if (memory != nullptr)
    count_release(malloc_usable_size(memory));
  std::free(memory);
}

void* counted_realloc(void* memory, std::size_t size) noexcept {
  const std::size_t before = memory == nullptr ? 0 : malloc_usable_size(memory);
  void* const moved = std::realloc(memory, size);
  if (moved != nullptr) {
    // The old block lives until the new one is filled.
    count_allocation(malloc_usable_size(moved));
    count_release(before);
  }
  return moved;
}

[[maybe_unused]] const int hooked =
    wolfSSL_SetAllocators(counted_malloc, counted_free, counted_realloc);

}  // namespace
}  // namespace hartls::tls_bench

void* operator new(std::size_t size) {
  if (void* const memory = hartls::tls_bench::counted_malloc(size))
    return memory;
  throw std::bad_alloc();
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return hartls::tls_bench::counted_malloc(size);
}
void operator delete(void* memory) noexcept {
  hartls::tls_bench::counted_free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  hartls::tls_bench::counted_free(memory);
}
void operator delete(void* memory, const std::nothrow_t&) noexcept {
  hartls::tls_bench::counted_free(memory);
}
