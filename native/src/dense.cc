#include "dense.h"

#include "processor.h"

namespace signpost {

namespace {

/** A plain loop, which the compiler turns into vector instructions of whatever target it is inlined into. */
__attribute__((always_inline)) inline void addNotedPlainly(int32_t* sums, int32_t* bests, uint32_t pages, uint32_t bonus) {
  for (uint32_t i = 0; i < pages; i++) {
    const uint32_t best = uint32_t(bests[i]);
    sums[i] = int32_t(uint32_t(sums[i]) + ((best - kNoted + bonus) & -(best & kNoted)));
    bests[i] = 0;
  }
}

}  // namespace

#if defined(SIGNPOST_X86_VECTORS)

namespace {

/** Pages per posting up to which a row is dense: with fewer postings it is quicker to go from posting to posting. */
constexpr uint32_t kDenseShare = 5;
/** Pages of a word of bits, and of one step. */
constexpr uint32_t kWordPages = 32;
constexpr uint32_t kStepPages = 8;

struct Places {
  uint8_t of[1u << kStepPages][kStepPages];
};

/** For the bits of eight pages, the index of the next impact that each page gets, or 0x80, which `pshufb` turns into 0. */
constexpr Places makePlaces() {
  Places places{};
  for (uint32_t bits = 0; bits < 1u << kStepPages; bits++) {
    uint8_t next = 0;
    for (uint32_t page = 0; page < kStepPages; page++) places.of[bits][page] = (bits >> page & 1) != 0 ? next++ : 0x80;
  }
  return places;
}

alignas(64) constexpr Places kPlaces = makePlaces();

/** The impacts of eight pages, 0 for pages that the row lacks: no posting has an impact of 0. */
SIGNPOST_VECTORS_INLINE __m256i spread(const uint8_t* impacts, uint32_t bits) {
  const __m128i packed = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(impacts));
  const __m128i places = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(kPlaces.of[bits]));
  return _mm256_cvtepu8_epi32(_mm_shuffle_epi8(packed, places));
}

/** Adds a row's values to the sums of pages. */
struct Adding {
  int32_t* sums;
  uint32_t bonus;

  SIGNPOST_VECTORS_INLINE void step(uint32_t page, __m256i values, __m256i isThere) const {
    const __m256i gains = _mm256_add_epi32(values, _mm256_and_si256(isThere, _mm256_set1_epi32(int32_t(bonus))));
    __m256i* const at = reinterpret_cast<__m256i*>(sums + page);
    _mm256_storeu_si256(at, _mm256_add_epi32(_mm256_loadu_si256(at), gains));
  }
};

/** Records the values of pages where they are the best so far. */
struct Noting {
  int32_t* bests;

  SIGNPOST_VECTORS_INLINE void step(uint32_t page, __m256i values, __m256i isThere) const {
    const __m256i noted = _mm256_or_si256(values, _mm256_and_si256(isThere, _mm256_set1_epi32(kNoted)));
    __m256i* const at = reinterpret_cast<__m256i*>(bests + page);
    _mm256_storeu_si256(at, _mm256_max_epi32(_mm256_loadu_si256(at), noted));
  }
};

template <typename Visitor>
SIGNPOST_VECTORS_INLINE void visitStep(const Visitor visitor, uint32_t page, __m256i impacts, uint32_t factor) {
  const __m256i isThere = _mm256_cmpgt_epi32(impacts, _mm256_setzero_si256());
  visitor.step(page, _mm256_mullo_epi32(impacts, _mm256_set1_epi32(int32_t(factor))), isThere);
}

/** A dense row: the impacts of all rows, the position of its first impact, and whole words of bits of its pages. */
struct DenseRow {
  const uint8_t* impacts;
  uint32_t length;
  const uint32_t* bits;
  uint32_t words;
  uint32_t first;
};

/** @returns the first posting that was not visited */
template <typename Visitor>
SIGNPOST_VECTORS_INLINE uint32_t visitWords(const Visitor visitor, const DenseRow row, uint32_t factor) {
  // These are copies; otherwise the compiler reads them again after each store, which might have changed them.
  const auto [impacts, length, bits, words, first] = row;
  uint32_t at = first;
  // Eight bytes are read for each eight pages, however few of them belong to the row.
  for (uint32_t word = 0; word < words && uint64_t(at) + kWordPages + kStepPages <= length; word++) {
    const uint32_t marks = bits[word];
    const uint32_t page = word * kWordPages;
    const uint8_t* const from = impacts + at;
    visitStep(visitor, page, spread(from, marks & 0xff), factor);
    visitStep(visitor, page + 8, spread(from + _mm_popcnt_u32(marks & 0xff), marks >> 8 & 0xff), factor);
    visitStep(visitor, page + 16, spread(from + _mm_popcnt_u32(marks & 0xffff), marks >> 16 & 0xff), factor);
    visitStep(visitor, page + 24, spread(from + _mm_popcnt_u32(marks & 0xffffff), marks >> 24), factor);
    at += uint32_t(_mm_popcnt_u32(marks));
  }
  return at;
}

SIGNPOST_VECTORS uint32_t addWords(const Adding adding, const DenseRow row, uint32_t factor) {
  return visitWords(adding, row, factor);
}

SIGNPOST_VECTORS uint32_t noteWords(const Noting noting, const DenseRow row, uint32_t factor) {
  return visitWords(noting, row, factor);
}

DenseRow denseRowOf(const Index& index, uint32_t partition, uint32_t term, Row row) {
  // Some bits of the last word belong to no page, and may be set in a damaged index.
  const uint32_t words = index.pagesOf(partition) / kWordPages;
  return {index.postingImpacts.data, index.postingImpacts.length, index.bitsOf(partition, term), words, row.start};
}

SIGNPOST_VECTORS void addNotedByVectors(int32_t* sums, int32_t* bests, uint32_t pages, uint32_t bonus) {
  addNotedPlainly(sums, bests, pages, bonus);
}

}  // namespace

bool isDense(const Index& index, uint32_t partition, uint32_t term, Row row) {
  return hasVectors && term < index.bitTermCount && uint64_t(row.length()) * kDenseShare >= index.pagesOf(partition);
}

uint32_t addDense(int32_t* sums, const Index& index, uint32_t partition, uint32_t term, Row row, uint32_t factor, uint32_t bonus) {
  return addWords({sums, bonus}, denseRowOf(index, partition, term, row), factor);
}

uint32_t noteDense(int32_t* bests, const Index& index, uint32_t partition, uint32_t term, Row row, uint32_t factor) {
  return noteWords({bests}, denseRowOf(index, partition, term, row), factor);
}

void addNoted(int32_t* sums, int32_t* bests, uint32_t pages, uint32_t bonus) {
  if (hasVectors) addNotedByVectors(sums, bests, pages, bonus);
  else addNotedPlainly(sums, bests, pages, bonus);
}

#else

bool isDense(const Index&, uint32_t, uint32_t, Row) { return false; }

uint32_t addDense(int32_t*, const Index&, uint32_t, uint32_t, Row row, uint32_t, uint32_t) { return row.start; }

uint32_t noteDense(int32_t*, const Index&, uint32_t, uint32_t, Row row, uint32_t) { return row.start; }

void addNoted(int32_t* sums, int32_t* bests, uint32_t pages, uint32_t bonus) { addNotedPlainly(sums, bests, pages, bonus); }

#endif

}  // namespace signpost
