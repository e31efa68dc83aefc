// Impacts that postings need for a page to come among the best.
#pragma once

#include <vector>

#include "plan-rows.h"

namespace signpost {

/** One expansion of a group. */
struct LeveledPart {
  uint32_t factor;
  /** Impact from which a posting is high; above 255 none is. */
  uint32_t high;
};

struct LeveledGroup {
  /** Its number in the plan, and its expansions there. */
  uint32_t number;
  uint32_t firstPart;
  uint32_t partCount;
  int64_t bonus;
  /** Maximum gain of a page from it, and maximum without a high posting. */
  int64_t bound;
  int64_t level;
};

/**
 * The levels of all groups together stay below the bar, so a page without a high posting stays below it too. The choice
 * of levels depends on the cost of the postings above them, whose number is estimated from a few samples.
 */
class Levels {
 public:
  /** Starts a query; all postings are high before there is a bar. */
  void begin(const Index& index, const CompiledPlan& plan, const PlanRows& rows);
  /** Chooses levels again when the bar has risen much. Bars never fall. */
  void follow(int64_t bar);

  /** Groups by falling bound. */
  const std::vector<LeveledGroup>& groups() const { return groups_; }
  /** The plan's i-th expansion. */
  const LeveledPart& part(uint32_t i) const { return parts_[i]; }

 private:
  static constexpr uint32_t kSteps = 8;

  /** Costs of the levels of one group, and the chosen level. */
  struct Choice {
    double costs[kSteps + 1];
    uint32_t step;
    /** The lower level with the greatest gain per cost, and that rate. */
    uint32_t next;
    double rate;
  };

  /** Approximate number of a term's postings with at least that part of the largest impact. */
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
  /** The bar of the chosen levels; -1 before there are any. */
  int64_t bar_ = -1;
  std::vector<LeveledGroup> groups_;
  std::vector<LeveledPart> parts_;
  std::vector<Counts> counts_;
  std::vector<Choice> choices_;
};

}  // namespace signpost
