#include "skip.h"

#include <algorithm>

#include "accumulate.h"

namespace signpost {

namespace {

/** Postings from which on adding up whole partitions is cheaper than visiting pages one by one. */
constexpr uint32_t kManyPostings = 6000;
constexpr uint32_t kImpactBlock = 64;

}  // namespace

Skipper::Skipper(Scorer& scorer, const Index& index, const CompiledPlan& plan, const uint32_t* exactPages, uint32_t exactCount,
                 uint32_t wanted)
    : scorer_(scorer), index_(index), plan_(plan), exactPages_(exactPages), exactCount_(exactCount), wanted_(wanted) {}

void Skipper::score(Found& found) {
  const int32_t countable = plan_.countableCount > 0 ? plan_.countableCount : -1;
  uint32_t all = 0;
  // Every sum is 0 before a partition is visited page by page, and again after it.
  bool sumsAreClear = false;
  for (uint32_t partition = 0; partition < index_.partitionCount; partition++) {
    gather(partition);
    if (groups_.empty()) continue;
    uint32_t countables = 0;
    for (const PartGroup& group : groups_) countables += group.countable ? 1 : 0;
    const bool countsAll = countable > 0 && countables == uint32_t(countable);
    const uint32_t rest = chooseRest(countsAll);
    uint32_t essentialPostings = 0;
    for (size_t g = rest; g < groups_.size(); g++) essentialPostings += groups_[g].postings;
    const bool oneRow = groups_.size() == 1 && groups_[0].partCount == 1;
    if (hasExactPages(partition) || (rest == 0 && essentialPostings > kManyPostings && !oneRow)) {
      Found counts;
      scorer_.accumulate(index_, partition, plan_, exactPages_, exactCount_);
      scorer_.collect(partition * index_.partitionPages, index_.pagesOf(partition), countable, wanted_, counts);
      all += counts.allCount;
      sumsAreClear = false;
      if (scorer_.keys_.size() == wanted_) bar_ = int64_t(scorer_.keys_.back() >> 32);
      continue;
    }
    if (!sumsAreClear) {
      std::fill_n(scorer_.sums_.get(), index_.partitionPages, 0);
      std::fill_n(scorer_.bests_.get(), index_.partitionPages, 0);
      sumsAreClear = true;
    }
    all += scoreSome(partition, rest, countsAll);
  }
  found.allCount = all;
  if (all > 0) return;
  for (uint32_t partition = 0; partition < index_.partitionCount; partition++) found.anyCount += countAny(partition);
}

/** Finds the groups that the partition has postings of, by rising bound. */
void Skipper::gather(uint32_t partition) {
  parts_.clear();
  groups_.clear();
  for (uint32_t g = 0; g < plan_.groupCount; g++) {
    PartGroup group = {g, uint32_t(plan_.bonuses[g]), uint32_t(parts_.size()), 0, 0, 0, (plan_.bonuses[g] & kCountMask) != 0};
    for (uint32_t e = plan_.starts[g]; e < plan_.starts[g + 1]; e++) {
      const uint32_t term = plan_.terms[e];
      const Row row = findRow(index_, partition, term);
      if (row.start == row.end) continue;
      const bool dense = term < index_.denseTermCount;
      const int64_t impact = dense ? index_.denseRowImpacts[uint64_t(partition) * index_.denseTermCount + term] : 255;
      parts_.push_back({row, term, uint32_t(plan_.factors[e])});
      group.partCount++;
      group.postings += row.end - row.start;
      group.bound = std::max(group.bound, impact * plan_.factors[e] + plan_.bonuses[g]);
    }
    if (group.partCount > 0) groups_.push_back(group);
  }
  std::sort(groups_.begin(), groups_.end(), [](const PartGroup& a, const PartGroup& b) { return a.bound < b.bound; });
}

/** How many groups, together, cannot lift a page above the bar. Where pages are to be counted, one countable group is not of them. */
uint32_t Skipper::chooseRest(bool countsAll) {
  uint32_t rest = 0;
  // Marks of counted groups are below the unit of values, and at most as many as it holds.
  int64_t bound = kCountMask;
  while (rest < groups_.size() && bound + groups_[rest].bound <= bar_) bound += groups_[rest++].bound;
  if (!countsAll) return rest;
  for (size_t g = rest; g < groups_.size(); g++) {
    if (groups_[g].countable) return rest;
  }
  // The one of the fewest postings goes to the essential groups, which stand behind the rest.
  uint32_t fewest = 0;
  for (uint32_t g = 0; g < rest; g++) {
    if (groups_[g].countable && (!groups_[fewest].countable || groups_[g].postings < groups_[fewest].postings)) fewest = g;
  }
  std::swap(groups_[fewest], groups_[rest - 1]);
  return rest - 1;
}

bool Skipper::hasExactPages(uint32_t partition) const {
  for (uint32_t i = 0; i < exactCount_; i++) {
    if (exactPages_[i] / index_.partitionPages == partition) return true;
  }
  return false;
}

/** Scores the pages that have an essential group; returns how many pages match every countable group. */
uint32_t Skipper::scoreSome(uint32_t partition, uint32_t restCount, bool countsAll) {
  const uint32_t first = partition * index_.partitionPages;
  int32_t* const sums = scorer_.sums_.get();
  int64_t restBound = kCountMask;
  uint32_t essentialCountables = 0;
  for (uint32_t g = 0; g < restCount; g++) restBound += groups_[g].bound;
  for (size_t g = restCount; g < groups_.size(); g++) essentialCountables += groups_[g].countable ? 1 : 0;
  const bool restCounts = essentialCountables < uint32_t(std::max(plan_.countableCount, 0));

  // One word that decides all: its postings are its pages, and most of them need not be looked at one by one.
  if (groups_.size() - restCount == 1 && groups_[restCount].partCount == 1 && (!countsAll || !restCounts)) {
    scoreOne(partition, groups_[restCount], restBound);
    return countsAll ? groups_[restCount].postings : 0;
  }

  uint32_t all = 0;
  for (size_t g = restCount; g < groups_.size(); g++) add(groups_[g]);
  for (size_t g = restCount; g < groups_.size(); g++) {
    const PartGroup& group = groups_[g];
    for (uint32_t p = 0; p < group.partCount; p++) {
      const Row row = parts_[group.firstPart + p].row;
      for (uint32_t i = row.start; i < row.end; i++) {
        const uint32_t page = index_.postingPages[i];
        int32_t sum = sums[page];
        if (sum == 0) continue;
        sums[page] = 0;
        if (countsAll && uint32_t(sum & kCountMask) == essentialCountables) {
          bool matches = true;
          for (uint32_t r = 0; matches && r < restCount; r++) {
            matches = !groups_[r].countable || has(partition, groups_[r], page);
          }
          all += matches ? 1 : 0;
        }
        if (sum + restBound <= bar_) continue;
        for (uint32_t r = 0; r < restCount; r++) sum += gain(partition, groups_[r], page);
        keep(first + page, sum);
      }
    }
  }
  for (size_t g = restCount; g < groups_.size(); g++) clear(groups_[g]);
  return all;
}

/** Looks only at postings of enough impact to pass the bar. */
void Skipper::scoreOne(uint32_t partition, const PartGroup& group, int64_t restBound) {
  const uint32_t first = partition * index_.partitionPages;
  const Part& part = parts_[group.firstPart];
  const uint8_t* impacts = index_.postingImpacts.data;
  const int64_t factor = std::max<int64_t>(part.factor, 1);
  for (uint32_t block = part.row.start; block < part.row.end; block += kImpactBlock) {
    const uint32_t end = std::min(part.row.end, block + kImpactBlock);
    uint8_t largest = 0;
    for (uint32_t i = block; i < end; i++) largest = std::max(largest, impacts[i]);
    if (largest * factor + group.bonus + restBound <= bar_) continue;
    for (uint32_t i = block; i < end; i++) {
      int32_t sum = int32_t(impacts[i] * part.factor + group.bonus);
      if (sum + restBound <= bar_) continue;
      const uint32_t page = index_.postingPages[i];
      for (const PartGroup& other : groups_) {
        if (&other != &group) sum += gain(partition, other, page);
      }
      keep(first + page, sum);
    }
  }
}

void Skipper::add(const PartGroup& group) {
  for (uint32_t p = 0; p < group.partCount; p++) {
    const Part& part = parts_[group.firstPart + p];
    if (group.partCount == 1) addSingle(scorer_.sums_.get(), index_, part.row, part.factor, group.bonus);
    else addBest(scorer_.sums_.get(), scorer_.bests_.get(), index_, part.row, part.factor, group.bonus, int32_t(group.number) + 1);
  }
}

/** Takes back what `add` left in the best values. */
void Skipper::clear(const PartGroup& group) {
  if (group.partCount == 1) return;
  for (uint32_t p = 0; p < group.partCount; p++) {
    const Row row = parts_[group.firstPart + p].row;
    for (uint32_t i = row.start; i < row.end; i++) scorer_.bests_[index_.postingPages[i]] = 0;
  }
}

bool Skipper::has(uint32_t partition, const PartGroup& group, uint32_t page) const {
  for (uint32_t p = 0; p < group.partCount; p++) {
    const Part& part = parts_[group.firstPart + p];
    const bool found = part.term < index_.bitTermCount
                           ? (index_.bitsOf(partition, part.term)[page / 32] >> (page % 32) & 1) != 0
                           : findPosting(index_, part.row, page) != kNoPosting;
    if (found) return true;
  }
  return false;
}

/** What a page gains from a group: its best expansion there, and the bonus. */
int32_t Skipper::gain(uint32_t partition, const PartGroup& group, uint32_t page) const {
  bool found = false;
  uint32_t best = 0;
  for (uint32_t p = 0; p < group.partCount; p++) {
    const Part& part = parts_[group.firstPart + p];
    if (part.term < index_.bitTermCount && (index_.bitsOf(partition, part.term)[page / 32] >> (page % 32) & 1) == 0) continue;
    const uint32_t posting = findPosting(index_, part.row, page);
    if (posting == kNoPosting) continue;
    found = true;
    best = std::max(best, index_.postingImpacts[posting] * part.factor);
  }
  return found ? int32_t(best + group.bonus) : 0;
}

void Skipper::keep(uint32_t page, int32_t sum) {
  if ((sum & ~kCountMask) <= bar_) return;
  std::vector<uint64_t>& keys = scorer_.keys_;
  keys.push_back(keyOf(sum, page));
  if (keys.size() < wanted_ || (bar_ >= 0 && keys.size() < 2 * wanted_)) return;
  scorer_.keepBest(wanted_);
  bar_ = int64_t(keys.back() >> 32);
}

/** Pages of a partition that match any group. */
uint32_t Skipper::countAny(uint32_t partition) {
  uint32_t bits[kPartitionPages / 32] = {};
  const uint32_t words = index_.bitWords();
  for (uint32_t e = 0; e < plan_.starts[plan_.groupCount]; e++) {
    const uint32_t term = plan_.terms[e];
    if (term < index_.bitTermCount) {
      const uint32_t* of = index_.bitsOf(partition, term);
      for (uint32_t word = 0; word < words; word++) bits[word] |= of[word];
      continue;
    }
    const Row row = findRow(index_, partition, term);
    for (uint32_t i = row.start; i < row.end; i++) bits[index_.postingPages[i] / 32] |= 1u << (index_.postingPages[i] % 32);
  }
  uint32_t count = 0;
  for (uint32_t word = 0; word < words; word++) count += uint32_t(__builtin_popcount(bits[word]));
  return count;
}

}  // namespace signpost
