// Distance between the words of a query on a page.
#pragma once

#include <algorithm>
#include <cstdint>

#include "plan.h"

namespace signpost {

/** Rising positions of one word; there is at least one. */
struct WordPositions {
  uint16_t* at;
  uint16_t* end;
};

/**
 * Tokens in the smallest window with some position of every word, or some number up to `count` if it is smaller. There
 * are at most kMaxGroups words. It moves the beginnings of the lists. The window from the first beginning to the last
 * is the smallest that starts at the first, so that list advances.
 */
inline uint32_t smallestWindow(WordPositions* words, uint32_t count) {
  // Position of each list, above its number: the least of these is found without a branch.
  constexpr uint32_t kNumberBits = 5;
  static_assert(kMaxGroups < 1u << kNumberBits, "numbers of words fit");
  constexpr uint32_t kTogether = 8;
  uint32_t keys[1u << kNumberBits];
  uint32_t last = 0;
  for (uint32_t w = 0; w < count; w++) {
    keys[w] = uint32_t(*words[w].at) << kNumberBits | w;
    last = std::max<uint32_t>(last, *words[w].at);
  }
  for (uint32_t w = count; w % kTogether != 0; w++) keys[w] = UINT32_MAX;
  for (uint32_t best = UINT32_MAX;;) {
    uint32_t least = UINT32_MAX;
    for (uint32_t w = 0; w < count; w += kTogether) {
      const uint32_t* const k = keys + w;
      const uint32_t low = std::min(std::min(k[0], k[1]), std::min(k[2], k[3]));
      const uint32_t high = std::min(std::min(k[4], k[5]), std::min(k[6], k[7]));
      least = std::min(least, std::min(low, high));
    }
    const uint32_t first = least % (1u << kNumberBits);
    best = std::min(best, last - (least >> kNumberBits) + 1);
    if (best <= count || ++words[first].at == words[first].end) return best;
    const uint32_t position = *words[first].at;
    keys[first] = position << kNumberBits | first;
    last = std::max(last, position);
  }
}

}  // namespace signpost
