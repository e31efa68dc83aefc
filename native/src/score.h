// The first pass: every page's sum, the exact counts, and the best pages. The twin of src/search/kernel.ts.
#pragma once

#include <memory>
#include <vector>

#include "plan.h"
#include "rows.h"

namespace signpost {

/** As many pages as go into the rest of the search; the largest `limit` of a query. */
constexpr uint32_t kCandidates = 50;

struct Found {
  /** Value falling, then page rising. Values are multiples of kValueUnit. */
  uint32_t length = 0;
  uint32_t pages[kCandidates];
  int32_t values[kCandidates];
  /** Pages that match every countable group, and pages that match any group. */
  uint32_t allCount = 0;
  uint32_t anyCount = 0;
};

/** Keeps scratch memory: one for each thread. */
class Scorer {
  friend class Skipper;

 public:
  Scorer();

  /** `exactPages` gain `plan.exactBonus` where they match. Finds the best pages of all partitions, at most `wanted`. */
  void score(const Index& index, const CompiledPlan& plan, const uint32_t* exactPages, uint32_t exactCount, uint32_t wanted,
             Found& found);

  /** Leaves the sums of one partition in `sums()`; 0 for a page that matches nothing. */
  void accumulate(const Index& index, uint32_t partition, const CompiledPlan& plan, const uint32_t* exactPages, uint32_t exactCount);
  const int32_t* sums() const { return sums_.get(); }

 private:
  void collect(uint32_t first, uint32_t pageCount, int32_t countable, uint32_t wanted, Found& found);

  void keepBest(uint32_t wanted);
  template <typename Visit>
  void eachAbove(uint32_t pageCount, int32_t threshold, Visit visit) const;
  uint32_t countAbove(uint32_t pageCount, int32_t threshold) const;
  void markCounts(uint32_t pageCount, int32_t count, uint32_t* bits) const;

  std::unique_ptr<int32_t[]> sums_;
  /** For groups with several expansions: the best value so far. All zeros between two groups (`addGroup`). */
  std::unique_ptr<int32_t[]> bests_;
  /** Of each expansion of the plan in the partition. */
  std::vector<Row> rows_;
  /** The largest sum of each block of pages. */
  std::vector<int32_t> maxima_;
  /** The best pages so far (`keyOf`). */
  std::vector<uint64_t> keys_;
};

/** Pages of one block of the scan. */
constexpr uint32_t kBlock = 64;

/** As many pages in whole blocks, as the scan reads them. */
inline uint32_t wholeBlocks(uint32_t pageCount) { return (pageCount + kBlock - 1) / kBlock * kBlock; }

/** Marks the pages of a block whose sums are at least `threshold`. */
uint64_t markBlock(const int32_t* sums, int32_t threshold);
/** Marks the pages of a block with that count of matched groups. */
uint64_t markCount(const int32_t* sums, int32_t count);

/** Calls `visit` with the number within the partition of every page whose sum is at least `threshold`. */
template <typename Visit>
void Scorer::eachAbove(uint32_t pageCount, int32_t threshold, Visit visit) const {
  for (uint32_t base = 0; base < pageCount; base += kBlock) {
    for (uint64_t marks = markBlock(sums_.get() + base, threshold); marks != 0; marks &= marks - 1) {
      visit(base + uint32_t(__builtin_ctzll(marks)));
    }
  }
}

/** Which instructions the scan runs on: `avx2` or `baseline`. */
const char* scanInstructions();

}  // namespace signpost
