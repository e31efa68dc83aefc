// The loops that add postings to the sums of pages.
#pragma once

#include <algorithm>
#include <vector>

#include "dense.h"
#include "fetch.h"
#include "plan.h"
#include "rows.h"

namespace signpost {

/** The rank of a page as one number: value falling, then page rising. */
inline uint64_t keyOf(int32_t sum, uint32_t page) { return (uint64_t(uint32_t(sum & ~kCountMask)) << 32) | (UINT32_MAX - page); }

// Sums are added as unsigned numbers, which may wrap in a damaged index; they never do in a sound one.

inline int32_t addWrapping(int32_t sum, int32_t gain) { return int32_t(uint32_t(sum) + uint32_t(gain)); }

inline void addSingle(int32_t* sums, const Index& index, Row row, uint32_t factor, uint32_t bonus) {
  const uint16_t* pages = index.postingPages.data;
  const uint8_t* impacts = index.postingImpacts.data;
  for (uint32_t i = row.start; i < row.end; i++) sums[pages[i]] = int32_t(uint32_t(sums[pages[i]]) + impacts[i] * factor + bonus);
}

/** Bytes that are prefetched of each array of a row; the processor detects the need for more itself. */
constexpr uint64_t kFetchedBytes = 512;

inline void fetchFirst(const void* array, uint64_t bytes) { fetchLines(array, std::min(bytes, kFetchedBytes)); }

/** Fetches the data with which `addRow` begins. */
inline void fetchRow(const Index& index, uint32_t partition, uint32_t term, Row row) {
  fetchFirst(index.postingImpacts.data + row.start, row.length());
  if (isDense(index, partition, term, row)) fetchFirst(index.bitsOf(partition, term), index.bitWords() * sizeof(uint32_t));
  else fetchFirst(index.postingPages.data + row.start, row.length() * sizeof(uint16_t));
}

inline void addRow(int32_t* sums, const Index& index, uint32_t partition, uint32_t term, Row row, uint32_t factor, uint32_t bonus) {
  if (isDense(index, partition, term, row)) row.start = addDense(sums, index, partition, term, row, factor, bonus);
  addSingle(sums, index, row, factor, bonus);
}

/** The rows of a group's expansions, and the value of one step of impact in each. */
struct GroupRows {
  const uint32_t* terms;
  const Row* rows;
  const int32_t* factors;
  uint32_t count;
};

/** Records the values of a row's postings where they are the best so far. */
inline void noteRow(int32_t* bests, const Index& index, uint32_t partition, uint32_t term, Row row, uint32_t factor) {
  if (isDense(index, partition, term, row)) row.start = noteDense(bests, index, partition, term, row, factor);
  const uint16_t* const pages = index.postingPages.data;
  const uint8_t* const impacts = index.postingImpacts.data;
  for (uint32_t i = row.start; i < row.end; i++) bests[pages[i]] = std::max(bests[pages[i]], int32_t(impacts[i] * factor) | kNoted);
}

/**
 * Share of other postings beside the longest row that counts as many. One per so many pages makes a scan of all pages
 * cheaper than two visits of each posting.
 */
constexpr uint32_t kManyOthers = 32;

/**
 * Adds the best value that a page has among several expansions of a group. When few postings lie outside the longest
 * row, that row is added as if it were alone. The pages of the other rows are corrected right after it. `before` keeps
 * the earlier sums of those pages, so the difference is what the longest row added. `bests` is all zeros before and
 * after.
 */
inline void addGroup(int32_t* sums, int32_t* bests, std::vector<int32_t>& before, const Index& index, uint32_t partition,
                     const GroupRows& group, uint32_t bonus) {
  const auto [terms, rows, factors, count] = group;
  const uint16_t* const pages = index.postingPages.data;
  const uint8_t* const impacts = index.postingImpacts.data;
  uint32_t longest = 0;
  uint64_t all = 0;
  for (uint32_t r = 0; r < count; r++) {
    if (rows[r].length() > rows[longest].length()) longest = r;
    all += rows[r].length();
  }
  // Rows of a sound index contain each page once.
  if (all > uint64_t(kMaxGroupTerms) * kPartitionPages) return;
  if ((all - rows[longest].length()) * kManyOthers > index.pagesOf(partition)) {
    for (uint32_t r = 0; r < count; r++) noteRow(bests, index, partition, terms[r], rows[r], uint32_t(factors[r]));
    addNoted(sums, bests, index.pagesOf(partition), bonus);
    return;
  }
  if (before.size() < all) before.resize(all);
  int32_t* kept = before.data();
  for (uint32_t r = 0; r < count; r++) {
    if (r == longest) continue;
    const uint32_t factor = uint32_t(factors[r]);
    for (uint32_t i = rows[r].start; i < rows[r].end; i++) {
      int32_t& best = bests[pages[i]];
      best = std::max(best, int32_t(impacts[i] * factor) | kNoted);
      *kept++ = sums[pages[i]];
    }
  }
  addRow(sums, index, partition, terms[longest], rows[longest], uint32_t(factors[longest]), bonus);
  kept = before.data();
  for (uint32_t r = 0; r < count; r++) {
    if (r == longest) continue;
    for (uint32_t i = rows[r].start; i < rows[r].end; i++) {
      const uint32_t page = pages[i];
      const int32_t best = bests[page];
      const int32_t sum = sums[page];
      const int32_t had = *kept++;
      // The value is below 0 when the longest row lacks the page.
      const int32_t gave = int32_t(uint32_t(sum) - uint32_t(had) - bonus);
      const int32_t better = addWrapping(had, addWrapping(std::max(gave, best & ~kNoted), int32_t(bonus)));
      // When a page is in several of these rows, the first has already corrected it. There is no branch, which would be
      // mispredicted half of the time.
      sums[page] = (best & kNoted) != 0 ? better : sum;
      bests[page] = 0;
    }
  }
}

}  // namespace signpost
