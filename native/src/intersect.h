// Number of matching pages, from page numbers alone, as bits or one by one.
#pragma once

#include <vector>

#include "group-bits.h"

namespace signpost {

class Intersection {
 public:
  /** Sets the query. `bits` must be in the partition that is counted. */
  void begin(const Index& index, const CompiledPlan& plan, const PlanRows& rows, GroupBits& bits);

  /** Counts the pages of a partition that match every countable group; 0 when the plan says that none does. */
  uint32_t countAll(uint32_t partition);

  /** Counts the pages of all partitions that match any group. */
  uint32_t countAny();

 private:
  struct Member {
    uint32_t group;
    uint32_t postings;
  };

  bool gather();
  void fetch(uint32_t partition) const;
  bool has(const Member& member, uint32_t page) const;
  uint32_t countListed(size_t firstMember) const;
  void listMarked();
  uint32_t partsOf(const Member& member) const { return plan_->starts[member.group + 1] - plan_->starts[member.group]; }

  const Index* index_ = nullptr;
  const CompiledPlan* plan_ = nullptr;
  const PlanRows* rows_ = nullptr;
  GroupBits* groupBits_ = nullptr;
  uint32_t partition_ = 0;
  /** The countable groups by rising number of postings in the partition. */
  std::vector<Member> members_;
  std::vector<uint16_t> listed_;
  uint32_t bits_[kPartitionPages / 32];
};

}  // namespace signpost
