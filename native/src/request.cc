#include "request.h"

namespace signpost {

bool isWellFormed(const Request& request) {
  const uint64_t intCount = request.intCount;
  if (intCount < kRequestHeader) return false;
  const int32_t runs = request.ints[0];
  const int32_t titleLength = request.ints[1];
  if (runs < 0 || titleLength < 0 || uint32_t(titleLength) > request.unitCount || uint32_t(titleLength) > kMaxTitleUnits) {
    return false;
  }
  uint64_t at = kRequestHeader;
  uint64_t pairs = 0;
  for (int32_t run = 0; run < runs; run++) {
    if (at + kSignsInts > intCount) return false;
    const int32_t kind = request.ints[at];
    const int32_t start = request.ints[at + 2];
    const int32_t length = request.ints[at + 3];
    if (start < 0 || length < 1 || uint64_t(start) + uint64_t(length) > request.unitCount) return false;
    if (kind == kRunWord) {
      at += kWordInts;
    } else if (kind == kRunSigns) {
      const int32_t count = request.ints[at + 4];
      if (count < 1) return false;
      pairs += uint32_t(count);
      at += kSignsInts;
      if (at + uint64_t(count) * kPairInts > intCount) return false;
      for (int32_t pair = 0; pair < count; pair++, at += kPairInts) {
        const int32_t first = request.ints[at];
        const int32_t second = request.ints[at + 1];
        if (first < 0 || first > 0x10ffff || second < -1 || second > 0x10ffff) return false;
      }
    } else {
      return false;
    }
    if (at > intCount) return false;
  }
  if (pairs > request.weightCount) return false;
  for (uint64_t pair = 0; pair < pairs; pair++) {
    // NaN fails both comparisons.
    if (!(request.weights[pair] >= 0 && request.weights[pair] <= kMaxPairWeight)) return false;
  }
  return true;
}

}  // namespace signpost
