#include "skip.h"

#include <algorithm>

#include "accumulate.h"

namespace signpost {

namespace {

/** Postings from which on looking at all sums of a partition is cheaper than visiting pages one by one. */
constexpr uint32_t kManyPostings = 700;
constexpr uint32_t kImpactBlock = 64;
/** What it costs to look for a page in a row, in postings added. */
constexpr uint32_t kLookUpCost = 30;

/** Sets bits are counted in parallel within a word, since not every machine has an instruction for it. */
uint32_t countBits(const uint32_t* bits, uint32_t words) {
  uint32_t count = 0;
  for (uint32_t word = 0; word < words; word++) {
    uint32_t b = bits[word];
    b -= (b >> 1) & 0x55555555u;
    b = (b & 0x33333333u) + ((b >> 2) & 0x33333333u);
    count += (((b + (b >> 4)) & 0x0f0f0f0fu) * 0x01010101u) >> 24;
  }
  return count;
}

}  // namespace

Skipper::Skipper(Scorer& scorer, const Index& index, const CompiledPlan& plan, const uint32_t* exactPages, uint32_t exactCount,
                 uint32_t wanted)
    : scorer_(scorer), index_(index), plan_(plan), exactPages_(exactPages), exactCount_(exactCount), wanted_(wanted) {}

void Skipper::score(Found& found) {
  const int32_t countable = plan_.countableCount > 0 ? plan_.countableCount : -1;
  uint32_t all = 0;
  // Every sum is 0 before a partition of which only some pages are scored, and again after it.
  bool sumsAreClear = false;
  for (uint32_t partition = 0; partition < index_.partitionCount; partition++) {
    gather(partition);
    if (groups_.empty()) continue;
    uint32_t countables = 0;
    for (const PartGroup& group : groups_) countables += group.countable ? 1 : 0;
    const bool countsAll = countable > 0 && countables == uint32_t(countable);
    const uint32_t rest = chooseRest(countsAll);
    // A page whose title is the query may come from below every bar: then, and before there is one, every page is scored.
    if (bar_ < 0 || hasExactPages(partition)) {
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
  // What the rest up to each group can give at most. Marks of counted groups are below the unit of values.
  restBounds_[0] = kCountMask;
  for (uint32_t g = 0; g < restCount; g++) restBounds_[g + 1] = restBounds_[g] + groups_[g].bound;
  restCount_ = restCount;
  essentialCountables_ = 0;
  uint32_t postings = 0;
  for (size_t g = restCount; g < groups_.size(); g++) {
    essentialCountables_ += groups_[g].countable ? 1 : 0;
    postings += groups_[g].postings;
  }
  const bool oneRow = groups_.size() - restCount == 1 && groups_[restCount].partCount == 1;
  if (oneRow && !isDear(candidatesOf(groups_[restCount]))) return scoreOne(partition, countsAll);
  for (size_t g = restCount; g < groups_.size(); g++) add(groups_[g]);
  // Looking a group up for many pages costs more than adding all of it.
  while (restCount_ > 0 && postings + groups_[restCount_ - 1].postings > kManyPostings && isDear(candidates(partition, postings))) {
    const PartGroup& group = groups_[--restCount_];
    add(group);
    postings += group.postings;
    essentialCountables_ += group.countable ? 1 : 0;
  }
  if (postings > kManyPostings) return scan(partition, countsAll);
  const uint32_t all = visit(partition, countsAll);
  for (size_t g = restCount_; g < groups_.size(); g++) clear(groups_[g]);
  return all;
}

/** Postings of a group of one row that are enough to pass the bar with all that the rest can give. */
uint32_t Skipper::candidatesOf(const PartGroup& group) const {
  const Part& part = parts_[group.firstPart];
  const int64_t missing = bar_ - restBounds_[restCount_] - group.bonus;
  if (missing < 0) return group.postings;
  const int64_t impact = missing / std::max<int64_t>(part.factor, 1) + 1;
  if (impact > 255) return 0;
  uint32_t count = 0;
  for (uint32_t i = part.row.start; i < part.row.end; i++) count += index_.postingImpacts[i] >= impact ? 1 : 0;
  return count;
}

/** Pages, of which those postings have been added, that could pass the bar with all that the rest can give. */
uint32_t Skipper::candidates(uint32_t partition, uint32_t postings) const {
  if (postings <= kManyPostings) return postings;
  const int64_t lowest = std::max<int64_t>(1, bar_ + 1 - restBounds_[restCount_]);
  return lowest > INT32_MAX ? 0 : scorer_.countAbove(index_.pagesOf(partition), int32_t(lowest));
}

/** Whether it costs more to look up the next group of the rest for so many pages than to add all of it. */
bool Skipper::isDear(uint32_t pages) const {
  if (restCount_ == 0) return false;
  const PartGroup& group = groups_[restCount_ - 1];
  return uint64_t(pages) * group.partCount * kLookUpCost > group.postings;
}

/** One row is all that can lift a page above the bar, and most of its postings need not be looked at one by one. */
uint32_t Skipper::scoreOne(uint32_t partition, bool countsAll) {
  const uint32_t first = partition * index_.partitionPages;
  const PartGroup& group = groups_[restCount_];
  const Part& part = parts_[group.firstPart];
  const uint8_t* impacts = index_.postingImpacts.data;
  const int64_t restBound = restBounds_[restCount_] + group.bonus;
  for (uint32_t block = part.row.start; block < part.row.end; block += kImpactBlock) {
    const uint32_t end = std::min(part.row.end, block + kImpactBlock);
    uint8_t largest = 0;
    for (uint32_t i = block; i < end; i++) largest = std::max(largest, impacts[i]);
    if (int64_t(largest) * part.factor + restBound <= bar_) continue;
    for (uint32_t i = block; i < end; i++) {
      if (int64_t(impacts[i]) * part.factor + restBound <= bar_) continue;
      complete(partition, first, index_.postingPages[i], int32_t(impacts[i] * part.factor + group.bonus));
    }
  }
  if (!countsAll) return 0;
  if (!restCounts()) return group.postings;
  if (part.term < index_.bitTermCount) {
    std::copy_n(index_.bitsOf(partition, part.term), index_.bitWords(), bits_);
    return countWithRest(partition);
  }
  uint32_t all = 0;
  for (uint32_t i = part.row.start; i < part.row.end; i++) all += hasRest(partition, index_.postingPages[i]) ? 1 : 0;
  return all;
}

/** Visits the pages of a few postings one by one, and leaves their sums at 0. */
uint32_t Skipper::visit(uint32_t partition, bool countsAll) {
  const uint32_t first = partition * index_.partitionPages;
  int32_t* const sums = scorer_.sums_.get();
  uint32_t all = 0;
  for (size_t g = restCount_; g < groups_.size(); g++) {
    const PartGroup& group = groups_[g];
    for (uint32_t p = 0; p < group.partCount; p++) {
      const Row row = parts_[group.firstPart + p].row;
      for (uint32_t i = row.start; i < row.end; i++) {
        const uint32_t page = index_.postingPages[i];
        const int32_t sum = sums[page];
        if (sum == 0) continue;
        sums[page] = 0;
        if (countsAll && uint32_t(sum & kCountMask) == essentialCountables_) all += hasRest(partition, page) ? 1 : 0;
        complete(partition, first, page, sum);
      }
    }
  }
  return all;
}

/** Looks at the sums of the whole partition, many at a time, and leaves them at 0. */
uint32_t Skipper::scan(uint32_t partition, bool countsAll) {
  const uint32_t first = partition * index_.partitionPages;
  const uint32_t pageCount = index_.pagesOf(partition);
  int32_t* const sums = scorer_.sums_.get();
  const int64_t lowest = std::max<int64_t>(1, bar_ + 1 - restBounds_[restCount_]);
  if (lowest <= INT32_MAX) {
    scorer_.eachAbove(pageCount, int32_t(lowest), [&](uint32_t page) { complete(partition, first, page, sums[page]); });
  }
  uint32_t all = 0;
  if (countsAll) {
    std::fill_n(bits_, index_.bitWords(), 0);
    scorer_.markCounts(pageCount, int32_t(essentialCountables_), bits_);
    all = countWithRest(partition);
  }
  const uint32_t cleared = wholeBlocks(pageCount);
  std::fill_n(sums, cleared, 0);
  std::fill_n(scorer_.bests_.get(), cleared, 0);
  return all;
}

/** Adds what a page gains from the rest, as long as that could lift it above the bar, and keeps it if it does. */
void Skipper::complete(uint32_t partition, uint32_t first, uint32_t page, int32_t sum) {
  for (uint32_t r = restCount_; r > 0; r--) {
    if (sum + restBounds_[r] <= bar_) return;
    sum += gain(partition, groups_[r - 1], page);
  }
  keep(first + page, sum);
}

bool Skipper::restCounts() const { return essentialCountables_ < uint32_t(std::max(plan_.countableCount, 0)); }

/** Whether a page has every countable group of the rest. */
bool Skipper::hasRest(uint32_t partition, uint32_t page) const {
  for (uint32_t r = 0; r < restCount_; r++) {
    if (groups_[r].countable && !has(partition, groups_[r], page)) return false;
  }
  return true;
}

/** How many of the pages marked in `bits_` have every countable group of the rest. */
uint32_t Skipper::countWithRest(uint32_t partition) {
  const uint32_t words = index_.bitWords();
  for (uint32_t r = 0; r < restCount_; r++) {
    const PartGroup& group = groups_[r];
    if (!group.countable) continue;
    std::fill_n(groupBits_, words, 0);
    for (uint32_t p = 0; p < group.partCount; p++) addBits(partition, parts_[group.firstPart + p].term, parts_[group.firstPart + p].row, groupBits_);
    for (uint32_t word = 0; word < words; word++) bits_[word] &= groupBits_[word];
  }
  return countBits(bits_, words);
}

/** Marks the pages of a row. */
void Skipper::addBits(uint32_t partition, uint32_t term, Row row, uint32_t* bits) const {
  if (term < index_.bitTermCount) {
    const uint32_t* of = index_.bitsOf(partition, term);
    for (uint32_t word = 0; word < index_.bitWords(); word++) bits[word] |= of[word];
    return;
  }
  for (uint32_t i = row.start; i < row.end; i++) bits[index_.postingPages[i] / 32] |= 1u << (index_.postingPages[i] % 32);
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
                           ? index_.hasBit(partition, part.term, page)
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
    if (part.term < index_.bitTermCount && !index_.hasBit(partition, part.term, page)) continue;
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
  const uint32_t words = index_.bitWords();
  std::fill_n(bits_, words, 0);
  for (uint32_t e = 0; e < plan_.starts[plan_.groupCount]; e++) {
    addBits(partition, plan_.terms[e], findRow(index_, partition, plan_.terms[e]), bits_);
  }
  return countBits(bits_, words);
}

}  // namespace signpost
