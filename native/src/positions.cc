#include "positions.h"

#include <cstddef>
#include <cstring>

namespace signpost {

namespace {

/** Far above what kPositionBlock postings have (src/search/positions.ts). */
constexpr ptrdiff_t kMaxBlockBytes = 8192;

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
/**
 * Skips postings eight bytes at a time, as long as eight are left: `at` and `before`, the postings yet to skip, are moved on
 * together. Each posting is a row of varints, and the first byte of a varint says whether it is the last of its posting.
 */
void skipWords(const uint8_t*& at, const uint8_t* stop, uint32_t& before) {
  constexpr uint64_t kTops = 0x8080808080808080;
  // 0x80 where the byte before `at` says that its varint goes on.
  uint64_t inside = 0;
  while (stop - at >= 8) {
    uint64_t bytes;
    std::memcpy(&bytes, at, sizeof bytes);
    const uint64_t goesOn = bytes & kTops;
    uint64_t last = ~(goesOn << 8 | inside) & (bytes << 7) & kTops;
    const uint32_t count = uint32_t((last >> 7) * 0x0101010101010101 >> 56);
    if (count >= before) {
      for (; before > 1; before--) last &= last - 1;
      at += __builtin_ctzll(last) / 8;
      return;
    }
    before -= count;
    inside = goesOn >> 56;
    at += 8;
  }
  // Its first byte has been counted.
  if (inside != 0) {
    while (at < stop && *at > 127) at++;
    if (at < stop) at++;
  }
}
#else
void skipWords(const uint8_t*&, const uint8_t*, uint32_t&) {}
#endif

/** Where the positions of a posting begin, or the end of all. */
const uint8_t* findPositions(const Index& index, uint32_t posting, uint32_t block) {
  const uint8_t* const end = index.positionBytes.data + index.positionBytes.length;
  if (block >= index.positionBytes.length) return end;
  const uint8_t* at = index.positionBytes.data + block;
  // No block of a sound index has more, and a damaged one must not be walked through from end to end.
  const uint8_t* const stop = end - at > kMaxBlockBytes ? at + kMaxBlockBytes : end;
  uint32_t before = posting % kPositionBlock;
  if (before > 0) skipWords(at, stop, before);
  for (; before > 0; at++) {
    if (at == stop) return end;
    before -= *at & 1;
    while (*at > 127) {
      if (++at == stop) return end;
    }
  }
  return at;
}

}  // namespace

uint32_t readPositions(const Index& index, uint32_t posting, uint32_t block, uint32_t* out, uint32_t room) {
  const uint8_t* const end = index.positionBytes.data + index.positionBytes.length;
  const uint8_t* at = findPositions(index, posting, block);
  uint32_t position = 0;
  uint32_t count = 0;
  bool last = false;
  while (!last && at < end && count < room) {
    uint32_t byte = *at++;
    last = (byte & 1) != 0;
    uint32_t distance = (byte & 127) >> 1;
    for (uint32_t shift = 6; byte > 127 && at < end && shift < 32; shift += 7) {
      byte = *at++;
      distance |= (byte & 127) << shift;
    }
    // Nothing stands at 0: then the posting has no positions.
    if (distance == 0) break;
    position += distance;
    out[count++] = position;
  }
  return count;
}

}  // namespace signpost
