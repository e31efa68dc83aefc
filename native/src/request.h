// A query in the flat form in which it crosses from JavaScript: src/engine/native/request.ts writes it.
#pragma once

#include <cstdint>

#include "text.h"

namespace signpost {

/**
 * A request. `ints` holds the number of runs and the length of the title, and then for each run:
 *
 *     word   kRunWord  flags  textStart  textLength  termHash  termFingerprint
 *     signs  kRunSigns flags  textStart  textLength  pairCount, and for each pair: first, second (-1: none), place
 *
 * `units` holds the normalised title from 0 on, and the texts. `weights` holds one weight for each pair.
 */
struct Request {
  const int32_t* ints = nullptr;
  uint32_t intCount = 0;
  const uint16_t* units = nullptr;
  uint32_t unitCount = 0;
  const double* weights = nullptr;
  uint32_t weightCount = 0;
};

enum RunKind : int32_t { kRunWord = 0, kRunSigns = 1 };

/** Where a pair stands: within a word, across two Chinese words, or within words that say little, like a stop word. */
enum PairPlace : int32_t { kWithin = 0, kAcross = 1, kLittle = 2 };

enum RunFlags : int32_t {
  /** The run ends the query, so it may be the beginning of a longer word. */
  kLast = 1,
  kStop = 2,
  kNumeric = 4,
  /** Two Hangul characters that may be a noun of one character and a particle. */
  kMayBeShortNoun = 8,
};

constexpr uint32_t kRequestHeader = 2;
constexpr uint32_t kWordInts = 6;
constexpr uint32_t kSignsInts = 5;
constexpr uint32_t kPairInts = 3;

/** Limit of titles, beyond any query written by hand; it bounds scratch memory. */
constexpr uint32_t kMaxTitleUnits = 8192;

/** Maximum weight of a pair beside a word; sums of scores rely on it. */
constexpr double kMaxPairWeight = 1;

/** Whether every run lies within the arrays, and weights are in bounds. Nothing else of a request can do harm. */
bool isWellFormed(const Request& request);

/** The query, normalised in the same way as titles. */
inline Units titleOf(const Request& request) {
  return {request.units, static_cast<uint32_t>(request.ints[1])};
}

}  // namespace signpost
