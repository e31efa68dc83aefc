// An index of one locale as a view over the bytes that src/engine/index/layout.ts describes. It owns only the synonyms.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "text.h"

namespace signpost {

// The same bounds as in src/engine/index/layout.ts.

/** Maximum number of pages of one partition. */
constexpr uint32_t kPartitionPages = 16384;
constexpr uint32_t kMaxPartitions = 256;
/** Words of `pageBits` that share one of `bitRanks`. */
constexpr uint32_t kRankWords = 16;
/** Postings that share one offset of positions. */
constexpr uint32_t kPositionBlock = 16;

// The parts of a label (src/engine/index/labels.ts): a head of four numbers, then terms with their weights.
constexpr uint32_t kLabelTermMask = 63;
constexpr uint32_t kLabelGainShift = 6;
constexpr uint32_t kLabelShareShift = 12;
constexpr uint32_t kLabelSumShift = 18;
constexpr uint32_t kLabelUnits = 63;
constexpr uint32_t kLabelTermShift = 8;
constexpr uint32_t kLabelWeightMask = 255;
constexpr double kLabelWeightSteps = 16;
constexpr double kProminenceUnits = 255;

template <typename T>
struct Array {
  const T* data = nullptr;
  uint32_t length = 0;

  T operator[](size_t i) const { return data[i]; }
};

constexpr uint32_t kSurfaceSample = 16;

/** The first four code units as one number, in the order of texts; shorter texts come first. */
uint64_t surfaceKey(Units text);

constexpr uint32_t kLetterBits = 56;

/** A bit for each code unit modulo kLetterBits, and above these the length, at most 255. */
uint64_t lettersOf(Units text);

/** Position of one array in the index's bytes. */
struct Place {
  uint64_t byteOffset = 0;
  uint64_t length = 0;
};

// Name and element type, one line for each array that the engine reads. The addon passes these names to JavaScript,
// which returns their places in this order.
#define SIGNPOST_INDEX_ARRAYS(ARRAY) \
  ARRAY(termFingerprints, uint32_t)  \
  ARRAY(termNumbers, uint32_t)       \
  ARRAY(termPages, uint32_t)         \
  ARRAY(termScale, float)            \
  ARRAY(postingStarts, uint32_t)     \
  ARRAY(postingPages, uint16_t)      \
  ARRAY(postingImpacts, uint8_t)     \
  ARRAY(denseRowImpacts, uint8_t)    \
  ARRAY(rarePartitions, uint8_t)     \
  ARRAY(pageBits, uint32_t)          \
  ARRAY(bitRanks, uint16_t)          \
  ARRAY(surfaceStarts, uint32_t)     \
  ARRAY(surfaceUnits, uint16_t)      \
  ARRAY(surfaceTerms, uint32_t)      \
  ARRAY(surfacePages, uint32_t)      \
  ARRAY(nearStarts, uint32_t)        \
  ARRAY(nearSurfaces, uint16_t)      \
  ARRAY(farStarts, uint32_t)         \
  ARRAY(farSurfaces, uint16_t)       \
  ARRAY(signCodes, uint32_t)         \
  ARRAY(signStarts, uint32_t)        \
  ARRAY(signTerms, uint32_t)         \
  ARRAY(titleHashStarts, uint32_t)   \
  ARRAY(titleHashPages, uint32_t)    \
  ARRAY(titleHashes, uint32_t)       \
  ARRAY(titleStarts, uint32_t)       \
  ARRAY(titleBytes, uint8_t)         \
  ARRAY(titleTermStarts, uint32_t)   \
  ARRAY(titleTerms, uint32_t)        \
  ARRAY(gramStarts, uint32_t)        \
  ARRAY(grams, uint16_t)             \
  ARRAY(labelStarts, uint32_t)       \
  ARRAY(labels, uint32_t)            \
  ARRAY(prominences, uint8_t)        \
  ARRAY(positionBlocks, uint32_t)    \
  ARRAY(positionBytes, uint8_t)      \
  ARRAY(sectionStarts, uint32_t)     \
  ARRAY(sectionPositions, uint16_t)  \
  ARRAY(displayStarts, uint32_t)     \
  ARRAY(display, uint8_t)            \
  ARRAY(pathStarts, uint32_t)        \
  ARRAY(paths, uint8_t)              \
  ARRAY(siteAddressStarts, uint32_t) \
  ARRAY(siteAddresses, uint8_t)

/** An operator's synonyms, compiled by src/engine/index/synonyms.ts: replacements for sequences of units joined by spaces. */
struct Synonyms {
  struct Entry {
    uint32_t hash;
    std::u16string key;
    std::vector<uint32_t> terms;
  };
  /** Entries sorted by hash. */
  std::vector<Entry> entries;
  /** Maximum number of units of a key; 0 when there are no synonyms. */
  uint32_t longest = 0;

  const std::vector<uint32_t>* find(Units key) const;
};

struct IndexHeader {
  uint32_t pageCount = 0;
  /** Page p is page p mod partitionPages of partition p / partitionPages. */
  uint32_t partitionPages = 0;
  uint32_t partitionCount = 0;
  uint32_t termCount = 0;
  /** Terms below this number have a row of postings in each partition (rows.h). */
  uint32_t denseTermCount = 0;
  /** Terms below this number have a bit for each page (`pageBits`). */
  uint32_t bitTermCount = 0;
  /** Locale: `en`, `zh` or `ko`. */
  std::string locale;
  /** Prefix of the URLs of pages, as JSON bytes. */
  std::string urlPrefix;
};

struct Index : IndexHeader {
#define SIGNPOST_MEMBER(name, type) Array<type> name;
  SIGNPOST_INDEX_ARRAYS(SIGNPOST_MEMBER)
#undef SIGNPOST_MEMBER
  Synonyms synonyms;
  /** The first units of every kSurfaceSample-th surface form (`surfaceKey`), where a search among the forms begins. */
  std::vector<uint64_t> surfaceSamples;
  /** Letters of each surface form (`lettersOf`), which exclude most candidates for a typo without reading their text. */
  std::vector<uint64_t> surfaceLetters;

  Units surfaceText(uint32_t surface) const {
    const uint32_t start = surfaceStarts[surface];
    return {surfaceUnits.data + start, surfaceStarts[surface + 1] - start};
  }

  /** Number of the row of a dense term in a partition. */
  uint64_t denseRow(uint32_t partition, uint32_t term) const { return uint64_t(term) * partitionCount + partition; }

  /** Number of words for the bits of one term in one partition. */
  uint32_t bitWords() const { return (partitionPages + 31) / 32; }

  uint32_t rankCount() const { return (bitWords() + kRankWords - 1) / kRankWords; }

  const uint32_t* bitsOf(uint32_t partition, uint32_t term) const {
    return pageBits.data + denseRow(partition, term) * bitWords();
  }

  /** Number of pages of a partition; the last may have fewer than the others. */
  uint32_t pagesOf(uint32_t partition) const {
    const uint32_t first = partition * partitionPages;
    return pageCount - first < partitionPages ? pageCount - first : partitionPages;
  }
};

/** Names of the arrays in the order in which `openIndex` expects their places. */
const std::vector<const char*>& indexArrayNames();

/**
 * Fills `index` with views over `bytes`, which must outlive it. It checks every number that queries use as an offset or
 * an index. Positions and the ranks of bits are the exceptions: they are checked when they are read.
 *
 * @returns null, or the fault of the bytes; the index must then not be used.
 */
const char* openIndex(const uint8_t* bytes, uint64_t byteLength, const std::vector<Place>& places,
                      const IndexHeader& header, Synonyms synonyms, Index& index);

}  // namespace signpost
