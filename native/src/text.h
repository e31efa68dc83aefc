// Texts in the form of the index: UTF-16 code units and two independent hashes (src/engine/text/hash.ts).
#pragma once

#include <cstddef>
#include <cstdint>

namespace signpost {

/** UTF-16 code units [data, data + length); it owns nothing. */
struct Units {
  const uint16_t* data = nullptr;
  uint32_t length = 0;

  uint16_t operator[](uint32_t i) const { return data[i]; }
  bool operator==(Units other) const;
};

/** FNV-1a with a final avalanche; `skipA` and `skipB` are positions to leave out (-1 for none). */
uint32_t hashUnits(const uint16_t* units, int32_t start, int32_t end, int32_t skipA, int32_t skipB);
uint32_t hashText(Units text);

/** Second hash, independent of `hashText`. It is never 0. */
uint32_t fingerprintText(Units text);

/** Writes a code point as one or two units; returns their number. */
uint32_t encodeUtf16(uint32_t code, uint16_t* out);

/** Writes at most 3 bytes per unit; lone surrogates become U+FFFD. Returns the bytes written. */
uint32_t encodeUtf8(Units text, uint8_t* out);

/** Classes of code units (src/engine/text/characters.ts). */
enum CharacterClass : uint8_t { kOther = 0, kWord = 1, kHanKana = 2, kHangul = 3 };

/** One class for each of the 65,536 code units. The caller of `createEngine` owns it. */
using ClassTable = const uint8_t*;

/** Calls `visit(gram)` for each 16-bit hash of a trigram of a word or of a pair of CJK characters in a normalised title. */
template <typename Visit>
void visitGrams(Units title, ClassTable classes, Visit visit) {
  auto isCjk = [classes](uint32_t code) { return classes[code] == kHanKana || classes[code] == kHangul; };
  auto mix = [](uint32_t a, uint32_t b, uint32_t c) -> uint16_t {
    uint32_t hash = (a * 0x9e3779b1u) ^ (b * 0x85ebca6bu) ^ (c * 0xc2b2ae35u);
    hash = (hash ^ (hash >> 15)) * 0x2c1b3c6du;
    return static_cast<uint16_t>((hash ^ (hash >> 16)) & 0xffff);
  };
  uint32_t before = 0x20;
  for (uint32_t i = 0; i < title.length; i++) {
    const uint32_t code = title[i];
    if (code == 0x20) {
      before = code;
      continue;
    }
    const uint32_t next = i + 1 < title.length ? title[i + 1] : 0x20;
    if (isCjk(code)) {
      if (isCjk(next)) visit(mix(code, next, 0));
    } else {
      visit(mix(isCjk(before) ? 0x20 : before, code, isCjk(next) ? 0x20 : next));
    }
    before = code;
  }
}

}  // namespace signpost
