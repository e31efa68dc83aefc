// The first pass over an index of many partitions: what cannot come among the best is counted, not scored.
#pragma once

#include "score.h"

namespace signpost {

/**
 * Finds the pages and counts that scoring every page would (MaxScore with bounds for each partition):
 *
 *     groups by what they can give at most:   ░░ ▒▒▒ ▓▓▓▓▓▓▓ ████████████
 *                                             └─ rest ─┘ └─ essential ──┘
 *
 * A page that has groups of the rest alone cannot pass the last of the best so far. So only the postings of essential groups
 * are added up, which are the rarer words; the rest is looked up for the few pages that it could lift above the bar, and for
 * those that it decides the count of.
 */
class Skipper {
 public:
  Skipper(Scorer& scorer, const Index& index, const CompiledPlan& plan, const uint32_t* exactPages, uint32_t exactCount, uint32_t wanted);

  /** Leaves the best pages in the scorer's keys, not yet in order, and the counts in `found`. */
  void score(Found& found);

 private:
  /** An expansion of a group that the partition has postings of. */
  struct Part {
    Row row;
    uint32_t term;
    uint32_t factor;
  };

  struct PartGroup {
    /** Its number in the plan. */
    uint32_t number;
    uint32_t bonus;
    uint32_t firstPart;
    uint32_t partCount;
    uint32_t postings;
    /** What a page can gain from it at most. */
    int64_t bound;
    bool countable;
  };

  void gather(uint32_t partition);
  uint32_t chooseRest(bool countsAll);
  bool hasExactPages(uint32_t partition) const;
  uint32_t scoreSome(uint32_t partition, uint32_t restCount, bool countsAll);
  uint32_t candidatesOf(const PartGroup& group) const;
  uint32_t candidates(uint32_t partition, uint32_t postings) const;
  bool isDear(uint32_t pages) const;
  uint32_t scoreOne(uint32_t partition, bool countsAll);
  uint32_t visit(uint32_t partition, bool countsAll);
  uint32_t scan(uint32_t partition, bool countsAll);
  void complete(uint32_t partition, uint32_t first, uint32_t page, int32_t sum);
  bool restCounts() const;
  bool hasRest(uint32_t partition, uint32_t page) const;
  uint32_t countWithRest(uint32_t partition);
  void addBits(uint32_t partition, uint32_t term, Row row, uint32_t* bits) const;
  void add(const PartGroup& group);
  void clear(const PartGroup& group);
  bool has(uint32_t partition, const PartGroup& group, uint32_t page) const;
  int32_t gain(uint32_t partition, const PartGroup& group, uint32_t page) const;
  void keep(uint32_t page, int32_t sum);
  uint32_t countAny(uint32_t partition);

  Scorer& scorer_;
  const Index& index_;
  const CompiledPlan& plan_;
  const uint32_t* exactPages_;
  uint32_t exactCount_;
  uint32_t wanted_;
  /** A page must have a greater value than this; -1 until the list of the best is full. */
  int64_t bar_ = -1;
  std::vector<Part> parts_;
  /** Of the partition, by rising bound: first the rest, then the essential ones. */
  std::vector<PartGroup> groups_;
  /** Of the partition: how many groups are the rest, and what the first of them can give at most together. */
  uint32_t restCount_ = 0;
  int64_t restBounds_[kMaxGroups + 1];
  uint32_t essentialCountables_ = 0;
  uint32_t bits_[kPartitionPages / 32];
  uint32_t groupBits_[kPartitionPages / 32];
};

}  // namespace signpost
