#include "choose-sections.h"

#include <algorithm>
#include <cmath>

#include "logarithm.h"

namespace signpost {

void SectionChooser::begin(const Plan& plan) {
  plan_ = &plan;
  all_ = 0;
  for (uint32_t g = 0; g < plan.groupCount; g++) {
    weights_[g] = plan.groups[g].stop ? 0 : plan.groups[g].weight * plan.groups[g].idf;
    all_ += weights_[g];
    double most = 0;
    for (uint32_t i = 0; i < plan.groups[g].length; i++) most = std::max(most, plan.groups[g].weights[i]);
    likely_[g] = plan.groups[g].weight * most;
  }
}

/** Adds the top of the page, where the title matches, to the matched sections. */
void SectionChooser::addTop(PageMatches& matches) const {
  const PageExtract& extract = matches.extract;
  if (matches.titleMask == 0 || extract.sectionCount == 0) return;
  const uint32_t top = extract.sectionCount > 1 && extract.section(0).parent() == kHidden ? 1 : 0;
  if (extract.section(top).hasHeading()) return;
  if (!matches.sections.empty() && matches.sections[0].section == top) return;
  matches.sections.insert(matches.sections.begin(), {top, 0, 0, 0, 0, 0, 0});
}

/** A word that all sections of a page have tells none apart, and one that is read as another may be no word of it at all. */
void SectionChooser::weighGroups(const PageMatches& matches) {
  const PageExtract& extract = matches.extract;
  uint32_t counts[kMaxGroups] = {};
  for (const MatchedSection& matched : matches.sections) {
    uint32_t mask = matched.textMask | matched.headingMask | matched.labelMask;
    for (; mask != 0; mask &= mask - 1) counts[__builtin_ctz(mask)]++;
  }
  allLocal_ = 0;
  for (uint32_t g = 0; g < plan_->groupCount; g++) {
    const Group& group = plan_->groups[g];
    const double share = (matches.titleMask >> g & 1) != 0 ? constants_.sectionTitle : 1;
    local_[g] = group.stop || counts[g] == 0
                    ? 0
                    : likely_[g] * share * naturalLog(1 + double(extract.sectionCount) / double(counts[g]));
    allLocal_ += local_[g];
  }
  if (allLocal_ == 0) allLocal_ = 1;
}

uint32_t SectionChooser::choose(PageMatches& matches, ChosenSection* out) {
  addTop(matches);
  matches.addLabels();
  weighGroups(matches);
  valued_.clear();
  double highest = 0;
  for (uint32_t at = 0; at < matches.sections.size(); at++) {
    valued_.push_back(valueOf(matches, at));
    if (valued_.back().hasHeading) highest = std::max(highest, valued_.back().common);
  }
  for (Valued& valued : valued_) {
    if (valued.isWholeTop && valued.common >= highest) valued.value = HUGE_VAL;
  }
  const uint32_t count = std::min(kSectionsShown, uint32_t(valued_.size()));
  for (uint32_t i = 0; i < count; i++) {
    uint32_t best = i;
    for (uint32_t at = i + 1; at < valued_.size(); at++) {
      const Valued& one = valued_[at];
      const bool isBetter = one.value > valued_[best].value ||
                            (one.value == valued_[best].value && one.at < valued_[best].at);
      if (isBetter) best = at;
    }
    std::swap(valued_[i], valued_[best]);
    const MatchedSection& chosen = matches.sections[valued_[i].at];
    out[i] = {chosen.section, densest(matches.hits(), chosen)};
  }
  return count;
}

SectionChooser::Valued SectionChooser::valueOf(const PageMatches& matches, uint32_t at) const {
  const PageExtract& extract = matches.extract;
  const MatchedSection& matched = matches.sections[at];
  const SectionNumbers numbers = extract.section(matched.section);
  const bool isTop = !numbers.hasHeading();
  const uint32_t mask = isTop ? matches.titleMask : matched.headingMask;
  const double weight = double(isTop ? extract.titleWeight : numbers.headingWeight) / kHeadingWeightSteps;
  double idf = isTop ? matches.titleIdf : 0;
  if (!isTop) {
    for (uint32_t i = matched.from; i < matched.text; i++) idf += plan_->groups[groupOf(matches.hits()[i])].idf;
  }
  const double share = weight == 0 ? 0 : std::min(1.0, idf / weight);
  const double inHeading = sum(mask, weights_);
  const double common = all_ + weight == 0 ? 0 : (inHeading + share * weight) / (all_ + weight);
  uint32_t path = mask;
  uint32_t depth = 0;
  uint32_t before = at;
  uint32_t below = matched.section;
  for (uint32_t up = numbers.parent(); up < below; below = up, up = extract.section(up).parent()) {
    // Parents stand before their sections.
    while (before > 0 && matches.sections[before - 1].section >= up) before--;
    if (matches.sections[before].section == up) path |= matches.sections[before].headingMask;
    depth++;
  }
  const bool isWhole = inHeading >= all_ * 0.999;
  const double value =
      constants_.sectionHeading * share * share + (share >= 0.999 ? constants_.sectionWhole : 0) +
      (constants_.sectionPath * sum(path, local_) + constants_.sectionOwn * sum(mask, local_) +
       textWorth(matches.hits(), matched, path) +
       constants_.sectionLabel * sum(matched.labelMask & ~path, local_)) /
          allLocal_ +
      (isWhole && share >= 0.999 ? constants_.sectionExact : 0) + constants_.sectionDepth * depth +
      (constants_.sectionLate * matched.section) / extract.sectionCount + (isTop ? constants_.sectionTop : 0);
  return {value, common, at, !isTop, isTop && isWhole};
}

/** Value of the words of a text that stand in no heading above it. A word counts the more, the more often it is there. */
double SectionChooser::textWorth(const uint32_t* hits, const MatchedSection& matched, uint32_t path) const {
  uint32_t counts[kMaxGroups] = {};
  for (uint32_t i = matched.text; i < matched.to; i++) counts[groupOf(hits[i])]++;
  double worth = 0;
  for (uint32_t mask = matched.textMask & ~path; mask != 0; mask &= mask - 1) {
    const uint32_t group = __builtin_ctz(mask);
    const double count = counts[group];
    worth += local_[group] * (constants_.sectionText + constants_.sectionOften * (count / (count + 1)));
  }
  return worth;
}

double SectionChooser::sum(uint32_t mask, const double* weights) const {
  double all = 0;
  for (; mask != 0; mask &= mask - 1) all += weights[__builtin_ctz(mask)];
  return all;
}

/** Position at which the most weight of different words of a text stands close together; 0 without any. */
uint32_t SectionChooser::densest(const uint32_t* hits, const MatchedSection& matched) const {
  uint32_t best = 0;
  double most = 0;
  for (uint32_t first = matched.text; first < matched.to; first++) {
    const uint32_t end = positionOf(hits[first]) + uint32_t(constants_.nearPositions);
    uint32_t seen = 0;
    double worth = 0;
    for (uint32_t next = first; next < matched.to && positionOf(hits[next]) < end; next++) {
      const uint32_t group = groupOf(hits[next]);
      if ((seen >> group & 1) != 0) continue;
      seen |= 1u << group;
      worth += local_[group];
    }
    if (worth > most) {
      best = positionOf(hits[first]);
      most = worth;
    }
  }
  return best;
}

}  // namespace signpost
