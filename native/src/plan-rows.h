// The rows of all terms of a plan in all partitions: they lie far apart, so they are found once, and together.
#pragma once

#include <vector>

#include "plan.h"
#include "rows.h"

namespace signpost {

/** What it costs to look for a page in a row, in postings read one after another. */
constexpr uint32_t kLookUpCost = 24;

class PlanRows {
 public:
  void find(const Index& index, const CompiledPlan& plan) {
    partitionCount_ = index.partitionCount;
    const uint32_t parts = plan.starts[plan.groupCount];
    rows_.resize(size_t(parts) * partitionCount_);
    for (uint32_t part = 0; part < parts; part++) findAll(index, plan.terms[part], rows_.data() + size_t(part) * partitionCount_);
  }

  /** Of the plan's i-th expansion. */
  Row of(uint32_t part, uint32_t partition) const { return rows_[size_t(part) * partitionCount_ + partition]; }

 private:
  static void findAll(const Index& index, uint32_t term, Row* rows) {
    const uint32_t* starts = index.postingStarts.data;
    if (term < index.denseTermCount) {
      const uint32_t* of = starts + index.denseRow(0, term);
      for (uint32_t partition = 0; partition < index.partitionCount; partition++) rows[partition] = {of[partition], of[partition + 1]};
      return;
    }
    const uint64_t firstRare = uint64_t(index.partitionCount) * index.denseTermCount;
    const uint64_t row = firstRare + term - index.denseTermCount;
    const uint8_t* partitions = index.rarePartitions.data - starts[firstRare];
    uint32_t at = starts[row];
    const uint32_t stop = starts[row + 1];
    for (uint32_t partition = 0; partition < index.partitionCount; partition++) {
      while (at < stop && partitions[at] < partition) at++;
      const uint32_t start = at;
      while (at < stop && partitions[at] == partition) at++;
      rows[partition] = {start, at};
    }
  }

  uint32_t partitionCount_ = 0;
  /** Of expansion e and partition p: e · partitions + p. */
  std::vector<Row> rows_;
};

}  // namespace signpost
