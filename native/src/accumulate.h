// The loops that add postings to the sums of pages, for the passes over whole and over parts of partitions.
#pragma once

#include "plan.h"
#include "rows.h"

namespace signpost {

/** The order in which pages are wanted as one number: value falling, then page rising. */
inline uint64_t keyOf(int32_t sum, uint32_t page) { return (uint64_t(uint32_t(sum & ~kCountMask)) << 32) | (UINT32_MAX - page); }

// Sums are added as unsigned numbers, which may wrap where an index is damaged; they never do in a sound one.

inline void addSingle(int32_t* sums, const Index& index, Row row, uint32_t factor, uint32_t bonus) {
  const uint16_t* pages = index.postingPages.data;
  const uint8_t* impacts = index.postingImpacts.data;
  for (uint32_t i = row.start; i < row.end; i++) sums[pages[i]] = int32_t(uint32_t(sums[pages[i]]) + impacts[i] * factor + bonus);
}

inline void addBest(int32_t* sums, int32_t* bests, const Index& index, Row row, uint32_t factor, uint32_t bonus, int32_t mark) {
  const uint16_t* pages = index.postingPages.data;
  const uint8_t* impacts = index.postingImpacts.data;
  for (uint32_t i = row.start; i < row.end; i++) {
    const uint32_t page = pages[i];
    const int32_t value = int32_t(impacts[i] * factor) | mark;
    const int32_t stored = bests[page];
    const bool known = (stored & kCountMask) == mark;
    const int32_t best = known ? stored : mark;
    const int32_t better = value > best ? value : best;
    bests[page] = better;
    sums[page] = int32_t(uint32_t(sums[page]) + uint32_t(better - best) + (known ? 0 : bonus));
  }
}

}  // namespace signpost
