// The first pass over an index of many partitions: what cannot come among the best is counted, not scored.
#pragma once

#include "group-bits.h"
#include "intersect.h"
#include "levels.h"
#include "score.h"

namespace signpost {

/**
 * Finds the pages and counts that scoring every page would. Each group has a level (levels.h), and all levels together stay
 * below the last of the best pages so far:
 *
 *     what a posting is worth:   ░░░░░░░░░░░░░░▒▒▒▒▒▓▓█
 *                                └ below level ┘└ high ┘
 *
 * So a page needs high postings to come among the best, which only few are: the impacts are searched for them, many at a
 * time, and added up. Pages with enough of them are looked up in their other groups.
 */
class Skipper {
 public:
  Skipper();

  /** Leaves the best pages, not more than `wanted`, in the scorer's keys, in order, and the counts in `found`. */
  void score(Scorer& scorer, const Index& index, const CompiledPlan& plan, const uint32_t* exactPages, uint32_t exactCount,
             uint32_t wanted, Found& found);

 private:
  /** What a group gives in the partition that is looked at. */
  struct Here {
    /** At most; 0 where the partition lacks the group. */
    int64_t bound;
    /** At most without a high posting. */
    int64_t level;
    uint32_t postings;
    /** A bit for each page that has the group, where it pays to have them. */
    const uint32_t* bits;
  };

  struct Candidate {
    uint32_t page;
    /** Groups whose high postings are in `most`. */
    uint32_t known;
    /** A bound of the page's sum. */
    int64_t most;

    bool knows(uint32_t group) const { return (known >> group & 1) != 0; }
  };

  void scoreExactPages(const uint32_t* exactPages, uint32_t exactCount);
  bool hasManyPostings(uint32_t partition) const;
  void scoreWhole(uint32_t partition, const uint32_t* exactPages, uint32_t exactCount);
  void scoreSome(uint32_t partition);
  void enter(uint32_t partition);
  void fetch(uint32_t partition) const;
  void addHigh(uint32_t partition, uint32_t g);
  void touch(uint32_t page, uint32_t excess, uint32_t mark);
  void touchBest(uint32_t page, uint32_t excess, uint32_t mark);
  void findCandidates(int64_t level);
  void leave(const Candidate& candidate);
  void findBits();
  void leaveOutLacking(uint32_t g);
  void addGains(uint32_t partition, uint32_t g);
  int64_t gain(uint32_t partition, const LeveledGroup& group, uint32_t page) const;
  void keep(uint32_t page, int64_t sum);

  Scorer* scorer_ = nullptr;
  const Index* index_ = nullptr;
  const CompiledPlan* plan_ = nullptr;
  uint32_t wanted_ = 0;
  PlanRows rows_;
  GroupBits bits_;
  Intersection matches_;
  Levels levels_;
  /** The least value of a full list of the best; -1 before it is full. */
  int64_t bar_ = -1;
  /** By group, as `levels_` has them. */
  Here here_[kMaxGroups];
  /** Pages that were scored first, ascending. */
  std::vector<uint32_t> done_;
  /** By page: what its high postings give beyond the levels, and below it the groups that these are of. All 0 between partitions. */
  std::vector<uint64_t> gains_;
  /** By page: of that, what the group with several expansions that was added last gives. */
  std::vector<uint32_t> excesses_;
  /** Pages with high postings. */
  std::vector<uint16_t> touched_;
  uint32_t touchedCount_ = 0;
  std::vector<Candidate> candidates_;
  uint32_t candidateCount_ = 0;
  /** By candidate: its posting of an expansion, and the best value of those of a group, -1 without any. */
  std::vector<uint32_t> postings_;
  std::vector<int64_t> bests_;
};

}  // namespace signpost
