#include "dense.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace signpost {

#if defined(__x86_64__)

namespace {

/** One page in so many has the term: with fewer it is quicker to go from posting to posting. */
constexpr uint32_t kDenseShare = 5;
/** Pages of a word of bits, and of one step. */
constexpr uint32_t kWordPages = 32;
constexpr uint32_t kStepPages = 8;

struct Places {
  uint8_t of[1u << kStepPages][kStepPages];
};

/** For the bits of eight pages: which of the next impacts each page gets, or 0x80, which `pshufb` makes 0 of. */
constexpr Places makePlaces() {
  Places places{};
  for (uint32_t bits = 0; bits < 1u << kStepPages; bits++) {
    uint8_t next = 0;
    for (uint32_t page = 0; page < kStepPages; page++) places.of[bits][page] = (bits >> page & 1) != 0 ? next++ : 0x80;
  }
  return places;
}

alignas(64) constexpr Places kPlaces = makePlaces();

__attribute__((target("avx2"), always_inline)) inline void addStep(int32_t* sums, const uint8_t* impacts, uint32_t bits,
                                                                  __m256i factors, __m256i bonuses) {
  const __m128i packed = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(impacts));
  const __m128i places = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(kPlaces.of[bits]));
  const __m256i eight = _mm256_cvtepu8_epi32(_mm_shuffle_epi8(packed, places));
  // No posting has an impact of 0.
  const __m256i isThere = _mm256_cmpgt_epi32(eight, _mm256_setzero_si256());
  const __m256i gains = _mm256_add_epi32(_mm256_mullo_epi32(eight, factors), _mm256_and_si256(isThere, bonuses));
  __m256i* const at = reinterpret_cast<__m256i*>(sums);
  _mm256_storeu_si256(at, _mm256_add_epi32(_mm256_loadu_si256(at), gains));
}

__attribute__((target("avx2,popcnt"))) uint32_t addWords(int32_t* sums, const Array<uint8_t>& impacts, const uint32_t* bits,
                                                        uint32_t words, uint32_t at, uint32_t factor, uint32_t bonus) {
  const __m256i factors = _mm256_set1_epi32(int32_t(factor));
  const __m256i bonuses = _mm256_set1_epi32(int32_t(bonus));
  // Eight bytes are read for each eight pages, however few of them are of the row.
  for (uint32_t word = 0; word < words && uint64_t(at) + kWordPages + kStepPages <= impacts.length; word++, sums += kWordPages) {
    const uint32_t marks = bits[word];
    const uint8_t* const from = impacts.data + at;
    addStep(sums, from, marks & 0xff, factors, bonuses);
    addStep(sums + 8, from + _mm_popcnt_u32(marks & 0xff), marks >> 8 & 0xff, factors, bonuses);
    addStep(sums + 16, from + _mm_popcnt_u32(marks & 0xffff), marks >> 16 & 0xff, factors, bonuses);
    addStep(sums + 24, from + _mm_popcnt_u32(marks & 0xffffff), marks >> 24, factors, bonuses);
    at += uint32_t(_mm_popcnt_u32(marks));
  }
  return at;
}

const bool hasInstructions = __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("popcnt") != 0;

}  // namespace

bool isDense(const Index& index, uint32_t partition, uint32_t term, Row row) {
  return hasInstructions && term < index.bitTermCount && uint64_t(row.length()) * kDenseShare >= index.pagesOf(partition);
}

uint32_t addDense(int32_t* sums, const Index& index, uint32_t partition, uint32_t term, Row row, uint32_t factor, uint32_t bonus) {
  // Of the last word some bits are of no page, and may be set in a damaged index.
  const uint32_t words = index.pagesOf(partition) / kWordPages;
  return addWords(sums, index.postingImpacts, index.bitsOf(partition, term), words, row.start, factor, bonus);
}

#else

bool isDense(const Index&, uint32_t, uint32_t, Row) { return false; }

uint32_t addDense(int32_t*, const Index&, uint32_t, uint32_t, Row row, uint32_t, uint32_t) { return row.start; }

#endif

}  // namespace signpost
