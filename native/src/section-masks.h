// Groups of a plan in each section of a page.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "processor.h"

namespace signpost {

/** Masks of sections, with scratch memory: one for each thread. */
class SectionMasks {
 public:
  /** Starts a page with the rising end positions of its sections. Earlier marks must have been taken. */
  void begin(const uint16_t* ends, uint32_t count) {
    const uint32_t whole = count / kTogether * kTogether + kTogether;
    if (ends_.size() < whole) {
      ends_.resize(whole);
      masks_.resize(whole);
      marked_.resize(whole + 1);
    }
    std::copy_n(ends, count, ends_.data());
    // No position is after these.
    std::fill(ends_.data() + count, ends_.data() + whole, UINT16_MAX);
  }

  /** Marks the section of a position, or the text after the last end, with the bits of a mask. */
  void mark(uint32_t position, uint32_t bits) {
    const uint32_t section = countBefore(uint16_t(position));
    marked_[markedCount_] = section;
    markedCount_ += masks_[section] == 0 ? 1 : 0;
    masks_[section] |= bits;
  }

  /** Calls `visit(mask)` for each section with marks, and clears them. */
  template <typename Visit>
  void take(Visit visit) {
    for (uint32_t i = 0; i < markedCount_; i++) {
      uint32_t& mask = masks_[marked_[i]];
      visit(mask);
      mask = 0;
    }
    markedCount_ = 0;
  }

 private:
  static constexpr uint32_t kTogether = 16;

  /** Number of ends before a position; at least one of the last ones is not. */
  uint32_t countBefore(uint16_t position) const {
    const uint16_t* ends = ends_.data();
#if defined(SIGNPOST_X86_VECTORS)
    const __m128i positions = _mm_set1_epi16(int16_t(position));
    for (uint32_t count = 0;; count += kTogether, ends += kTogether) {
      const __m128i* const at = reinterpret_cast<const __m128i*>(ends);
      const __m128i low = _mm_cmpeq_epi16(_mm_subs_epu16(positions, _mm_loadu_si128(at)), _mm_setzero_si128());
      const __m128i high = _mm_cmpeq_epi16(_mm_subs_epu16(positions, _mm_loadu_si128(at + 1)), _mm_setzero_si128());
      const uint32_t notBefore = uint32_t(_mm_movemask_epi8(_mm_packs_epi16(low, high)));
      if (notBefore != 0) return count + uint32_t(__builtin_ctz(notBefore));
    }
#else
    for (uint32_t count = 0;; ends += kTogether) {
      uint16_t before = 0;
      for (uint32_t i = 0; i < kTogether; i++) before = uint16_t(before + (ends[i] < position ? 1 : 0));
      count += before;
      if (before < kTogether) return count;
    }
#endif
  }

  /** Ends, filled up to a multiple of kTogether with at least one that does not belong to the page. */
  std::vector<uint16_t> ends_;
  /** Masks by section; zero except for marked sections. */
  std::vector<uint32_t> masks_;
  std::vector<uint32_t> marked_;
  uint32_t markedCount_ = 0;
};

}  // namespace signpost
