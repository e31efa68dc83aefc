// Prefetching of memory.
#pragma once

#include <cstdint>

namespace signpost {

/** Fetches the cache line that contains an address. */
inline void fetchLine(const void* at) { __builtin_prefetch(at); }

/** Fetches one cache line for each 64 bytes. */
inline void fetchLines(const void* from, uint64_t bytes) {
  constexpr uint64_t kCacheLine = 64;
  const char* const first = static_cast<const char*>(from);
  for (uint64_t at = 0; at < bytes; at += kCacheLine) fetchLine(first + at);
}

}  // namespace signpost
