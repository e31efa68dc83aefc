// The rows of all terms of a plan in all partitions. They are scattered, so they are found once, and together.
#pragma once

#include <vector>

#include "plan.h"
#include "rows.h"

namespace signpost {

/** Cost of looking for a page in a row, in postings read sequentially. */
constexpr uint32_t kLookUpCost = 24;

class PlanRows {
 public:
  void find(const Index& index, const CompiledPlan& plan) {
    partitionCount_ = index.partitionCount;
    const uint32_t parts = plan.starts[plan.groupCount];
    rows_.resize(size_t(parts) * partitionCount_);
    for (uint32_t part = 0; part < parts; part++) findAll(index, plan.terms[part], rows_.data() + size_t(part) * partitionCount_);
  }

  /** The row of the plan's i-th expansion. */
  Row of(uint32_t part, uint32_t partition) const { return rows_[size_t(part) * partitionCount_ + partition]; }

 private:
  static void findAll(const Index& index, uint32_t term, Row* rows) {
    const uint32_t count = index.partitionCount;
    if (term < index.denseTermCount) {
      const uint32_t* starts = index.postingStarts.data + index.denseRow(0, term);
      for (uint32_t partition = 0; partition < count; partition++) rows[partition] = {starts[partition], starts[partition + 1]};
      return;
    }
    RareRows rare(index, term);
    for (uint32_t partition = 0; partition < count; partition++) rows[partition] = rare.of(partition);
  }

  uint32_t partitionCount_ = 0;
  /** The row of expansion e and partition p is at e · partitions + p. */
  std::vector<Row> rows_;
};

}  // namespace signpost
