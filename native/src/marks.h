// The words of a plan, by their terms.
#pragma once

#include <vector>

#include "extracts.h"
#include "plan.h"

namespace signpost {

/** Groups of terms for a scan over texts, nearly all of whose words are in no group. */
class Marks {
 public:
  /** @param groupOfTerm Group + 1 of each term, 0 for none; it must outlive the calls that follow. */
  void begin(const Index& index, const Plan& plan, const uint8_t* groupOfTerm) {
    for (uint32_t term : marked_) bits_[term % kBits / 64] = 0;
    marked_.clear();
    groupOfTerm_ = groupOfTerm;
    termCount_ = std::min(index.termCount, kMarkedTerms);
    for (uint32_t g = 0; g < plan.groupCount; g++) {
      for (uint32_t t = 0; t < plan.groups[g].length; t++) {
        const uint32_t term = plan.groups[g].terms[t];
        bits_[term % kBits / 64] |= uint64_t(1) << (term % 64);
        marked_.push_back(term);
      }
    }
  }

  /** Group + 1 of a term, which may be any number; 0 for none. */
  uint32_t groupOf(uint32_t term) const {
    if ((bits_[term % kBits / 64] >> (term % 64) & 1) == 0) return 0;
    return term < termCount_ ? groupOfTerm_[term] : 0;
  }

 private:
  /** These bits stay in the cache; the table of all terms does not. */
  static constexpr uint32_t kBits = 1 << 15;

  uint64_t bits_[kBits / 64] = {};
  std::vector<uint32_t> marked_;
  const uint8_t* groupOfTerm_ = nullptr;
  uint32_t termCount_ = 0;
};

}  // namespace signpost
