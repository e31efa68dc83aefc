#include "levels.h"

#include <algorithm>

namespace signpost {

namespace {

/** Share of the bar that the levels add up to. A larger share makes fewer postings high, and more pages to look up. */
constexpr double kShare = 0.92;
/** Rise that is too small for a new choice: the bar rises often, and each time only a little. */
constexpr int64_t kSmallRise = 16;
constexpr uint32_t kSampledRows = 4;
constexpr uint32_t kSamples = 32;
// Approximate costs in nanoseconds: adding a high posting, examining the impact of any other, and starting a row.
constexpr double kAddCost = 2;
constexpr double kImpactCost = 0.06;
constexpr double kRowCost = 10;

/** Maximum contribution of the group without a high posting: in steps from nothing to its full contribution. */
int64_t levelAt(const LeveledGroup& group, uint32_t step, uint32_t steps) {
  return step == 0 ? 0 : group.bonus + (group.bound - group.bonus) * step / steps;
}

}  // namespace

void Levels::begin(const Index& index, const CompiledPlan& plan, const PlanRows& rows) {
  index_ = &index;
  plan_ = &plan;
  rows_ = &rows;
  bar_ = -1;
  groups_.clear();
  parts_.clear();
  for (uint32_t g = 0; g < plan.groupCount; g++) {
    LeveledGroup group = {g, plan.starts[g], plan.starts[g + 1] - plan.starts[g], plan.bonuses[g], 0, 0};
    for (uint32_t e = plan.starts[g]; e < plan.starts[g + 1]; e++) {
      parts_.push_back({uint32_t(plan.factors[e]), 1});
      group.bound = std::max(group.bound, int64_t(255) * plan.factors[e] + plan.bonuses[g]);
    }
    groups_.push_back(group);
  }
  std::sort(groups_.begin(), groups_.end(), [](const LeveledGroup& a, const LeveledGroup& b) { return a.bound > b.bound; });
}

void Levels::follow(int64_t bar) {
  if (bar_ >= 0 && bar - bar_ <= bar_ / kSmallRise) return;
  if (bar_ < 0) {
    counts_.resize(parts_.size());
    for (uint32_t part = 0; part < parts_.size(); part++) sample(part);
  }
  bar_ = bar;
  choose(int64_t(double(bar) * kShare));
}

/** Estimates the distribution of a term's impacts from a few of them in a few partitions. */
void Levels::sample(uint32_t part) {
  const uint32_t term = plan_->terms[part];
  const uint32_t rows = std::min(kSampledRows, index_->partitionCount);
  uint32_t histogram[kSteps] = {};
  uint32_t samples = 0;
  for (uint32_t r = 0; r < rows && term < index_->denseTermCount; r++) {
    const Row row = rows_->of(part, r * index_->partitionCount / rows);
    const uint32_t count = std::min(row.length(), kSamples);
    const uint32_t from = row.start + (row.length() - count) / 2;
    for (uint32_t i = 0; i < count; i++) histogram[index_->postingImpacts[from + i] / (256 / kSteps)]++;
    samples += count;
  }
  const float all = float(index_->termPages[term]);
  float* const above = counts_[part].above;
  above[kSteps] = 0;
  uint32_t reached = 0;
  for (uint32_t step = kSteps; step-- > 0;) {
    reached += histogram[step];
    // Postings that no sample shows still exist.
    above[step] = samples == 0 ? all : all * (float(reached) + 0.1f) / (float(samples) + 0.1f);
  }
}

/** Cost of finding and adding the postings above a level. */
double Levels::costAt(const LeveledGroup& group, uint32_t step) const {
  if (step == kSteps) return 0;
  const int64_t level = levelAt(group, step, kSteps);
  double cost = 0;
  for (uint32_t p = group.firstPart; p < group.firstPart + group.partCount; p++) {
    const int64_t least = level < group.bonus ? 0 : (level - group.bonus) / std::max<int64_t>(parts_[p].factor, 1);
    if (least >= 255) continue;
    const double place = double(least) * kSteps / 256;
    const uint32_t below = uint32_t(place);
    const float* const above = counts_[p].above;
    const double high = above[below] + (double(above[below + 1]) - above[below]) * (place - below);
    cost += kAddCost * high + kImpactCost * index_->termPages[plan_->terms[p]] + kRowCost * index_->partitionCount;
  }
  return cost;
}

void Levels::lookAhead(const LeveledGroup& group, Choice& choice) const {
  choice.rate = -1;
  for (uint32_t step = choice.step; step-- > 0;) {
    const double gained = double(levelAt(group, choice.step, kSteps) - levelAt(group, step, kSteps));
    const double rate = gained / (std::max(choice.costs[step] - choice.costs[choice.step], 0.0) + 1);
    if (rate <= choice.rate) continue;
    choice.rate = rate;
    choice.next = step;
  }
}

/** Lowers the levels, each time where the gain per cost is greatest, until their sum is at most the target. */
void Levels::choose(int64_t target) {
  choices_.resize(groups_.size());
  int64_t total = 0;
  for (size_t g = 0; g < groups_.size(); g++) {
    for (uint32_t step = 0; step <= kSteps; step++) choices_[g].costs[step] = costAt(groups_[g], step);
    choices_[g].step = kSteps;
    lookAhead(groups_[g], choices_[g]);
    total += groups_[g].bound;
  }
  while (total > target) {
    size_t best = groups_.size();
    for (size_t g = 0; g < groups_.size(); g++) {
      if (choices_[g].step > 0 && (best == groups_.size() || choices_[g].rate > choices_[best].rate)) best = g;
    }
    if (best == groups_.size()) break;
    Choice& choice = choices_[best];
    total -= levelAt(groups_[best], choice.step, kSteps) - levelAt(groups_[best], choice.next, kSteps);
    choice.step = choice.next;
    lookAhead(groups_[best], choice);
  }
  for (size_t g = 0; g < groups_.size(); g++) settle(groups_[g], choices_[g].step);
}

void Levels::settle(LeveledGroup& group, uint32_t step) {
  group.level = levelAt(group, step, kSteps);
  for (uint32_t p = group.firstPart; p < group.firstPart + group.partCount; p++) {
    LeveledPart& part = parts_[p];
    if (group.level < group.bonus) part.high = 1;
    else if (part.factor == 0) part.high = 256;
    else part.high = uint32_t(std::min<int64_t>(256, (group.level - group.bonus) / part.factor + 1));
  }
}

}  // namespace signpost
