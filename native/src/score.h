// The first pass: every page's sum, the exact counts, and the best pages. The counterpart of src/engine/query/kernel.ts.
#pragma once

#include <memory>
#include <vector>

#include "plan.h"
#include "rows.h"

namespace signpost {

struct Found {
  /** Pages by falling value, then rising page. Values are multiples of kValueUnit. */
  uint32_t length = 0;
  uint32_t pages[kCandidates];
  int32_t values[kCandidates];
  /** Number of pages that match any group. */
  uint32_t total = 0;
};

/** Counts of matches by section. The counterpart of src/engine/query/section-tally.ts. */
struct SectionTally {
  static constexpr uint32_t kEvery = UINT32_MAX;
  /** Number of each page's section. */
  const uint32_t* ofPage = nullptr;
  /** The section whose pages are found; kEvery, or a number that no page has. */
  uint32_t wanted = kEvery;
  /** Matches of each section, whichever is wanted; the scorer adds to it. */
  uint32_t* counts = nullptr;
  /** Number of counts; sections from this number on are not counted. */
  uint32_t sectionCount = 0;
};

class Skipper;

/** Scores pages, with its own scratch memory: one for each thread. */
class Scorer {
  friend class Skipper;

 public:
  Scorer();
  ~Scorer();

  /**
   * Finds the best pages of all partitions, at most `wanted`. Matching `exactPages` gain `plan.exactBonus`. A tally, where
   * there is one, is counted, and restricts the pages to a section.
   */
  void score(const Index& index, const CompiledPlan& plan, const uint32_t* exactPages, uint32_t exactCount, uint32_t wanted,
             const SectionTally* tally, Found& found);

  /** Leaves the sums of one partition in `sums()`; 0 for a page that matches nothing. */
  void accumulate(const Index& index, uint32_t partition, const CompiledPlan& plan, const uint32_t* exactPages, uint32_t exactCount);
  const int32_t* sums() const { return sums_.get(); }

 private:
  void countSections(uint32_t first, uint32_t pageCount, const SectionTally& tally);

  void collect(uint32_t first, uint32_t pageCount, uint32_t wanted, Found& found);

  void keepBest(uint32_t wanted);

  std::unique_ptr<int32_t[]> sums_;
  /** For groups with several expansions, the best value so far. All zeros between two groups (`addGroup`). */
  std::unique_ptr<int32_t[]> bests_;
  /** For the same groups, the earlier sums of their pages (`addGroup`). */
  std::vector<int32_t> before_;
  /** The row of each expansion of the plan in the partition. */
  std::vector<Row> rows_;
  /** The largest sum of each block of pages. */
  std::vector<int32_t> maxima_;
  /** The best pages so far (`keyOf`). */
  std::vector<uint64_t> keys_;
  std::unique_ptr<Skipper> skipper_;
};

/** Pages of one block of the scan. */
constexpr uint32_t kBlock = 64;

/** Number of pages in whole blocks, as the scan reads them. */
inline uint32_t wholeBlocks(uint32_t pageCount) { return (pageCount + kBlock - 1) / kBlock * kBlock; }

/** Marks the pages of a block whose sums are at least `threshold`. */
uint64_t markBlock(const int32_t* sums, int32_t threshold);
/** Postings that are searched at once for high impacts. */
constexpr uint32_t kScanned = 4096;
/** Finds the places of impacts of at least `least` among so many, at most kScanned; returns their number. */
uint32_t findHigh(const uint8_t* impacts, uint32_t count, uint8_t least, uint32_t* places);
/** Number of set bits in so many words. */
uint32_t countBits(const uint32_t* bits, uint32_t words);

/** Instructions of the scan: `avx2` or `baseline`. */
const char* scanInstructions();

}  // namespace signpost
