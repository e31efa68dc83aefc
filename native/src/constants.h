// Constants of the score. Their values are only in src/engine/index/scoring.ts; JavaScript passes them in this order.
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
  CONSTANT(longQuery)                \
  CONSTANT(candidates)               \
  CONSTANT(scoreDivisor)             \
  CONSTANT(titlePhrase)              \
  CONSTANT(titleDice)                \
  CONSTANT(titleContains)            \
  CONSTANT(titleCoverage)            \
  CONSTANT(titleStart)               \
  CONSTANT(bestSection)              \
  CONSTANT(closeness)                \
  CONSTANT(fewWords)                 \
  CONSTANT(fewCloseWords)            \
  CONSTANT(manyWordsGain)            \
  CONSTANT(label)                    \
  CONSTANT(labelTitle)               \
  CONSTANT(labelLinks)               \
  CONSTANT(labelShare)               \
  CONSTANT(prominence)               \
  CONSTANT(sectionGap)               \
  CONSTANT(sectionHeading)           \
  CONSTANT(sectionWhole)             \
  CONSTANT(sectionPath)              \
  CONSTANT(sectionOwn)               \
  CONSTANT(sectionText)              \
  CONSTANT(sectionOften)             \
  CONSTANT(sectionLabel)             \
  CONSTANT(sectionExact)             \
  CONSTANT(sectionDepth)             \
  CONSTANT(sectionLate)              \
  CONSTANT(sectionTop)               \
  CONSTANT(sectionTitle)             \
  CONSTANT(nearPositions)

/** Number of pages that enter the rest of the search, and the largest `limit` of a query. */
constexpr uint32_t kCandidates = 50;

/** RANK and RERANK of src/engine/index/scoring.ts. */
struct Constants {
#define SIGNPOST_CONSTANT(name) double name = 0;
  SIGNPOST_CONSTANTS(SIGNPOST_CONSTANT)
#undef SIGNPOST_CONSTANT
};

}  // namespace signpost
