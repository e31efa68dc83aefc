// The first pass over an index of many partitions: pages that cannot come among the best are counted, not scored.
#pragma once

#include "group-bits.h"
#include "levels.h"
#include "score.h"

namespace signpost {

/**
 * Finds the same pages and counts as scoring every page. Each group has a level (levels.h), and all levels together
 * stay below the last of the best pages so far:
 *
 *     value of a posting:        ░░░░░░░░░░░░░░▒▒▒▒▒▓▓█
 *                                └ below level ┘└ high ┘
 *
 * So a page needs high postings, which are few, to come among the best. The impacts are searched for them, many at a
 * time, and added up. Pages with enough of them are looked up in their other groups.
 */
class Skipper {
 public:
  Skipper();

  /** Leaves the best pages, at most `wanted`, in the scorer's keys, in order, and the counts in `found`. */
  void score(Scorer& scorer, const Index& index, const CompiledPlan& plan, const uint32_t* exactPages, uint32_t exactCount,
             uint32_t wanted, Found& found);

 private:
  /** Contribution of a group in the current partition. */
  struct Here {
    /** Upper bound; 0 when the partition lacks the group. */
    int64_t bound;
    /** Upper bound without a high posting. */
    int64_t level;
    uint32_t postings;
    /** A bit for each page that has the group, when bits pay. */
    const uint32_t* bits;
  };

  struct Candidate {
    uint32_t page;
    /** Groups whose high postings are in `most`. */
    uint32_t known;
    /** Upper bound of the page's sum. */
    int64_t most;

    bool knows(uint32_t group) const { return (known >> group & 1) != 0; }
  };

  void scoreExactPages(const uint32_t* exactPages, uint32_t exactCount);
  uint32_t countMatches();
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
  uint32_t matches_[kPartitionPages / 32];
  Levels levels_;
  /** The least value of a full list of the best; -1 before it is full. */
  int64_t bar_ = -1;
  /** State by group, in the order of `levels_`. */
  Here here_[kMaxGroups];
  /** Pages that were scored first, ascending. */
  std::vector<uint32_t> done_;
  /** By page: its high postings' contribution beyond the levels, and in the lower half their groups. All 0 between partitions. */
  std::vector<uint64_t> gains_;
  /** By page: the part of the latest group with several expansions. */
  std::vector<uint32_t> excesses_;
  /** Pages with high postings. */
  std::vector<uint16_t> touched_;
  uint32_t touchedCount_ = 0;
  std::vector<Candidate> candidates_;
  uint32_t candidateCount_ = 0;
  /** By candidate: its posting of an expansion, and the best value among those of a group, -1 without any. */
  std::vector<uint32_t> postings_;
  std::vector<int64_t> bests_;
};

}  // namespace signpost
