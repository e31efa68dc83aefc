#include "skip.h"

#include <algorithm>
#include <functional>

#include "accumulate.h"
#include "fetch.h"

namespace signpost {

namespace {

/** Number of postings from which scoring all pages of a partition is cheaper than looking pages up, before there is a bar. */
constexpr uint32_t kManyPostings = 500;
/** Number of pages of one title from which all pages are scored; otherwise each would be looked up in every row. */
constexpr uint32_t kManyExactPages = 200;

inline uint32_t excessOf(const LeveledGroup& group, const LeveledPart& part, uint8_t impact) {
  return impact * part.factor + uint32_t(group.bonus - group.level);
}

}  // namespace

Skipper::Skipper()
    : gains_(kPartitionPages),
      excesses_(kPartitionPages),
      touched_(kPartitionPages + 1),
      candidates_(kPartitionPages + 1),
      postings_(kPartitionPages),
      bests_(kPartitionPages) {}

void Skipper::score(Scorer& scorer, const Index& index, const CompiledPlan& plan, const uint32_t* exactPages, uint32_t exactCount,
                    uint32_t wanted, Found& found) {
  scorer_ = &scorer;
  index_ = &index;
  plan_ = &plan;
  wanted_ = wanted;
  bar_ = -1;
  rows_.find(index, plan);
  bits_.begin(index, plan, rows_);
  levels_.begin(index, plan, rows_);
  done_.clear();
  const bool scoresAll = exactCount > kManyExactPages;
  if (!scoresAll) scoreExactPages(exactPages, exactCount);
  for (uint32_t partition = 0; partition < index.partitionCount; partition++) {
    bits_.enter(partition);
    found.total += countMatches();
    if (scoresAll || (bar_ < 0 && hasManyPostings(partition))) {
      scoreWhole(partition, exactPages, scoresAll ? exactCount : 0);
      continue;
    }
    if (bar_ >= 0) levels_.follow(bar_);
    scoreSome(partition);
  }
}

/** Counts the pages of the partition that have any group. */
uint32_t Skipper::countMatches() {
  const uint32_t words = index_->bitWords();
  std::fill_n(matches_, words, 0);
  for (uint32_t part = 0; part < plan_->starts[plan_->groupCount]; part++) bits_.mark(part, matches_);
  return countBits(matches_, words);
}

/** Scores the pages whose title is the query: they may come from below every bar. */
void Skipper::scoreExactPages(const uint32_t* exactPages, uint32_t exactCount) {
  for (uint32_t i = 0; i < exactCount; i++) {
    const uint32_t partition = exactPages[i] / index_->partitionPages;
    int64_t sum = 0;
    for (const LeveledGroup& group : levels_.groups()) sum += gain(partition, group, exactPages[i] % index_->partitionPages);
    if (sum > 0) keep(exactPages[i], sum + plan_->exactBonus);
  }
  done_.assign(exactPages, exactPages + exactCount);
  std::sort(done_.begin(), done_.end());
}

bool Skipper::hasManyPostings(uint32_t partition) const {
  uint64_t postings = 0;
  for (uint32_t part = 0; part < plan_->starts[plan_->groupCount]; part++) postings += rows_.of(part, partition).length();
  return postings > kManyPostings;
}

/** Scores every page of a partition, so that there soon is a bar. `exactPages` are those that were not scored before. */
void Skipper::scoreWhole(uint32_t partition, const uint32_t* exactPages, uint32_t exactCount) {
  const uint32_t first = partition * index_->partitionPages;
  const uint32_t pageCount = index_->pagesOf(partition);
  scorer_->accumulate(*index_, partition, *plan_, exactPages, exactCount);
  for (uint32_t page : done_) {
    if (page >= first && page - first < pageCount) scorer_->sums_[page - first] = 0;
  }
  Found counts;
  scorer_->collect(first, pageCount, wanted_, counts);
  std::vector<uint64_t>& keys = scorer_->keys_;
  if (keys.size() < wanted_) return;
  std::sort(keys.begin(), keys.end(), std::greater<uint64_t>());
  bar_ = int64_t(keys.back() >> 32);
}

/** Scores the pages that have enough high postings. */
void Skipper::scoreSome(uint32_t partition) {
  enter(partition);
  if (partition + 1 < index_->partitionCount) fetch(partition + 1);
  const uint32_t groupCount = uint32_t(levels_.groups().size());
  int64_t level = 0;
  int64_t bound = 0;
  for (uint32_t g = 0; g < groupCount; g++) {
    level += here_[g].level;
    bound += here_[g].bound;
  }
  if (bound < bar_) return;
  touchedCount_ = 0;
  for (uint32_t g = 0; g < groupCount; g++) {
    if (here_[g].postings > 0) addHigh(partition, g);
  }
  findCandidates(level);
  if (candidateCount_ == 0) return;
  findBits();
  for (uint32_t g = 0; g < groupCount; g++) {
    if (here_[g].bits != nullptr) leaveOutLacking(g);
  }
  for (uint32_t g = 0; g < groupCount; g++) {
    // A group of level 0 has only high postings.
    if (here_[g].level != 0) addGains(partition, g);
  }
  const uint32_t first = partition * index_->partitionPages;
  for (uint32_t i = 0; i < candidateCount_; i++) keep(first + candidates_[i].page, candidates_[i].most);
}

/** Computes the contribution of each group in a partition. */
void Skipper::enter(uint32_t partition) {
  Here* here = here_;
  for (const LeveledGroup& group : levels_.groups()) {
    uint32_t postings = 0;
    int64_t most = 0;
    for (uint32_t p = group.firstPart; p < group.firstPart + group.partCount; p++) {
      const Row row = rows_.of(p, partition);
      if (row.start == row.end) continue;
      postings += row.length();
      most = std::max(most, int64_t(largestImpact(*index_, partition, plan_->terms[p])) * levels_.part(p).factor);
    }
    const int64_t bound = postings == 0 ? 0 : most + group.bonus;
    *here++ = {bound, std::min(group.level, bound), postings, nullptr};
  }
}

/** Prefetches the beginnings of rows for a later partition. */
void Skipper::fetch(uint32_t partition) const {
  for (uint32_t part = 0; part < plan_->starts[plan_->groupCount]; part++) {
    if (levels_.part(part).high > 255) continue;
    const Row row = rows_.of(part, partition);
    fetchLine(index_->postingImpacts.data + row.start);
    fetchLine(index_->postingPages.data + row.start);
  }
}

/** Adds the contributions of a group's high postings beyond its level. */
void Skipper::addHigh(uint32_t partition, uint32_t g) {
  const LeveledGroup& group = levels_.groups()[g];
  const uint32_t mark = 1u << g;
  uint32_t places[kScanned];
  for (uint32_t p = group.firstPart; p < group.firstPart + group.partCount; p++) {
    const LeveledPart& part = levels_.part(p);
    const Row row = rows_.of(p, partition);
    if (part.high > largestImpact(*index_, partition, plan_->terms[p])) continue;
    for (uint32_t from = row.start; from < row.end; from += kScanned) {
      const uint32_t length = std::min(kScanned, row.end - from);
      const uint8_t* const impacts = index_->postingImpacts.data + from;
      const uint16_t* const pages = index_->postingPages.data + from;
      const auto add = [&](uint32_t i) {
        const uint32_t excess = excessOf(group, part, impacts[i]);
        if (group.partCount == 1) touch(pages[i], excess, mark);
        else touchBest(pages[i], excess, mark);
      };
      if (part.high <= 1) {
        for (uint32_t i = 0; i < length; i++) add(i);
      } else {
        const uint32_t count = findHigh(impacts, length, uint8_t(part.high), places);
        for (uint32_t i = 0; i < count; i++) add(places[i]);
      }
    }
  }
}

inline void Skipper::touch(uint32_t page, uint32_t excess, uint32_t mark) {
  uint64_t& gain = gains_[page];
  touched_[touchedCount_] = uint16_t(page);
  touchedCount_ += gain == 0 ? 1 : 0;
  // A touched page stays so even if sums of a damaged index wrap: each is in the list once.
  gain = (gain + (uint64_t(excess) << 32)) | mark;
}

/** Touches a page that may have another expansion of the group: the better one counts. */
inline void Skipper::touchBest(uint32_t page, uint32_t excess, uint32_t mark) {
  uint64_t& gain = gains_[page];
  if ((gain & mark) == 0) {
    excesses_[page] = excess;
    touch(page, excess, mark);
  } else if (excess > excesses_[page]) {
    gain += uint64_t(excess - excesses_[page]) << 32;
    excesses_[page] = excess;
  }
}

/** Takes the touched pages that may pass the bar, and resets all gains to 0. */
void Skipper::findCandidates(int64_t level) {
  candidateCount_ = 0;
  for (uint32_t i = 0; i < touchedCount_; i++) {
    const uint32_t page = touched_[i];
    const uint64_t gain = gains_[page];
    gains_[page] = 0;
    leave({page, uint32_t(gain), level + int64_t(gain >> 32)});
  }
}

/** Leaves a candidate in the list if it may pass the bar. There is no branch, since the outcome is nearly random. */
inline void Skipper::leave(const Candidate& candidate) {
  candidates_[candidateCount_] = candidate;
  candidateCount_ += candidate.most >= bar_ ? 1 : 0;
}

/** Gets the bits of groups for the look-ups of candidates, when that many look-ups would cost more. */
void Skipper::findBits() {
  for (uint32_t g = 0; g < levels_.groups().size(); g++) {
    const LeveledGroup& group = levels_.groups()[g];
    Here& here = here_[g];
    if (here.level == 0) continue;
    const bool dear = uint64_t(candidateCount_) * group.partCount * kLookUpCost > here.postings;
    if (!dear && !bits_.areThere(group.number)) continue;
    here.bits = bits_.of(group.number);
    if (!bits_.areStored(group.number)) continue;
    for (uint32_t i = 0; i < candidateCount_; i++) fetchLine(here.bits + candidates_[i].page / 32);
  }
}

/** Subtracts the level of a group from candidates that lack it, by its bits. */
void Skipper::leaveOutLacking(uint32_t g) {
  const Here& here = here_[g];
  const uint32_t count = candidateCount_;
  candidateCount_ = 0;
  for (uint32_t i = 0; i < count; i++) {
    const Candidate& candidate = candidates_[i];
    const bool has = hasBit(here.bits, candidate.page);
    const bool lacks = !candidate.knows(g) && !has;
    leave({candidate.page, candidate.known | (lacks ? 1u << g : 0), candidate.most - (lacks ? here.level : 0)});
  }
}

/** Replaces the level of a group by the candidates' gains from it. Impacts are scattered, and are prefetched for all together. */
void Skipper::addGains(uint32_t partition, uint32_t g) {
  const LeveledGroup& group = levels_.groups()[g];
  const uint32_t count = candidateCount_;
  std::fill_n(bests_.begin(), count, -1);
  for (uint32_t p = group.firstPart; p < group.firstPart + group.partCount; p++) {
    const Row row = rows_.of(p, partition);
    if (row.length() == 0) continue;
    for (uint32_t i = 0; i < count; i++) {
      const Candidate& candidate = candidates_[i];
      postings_[i] = candidate.knows(g) ? kNoPosting : findPosting(*index_, partition, plan_->terms[p], row, candidate.page);
      if (postings_[i] != kNoPosting) fetchLine(index_->postingImpacts.data + postings_[i]);
    }
    for (uint32_t i = 0; i < count; i++) {
      if (postings_[i] == kNoPosting) continue;
      bests_[i] = std::max(bests_[i], int64_t(index_->postingImpacts[postings_[i]]) * levels_.part(p).factor);
    }
  }
  candidateCount_ = 0;
  for (uint32_t i = 0; i < count; i++) {
    const Candidate& candidate = candidates_[i];
    const int64_t gain = bests_[i] < 0 ? 0 : bests_[i] + group.bonus;
    leave({candidate.page, candidate.known, candidate.most - (candidate.knows(g) ? 0 : here_[g].level - gain)});
  }
}

/** Gain of a page from a group: its best expansion there, and the bonus. */
int64_t Skipper::gain(uint32_t partition, const LeveledGroup& group, uint32_t page) const {
  bool found = false;
  int64_t best = 0;
  for (uint32_t p = group.firstPart; p < group.firstPart + group.partCount; p++) {
    const uint32_t posting = findPosting(*index_, partition, plan_->terms[p], rows_.of(p, partition), page);
    if (posting == kNoPosting) continue;
    found = true;
    best = std::max(best, int64_t(index_->postingImpacts[posting]) * levels_.part(p).factor);
  }
  return found ? best + group.bonus : 0;
}

/** Inserts a page into the list of the best, which is sorted once it is full. */
void Skipper::keep(uint32_t page, int64_t sum) {
  const uint64_t key = keyOf(int32_t(sum), page);
  std::vector<uint64_t>& keys = scorer_->keys_;
  if (bar_ >= 0 && key < keys.back()) return;
  if (std::binary_search(done_.begin(), done_.end(), page)) return;
  if (bar_ < 0) {
    keys.push_back(key);
    if (keys.size() < wanted_) return;
    std::sort(keys.begin(), keys.end(), std::greater<uint64_t>());
  } else {
    size_t at = keys.size() - 1;
    for (; at > 0 && keys[at - 1] < key; at--) keys[at] = keys[at - 1];
    keys[at] = key;
  }
  bar_ = int64_t(keys.back() >> 32);
}

}  // namespace signpost
