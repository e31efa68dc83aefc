// Memory that is asked for before it is read.
#pragma once

#include <cstdint>

namespace signpost {

/** Fetches the line of the caches that something lies in. */
inline void fetchLine(const void* at) { __builtin_prefetch(at); }

/** Fetches one line of the caches for each 64 bytes. */
inline void fetchLines(const void* from, uint64_t bytes) {
  constexpr uint64_t kCacheLine = 64;
  const char* const first = static_cast<const char*>(from);
  for (uint64_t at = 0; at < bytes; at += kCacheLine) fetchLine(first + at);
}

}  // namespace signpost
