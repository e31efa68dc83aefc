#include "intersect.h"

#include <algorithm>

#include "fetch.h"
#include "score.h"

namespace signpost {

namespace {

/** Number of pages up to which they are looked up one by one: marking a whole partition costs more. */
constexpr uint32_t kFewPages = 48;

}  // namespace

void Intersection::begin(const Index& index, const CompiledPlan& plan, const PlanRows& rows, GroupBits& bits) {
  index_ = &index;
  plan_ = &plan;
  rows_ = &rows;
  groupBits_ = &bits;
}

uint32_t Intersection::countAll(uint32_t partition) {
  if (plan_->countableCount <= 0) return 0;
  partition_ = partition;
  if (partition + 1 < index_->partitionCount) fetch(partition + 1);
  if (!gather()) return 0;
  const Member& first = members_[0];
  if (partsOf(first) == 1) {
    if (members_.size() == 1) return first.postings;
    if (first.postings <= kFewPages) {
      const Row row = rows_->of(plan_->starts[first.group], partition);
      listed_.assign(index_->postingPages.data + row.start, index_->postingPages.data + row.end);
      return countListed(1);
    }
  }
  const uint32_t words = index_->bitWords();
  std::copy_n(groupBits_->of(first.group), words, bits_);
  uint32_t count = members_.size() == 1 ? countBits(bits_, words) : first.postings;
  for (size_t m = 1; m < members_.size() && count > 0; m++) {
    const Member& member = members_[m];
    if (!groupBits_->areThere(member.group) && uint64_t(count) * kLookUpCost * partsOf(member) < member.postings) {
      listMarked();
      return countListed(m);
    }
    const uint32_t* kept = groupBits_->of(member.group);
    for (uint32_t word = 0; word < words; word++) bits_[word] &= kept[word];
    count = countBits(bits_, words);
  }
  return count;
}

/** Finds the countable groups; false when the partition lacks one. */
bool Intersection::gather() {
  members_.clear();
  for (uint32_t g = 0; g < plan_->groupCount; g++) {
    if ((plan_->bonuses[g] & kCountMask) == 0) continue;
    Member member = {g, 0};
    for (uint32_t p = plan_->starts[g]; p < plan_->starts[g + 1]; p++) member.postings += rows_->of(p, partition_).length();
    if (member.postings == 0) return false;
    members_.push_back(member);
  }
  std::sort(members_.begin(), members_.end(), [](const Member& a, const Member& b) { return a.postings < b.postings; });
  return members_.size() == uint32_t(plan_->countableCount);
}

/** Prefetches the beginnings of rows for a later partition. */
void Intersection::fetch(uint32_t partition) const {
  for (uint32_t part = 0; part < plan_->starts[plan_->groupCount]; part++) {
    const uint32_t term = plan_->terms[part];
    if (term < index_->bitTermCount) fetchLine(index_->bitsOf(partition, term));
    else fetchLine(index_->postingPages.data + rows_->of(part, partition).start);
  }
}

void Intersection::listMarked() {
  listed_.clear();
  for (uint32_t word = 0; word < index_->bitWords(); word++) {
    for (uint32_t bits = bits_[word]; bits != 0; bits &= bits - 1) {
      listed_.push_back(uint16_t(word * 32 + uint32_t(__builtin_ctz(bits))));
    }
  }
}

/** Counts the listed pages that have all groups from the given one on. */
uint32_t Intersection::countListed(size_t firstMember) const {
  uint32_t count = 0;
  for (uint16_t page : listed_) {
    bool all = true;
    for (size_t m = firstMember; all && m < members_.size(); m++) all = has(members_[m], page);
    count += all ? 1 : 0;
  }
  return count;
}

bool Intersection::has(const Member& member, uint32_t page) const {
  if (groupBits_->areThere(member.group)) return hasBit(groupBits_->of(member.group), page);
  for (uint32_t p = plan_->starts[member.group]; p < plan_->starts[member.group + 1]; p++) {
    const uint32_t term = plan_->terms[p];
    const bool found = term < index_->bitTermCount ? hasBit(index_->bitsOf(partition_, term), page)
                                                   : findPosting(*index_, rows_->of(p, partition_), page) != kNoPosting;
    if (found) return true;
  }
  return false;
}

uint32_t Intersection::countAny() {
  const uint32_t words = index_->bitWords();
  uint32_t count = 0;
  for (uint32_t partition = 0; partition < index_->partitionCount; partition++) {
    groupBits_->enter(partition);
    std::fill_n(bits_, words, 0);
    for (uint32_t part = 0; part < plan_->starts[plan_->groupCount]; part++) groupBits_->mark(part, bits_);
    count += countBits(bits_, words);
  }
  return count;
}

}  // namespace signpost
