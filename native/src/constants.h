// What the score is made of. The numbers stand in src/engine/index/scoring.ts alone; JavaScript hands them over in this order.
#pragma once

#include <cstdint>

namespace signpost {

#define SIGNPOST_CONSTANTS(CONSTANT) \
  CONSTANT(prefixWeight)             \
  CONSTANT(prefixBesideExact)        \
  CONSTANT(prefixLimit)              \
  CONSTANT(typoWeight)               \
  CONSTANT(typoLimit)                \
  CONSTANT(synonymWeight)            \
  CONSTANT(stopWordWeight)           \
  CONSTANT(matchBonus)               \
  CONSTANT(exactTitleBonus)          \
  CONSTANT(acrossWordsWeight)        \
  CONSTANT(loneSignWeight)           \
  CONSTANT(candidates)               \
  CONSTANT(scoreDivisor)             \
  CONSTANT(titlePhrase)              \
  CONSTANT(titleDice)                \
  CONSTANT(titleContains)            \
  CONSTANT(titleCoverage)            \
  CONSTANT(titleStart)               \
  CONSTANT(bestSection)              \
  CONSTANT(closeness)

/** As many pages as go into the rest of the search; the largest `limit` of a query. */
constexpr uint32_t kCandidates = 50;

/** RANK and RERANK of src/engine/index/scoring.ts. */
struct Constants {
#define SIGNPOST_CONSTANT(name) double name = 0;
  SIGNPOST_CONSTANTS(SIGNPOST_CONSTANT)
#undef SIGNPOST_CONSTANT
};

}  // namespace signpost
