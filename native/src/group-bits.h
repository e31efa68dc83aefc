// Bits of the pages of one partition that have a group of a plan, computed on demand.
#pragma once

#include <algorithm>
#include <vector>

#include "plan-rows.h"

namespace signpost {

class GroupBits {
 public:
  GroupBits() : made_(size_t(kMaxGroups) * kWords) {}

  void begin(const Index& index, const CompiledPlan& plan, const PlanRows& rows) {
    index_ = &index;
    plan_ = &plan;
    rows_ = &rows;
  }

  void enter(uint32_t partition) {
    partition_ = partition;
    isMade_ = 0;
  }

  /** Whether the index stores the bits, as it does for a group of one frequent term. */
  bool areStored(uint32_t group) const {
    const uint32_t from = plan_->starts[group];
    return plan_->starts[group + 1] - from == 1 && plan_->terms[from] < index_->bitTermCount;
  }

  /** Whether the bits are in the index, or were computed in this partition. */
  bool areThere(uint32_t group) const { return areStored(group) || (isMade_ >> group & 1) != 0; }

  const uint32_t* of(uint32_t group) {
    if (areStored(group)) return index_->bitsOf(partition_, plan_->terms[plan_->starts[group]]);
    uint32_t* const bits = made_.data() + size_t(group) * kWords;
    if ((isMade_ >> group & 1) == 0) {
      std::fill_n(bits, index_->bitWords(), 0);
      for (uint32_t part = plan_->starts[group]; part < plan_->starts[group + 1]; part++) mark(part, bits);
      isMade_ |= 1u << group;
    }
    return bits;
  }

  /** Marks the pages of one expansion. */
  void mark(uint32_t part, uint32_t* bits) const {
    const uint32_t term = plan_->terms[part];
    if (term < index_->bitTermCount) {
      const uint32_t* of = index_->bitsOf(partition_, term);
      for (uint32_t word = 0; word < index_->bitWords(); word++) bits[word] |= of[word];
      return;
    }
    const Row row = rows_->of(part, partition_);
    const uint16_t* pages = index_->postingPages.data;
    for (uint32_t i = row.start; i < row.end; i++) bits[pages[i] / 32] |= 1u << (pages[i] % 32);
  }

 private:
  static constexpr uint32_t kWords = kPartitionPages / 32;

  const Index* index_ = nullptr;
  const CompiledPlan* plan_ = nullptr;
  const PlanRows* rows_ = nullptr;
  uint32_t partition_ = 0;
  /** Groups whose bits were computed. */
  uint32_t isMade_ = 0;
  std::vector<uint32_t> made_;
};

}  // namespace signpost
