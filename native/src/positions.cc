#include "positions.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "processor.h"

namespace signpost {

namespace {

/** Limit far above the bytes of kPositionBlock postings (src/engine/build/positions.ts). */
constexpr ptrdiff_t kMaxBlockBytes = 8192;

// Each posting is a row of varints, and the first byte of a varint says whether it is the last of its posting.

/** Readable bytes of positions, from the first posting of a block on. */
struct Block {
  const uint8_t* from;
  /** End of skipping: no sound block is longer, and a damaged index must not be scanned from end to end. */
  const uint8_t* stop;
  const uint8_t* end;
};

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
/** Skips postings eight bytes at a time while possible, and advances `at` and `before`, the number of postings yet to skip, together. */
void skipWords(const uint8_t*& at, const uint8_t* stop, uint32_t& before) {
  constexpr uint64_t kTops = 0x8080808080808080;
  // 0x80 when the varint of the byte before `at` continues.
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
  // The first byte of this varint has been counted.
  if (inside != 0) {
    while (at < stop && *at > 127) at++;
    if (at < stop) at++;
  }
}
#else
void skipWords(const uint8_t*&, const uint8_t*, uint32_t&) {}
#endif

/** Beginning of the positions of a posting after so many others, or the end of all. */
const uint8_t* skipPostings(const Block& block, uint32_t before) {
  const uint8_t* at = block.from;
  if (before > 0) skipWords(at, block.stop, before);
  for (; before > 0; at++) {
    if (at == block.stop) return block.end;
    before -= *at & 1;
    while (*at > 127) {
      if (++at == block.stop) return block.end;
    }
  }
  return at;
}

uint32_t readPosting(const uint8_t* at, const uint8_t* end, uint16_t* out, uint32_t room) {
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
    // A distance of 0 is impossible, so the posting has no positions.
    if (distance == 0) break;
    position += distance;
    out[count++] = uint16_t(position);
  }
  return count;
}

uint32_t readPlainly(const Block& block, uint32_t before, uint16_t* out, uint32_t room) {
  return readPosting(skipPostings(block, before), block.end, out, room);
}

#if defined(SIGNPOST_X86_VECTORS)

constexpr ptrdiff_t kWindow = 64;
/** Bytes of the longest varint. */
constexpr ptrdiff_t kLongest = 3;

/** A bit for each byte of a window. */
struct Window {
  /** Whether another byte of the same varint follows. */
  uint64_t goesOn;
  uint64_t odd;
};

SIGNPOST_VECTORS_INLINE uint64_t topsOf(__m256i low, __m256i high) {
  return uint64_t(uint32_t(_mm256_movemask_epi8(high))) << 32 | uint32_t(_mm256_movemask_epi8(low));
}

SIGNPOST_VECTORS_INLINE Window windowAt(const uint8_t* at) {
  const __m256i low = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(at));
  const __m256i high = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(at + 32));
  // The shift moves the lowest bit of each byte to its top.
  return {topsOf(low, high), topsOf(_mm256_slli_epi16(low, 7), _mm256_slli_epi16(high, 7))};
}

/** Reads a posting whose positions all begin within a window, as most do. It reads the window and kLongest bytes more. */
SIGNPOST_VECTORS uint32_t readWindow(const uint8_t* at, uint64_t firsts, uint16_t* out, uint32_t room) {
  const uint32_t count = std::min(room, uint32_t(_mm_popcnt_u64(firsts)));
  uint32_t position = 0;
  for (uint32_t i = 0; i < count; i++, firsts &= firsts - 1) {
    uint32_t bytes;
    std::memcpy(&bytes, at + _tzcnt_u64(firsts), sizeof bytes);
    uint32_t distance = bytes >> 1 & 0x3f;
    // There is no branch, which would often be mispredicted; three bytes are rare.
    distance |= -(bytes >> 7 & 1) & (bytes >> 2 & 0x7f << 6);
    if ((bytes & 0x8080) == 0x8080) distance |= (bytes >> 16 & 0x7f) << 13;
    if (distance == 0) return i;
    position += distance;
    out[i] = uint16_t(position);
  }
  return count;
}

/** Like `readPlainly`, a window at a time; data that does not fit into windows is left to that function. */
SIGNPOST_VECTORS uint32_t readByWindows(const Block& block, uint32_t before, uint16_t* out, uint32_t room) {
  const uint8_t* at = block.from;
  uint64_t inside = 0;
  for (uint32_t left = before; left > 0;) {
    if (block.stop - at < kWindow) return readPlainly(block, before, out, room);
    const Window window = windowAt(at);
    uint64_t lasts = ~(window.goesOn << 1 | inside) & window.odd;
    const uint32_t count = uint32_t(_mm_popcnt_u64(lasts));
    if (count < left) {
      left -= count;
      inside = window.goesOn >> 63;
      at += kWindow;
      continue;
    }
    // This is as quick as `pdep`, which takes dozens of steps on some processors.
    for (; left > 1; left--) lasts &= lasts - 1;
    const uint64_t last = lasts & -lasts;
    const uint64_t ends = ~window.goesOn & -last;
    if (ends == 0) return readPlainly(block, before, out, room);
    at += _tzcnt_u64(ends) + 1;
    left = 0;
  }
  if (block.end - at < kWindow + kLongest) return readPosting(at, block.end, out, room);
  const Window window = windowAt(at);
  const uint64_t firsts = ~(window.goesOn << 1);
  const uint64_t lasts = firsts & window.odd;
  if (lasts == 0) return readPosting(at, block.end, out, room);
  return readWindow(at, firsts & (lasts ^ (lasts - 1)), out, room);
}

#endif

}  // namespace

uint32_t readPositions(const Index& index, uint32_t posting, uint32_t block, uint16_t* out, uint32_t room) {
  const uint32_t length = index.positionBytes.length;
  if (block >= length) return 0;
  const uint8_t* const from = index.positionBytes.data + block;
  const uint8_t* const end = index.positionBytes.data + length;
  const Block bytes = {from, end - from > kMaxBlockBytes ? from + kMaxBlockBytes : end, end};
  const uint32_t before = posting % kPositionBlock;
#if defined(SIGNPOST_X86_VECTORS)
  if (hasVectors) return readByWindows(bytes, before, out, room);
#endif
  return readPlainly(bytes, before, out, room);
}

}  // namespace signpost
