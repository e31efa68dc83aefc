// Which postings are high enough for a page to come among the best.
#pragma once

#include <vector>

#include "plan-rows.h"

namespace signpost {

/** One expansion of a group. */
struct LeveledPart {
  uint32_t factor;
  /** Impact from which on a posting is high; above 255: none is. */
  uint32_t high;
};

struct LeveledGroup {
  /** Its number in the plan, and its expansions there. */
  uint32_t number;
  uint32_t firstPart;
  uint32_t partCount;
  int64_t bonus;
  /** What a page can gain from it at most, and without a high posting. */
  int64_t bound;
  int64_t level;
};

/**
 * The levels of all groups together stay below the bar, so that a page without a high posting stays below it too. Which group
 * has which level is chosen by what it costs to look at the postings above it, of which a few samples tell how many there are.
 */
class Levels {
 public:
  /** All postings are high before there is a bar. */
  void begin(const Index& index, const CompiledPlan& plan, const PlanRows& rows);
  /** Chooses anew where the bar has risen much. Bars never fall. */
  void follow(int64_t bar);

  /** By falling bound. */
  const std::vector<LeveledGroup>& groups() const { return groups_; }
  /** Of the plan's i-th expansion. */
  const LeveledPart& part(uint32_t i) const { return parts_[i]; }

 private:
  static constexpr uint32_t kSteps = 8;

  /** Of one group: what each level costs, and which one is chosen. */
  struct Choice {
    double costs[kSteps + 1];
    uint32_t step;
    /** The lower level that gains most for what it costs, and how much. */
    uint32_t next;
    double rate;
  };

  /** Of all postings of a term: about how many have that part of the largest impact or more. */
  struct Counts {
    float above[kSteps + 1];
  };

  void sample(uint32_t part);
  double costAt(const LeveledGroup& group, uint32_t step) const;
  void lookAhead(const LeveledGroup& group, Choice& choice) const;
  void choose(int64_t target);
  void settle(LeveledGroup& group, uint32_t step);

  const Index* index_ = nullptr;
  const CompiledPlan* plan_ = nullptr;
  const PlanRows* rows_ = nullptr;
  /** The bar that the levels were chosen for; -1: none were. */
  int64_t bar_ = -1;
  std::vector<LeveledGroup> groups_;
  std::vector<LeveledPart> parts_;
  std::vector<Counts> counts_;
  std::vector<Choice> choices_;
};

}  // namespace signpost
