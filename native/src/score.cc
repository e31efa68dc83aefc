#include "score.h"

#include <algorithm>
#include <cstring>
#include <functional>

#include "accumulate.h"
#include "processor.h"
#include "skip.h"

namespace signpost {

namespace {

/**
 * Counts the matching pages of whole blocks, and records the largest sum of each block. These are plain loops, which
 * the compiler turns into vector instructions of whatever target they are inlined into.
 */
__attribute__((always_inline)) inline uint32_t scanBlocks(const int32_t* sums, uint32_t blocks, int32_t* maxima) {
  uint32_t count = 0;
  for (uint32_t block = 0; block < blocks; block++, sums += kBlock) {
    int32_t largest = 0;
    int32_t matches = 0;
    for (uint32_t i = 0; i < kBlock; i++) {
      const int32_t sum = sums[i];
      largest = sum > largest ? sum : largest;
      matches += sum > 0 ? 1 : 0;
    }
    maxima[block] = largest;
    count += uint32_t(matches);
  }
  return count;
}

uint64_t markBlockBaseline(const int32_t* sums, int32_t threshold) {
  uint64_t marks = 0;
  for (uint32_t i = 0; i < kBlock; i++) marks |= uint64_t(sums[i] >= threshold ? 1 : 0) << i;
  return marks;
}

uint32_t countBitsBaseline(const uint32_t* bits, uint32_t words) {
  uint32_t count = 0;
  for (uint32_t word = 0; word < words; word++) count += countBits(bits[word]);
  return count;
}

/** Continues at the i-th impact, after `found` places. */
uint32_t findHighFrom(uint32_t i, const uint8_t* impacts, uint32_t count, uint8_t least, uint32_t* places, uint32_t found) {
  for (; i < count; i++) {
    places[found] = i;
    found += impacts[i] >= least ? 1 : 0;
  }
  return found;
}

uint32_t findHighBaseline(const uint8_t* impacts, uint32_t count, uint8_t least, uint32_t* places) {
  return findHighFrom(0, impacts, count, least, places, 0);
}

uint32_t scanBaseline(const int32_t* sums, uint32_t blocks, int32_t* maxima) { return scanBlocks(sums, blocks, maxima); }

#if defined(SIGNPOST_X86_VECTORS)
SIGNPOST_VECTORS uint32_t scanAvx2(const int32_t* sums, uint32_t blocks, int32_t* maxima) {
  return scanBlocks(sums, blocks, maxima);
}

SIGNPOST_VECTORS uint64_t markBlockAvx2(const int32_t* sums, int32_t threshold) {
  const __m256i below = _mm256_set1_epi32(threshold - 1);
  uint64_t marks = 0;
  for (uint32_t i = 0; i < kBlock; i += 8) {
    const __m256i eight = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(sums + i));
    const uint32_t above = uint32_t(_mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpgt_epi32(eight, below))));
    marks |= uint64_t(above) << i;
  }
  return marks;
}

SIGNPOST_VECTORS uint32_t countBitsAvx2(const uint32_t* bits, uint32_t words) {
  uint64_t count = 0;
  uint32_t word = 0;
  for (; word + 2 <= words; word += 2) {
    uint64_t two;
    std::memcpy(&two, bits + word, sizeof two);
    count += uint64_t(__builtin_popcountll(two));
  }
  if (word < words) count += uint64_t(__builtin_popcount(bits[word]));
  return uint32_t(count);
}

SIGNPOST_VECTORS uint32_t findHighAvx2(const uint8_t* impacts, uint32_t count, uint8_t least, uint32_t* places) {
  const __m256i wanted = _mm256_set1_epi8(char(least));
  uint32_t found = 0;
  uint32_t i = 0;
  for (; i + 32 <= count; i += 32) {
    const __m256i bytes = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(impacts + i));
    const __m256i equal = _mm256_cmpeq_epi8(_mm256_max_epu8(bytes, wanted), bytes);
    for (uint32_t marks = uint32_t(_mm256_movemask_epi8(equal)); marks != 0; marks &= marks - 1) {
      places[found++] = i + uint32_t(__builtin_ctz(marks));
    }
  }
  return findHighFrom(i, impacts, count, least, places, found);
}
#endif

/** Functions for the vector instructions of this machine. */
struct Instructions {
  const char* name;
  uint32_t (*scan)(const int32_t*, uint32_t, int32_t*);
  uint64_t (*mark)(const int32_t*, int32_t);
  uint32_t (*countBits)(const uint32_t*, uint32_t);
  uint32_t (*findHigh)(const uint8_t*, uint32_t, uint8_t, uint32_t*);
};

Instructions chooseInstructions() {
#if defined(SIGNPOST_X86_VECTORS)
  if (hasVectors) return {"avx2", scanAvx2, markBlockAvx2, countBitsAvx2, findHighAvx2};
#endif
  return {"baseline", scanBaseline, markBlockBaseline, countBitsBaseline, findHighBaseline};
}

const Instructions instructions = chooseInstructions();

/**
 * A sum, near the largest possible, that at least `wanted` of the numbers reach. `largest` is the largest of them, and
 * none is negative. There are at most 65,535 numbers.
 */
int32_t reachedBy(const int32_t* numbers, uint32_t count, uint32_t wanted, int32_t largest) {
  constexpr uint32_t kBits = 8;
  // The shift puts the largest into the upper half of the buckets.
  const uint32_t bits = 32 - uint32_t(__builtin_clz(uint32_t(largest) | 1));
  const uint32_t shift = bits > kBits ? bits - kBits : 0;
  uint16_t buckets[1u << kBits] = {};
  for (uint32_t i = 0; i < count; i++) buckets[uint32_t(numbers[i]) >> shift]++;
  uint32_t bucket = (uint32_t(largest) >> shift) + 1;
  for (uint32_t reached = 0; bucket > 0 && reached < wanted;) reached += buckets[--bucket];
  return int32_t(bucket << shift);
}

}  // namespace

uint64_t markBlock(const int32_t* sums, int32_t threshold) { return instructions.mark(sums, threshold); }

uint32_t countBits(const uint32_t* bits, uint32_t words) { return instructions.countBits(bits, words); }

uint32_t findHigh(const uint8_t* impacts, uint32_t count, uint8_t least, uint32_t* places) {
  return instructions.findHigh(impacts, count, least, places);
}

Scorer::Scorer()
    : sums_(new int32_t[kPartitionPages]()), bests_(new int32_t[kPartitionPages]()), maxima_(kPartitionPages / kBlock) {
  static_assert(kPartitionPages % (kBlock * kBlock) == 0, "maxima fill whole blocks");
  keys_.reserve(kPartitionPages + kCandidates);
}

Scorer::~Scorer() = default;

void Scorer::accumulate(const Index& index, uint32_t partition, const CompiledPlan& plan, const uint32_t* exactPages,
                        uint32_t exactCount) {
  int32_t* const sums = sums_.get();
  const uint32_t first = partition * index.partitionPages;
  const uint32_t pageCount = index.pagesOf(partition);
  rows_.clear();
  for (uint32_t e = 0; e < plan.starts[plan.groupCount]; e++) rows_.push_back(findRow(index, partition, plan.terms[e]));
  for (uint32_t e = 0; e < rows_.size(); e++) fetchRow(index, partition, plan.terms[e], rows_[e]);
  std::memset(sums, 0, wholeBlocks(pageCount) * sizeof(int32_t));
  for (uint32_t g = 0; g < plan.groupCount; g++) {
    const uint32_t from = plan.starts[g];
    const uint32_t count = plan.starts[g + 1] - from;
    const uint32_t bonus = uint32_t(plan.bonuses[g]);
    const GroupRows group = {plan.terms + from, rows_.data() + from, plan.factors + from, count};
    if (count == 1) addRow(sums, index, partition, group.terms[0], group.rows[0], uint32_t(group.factors[0]), bonus);
    else addGroup(sums, bests_.get(), before_, index, partition, group, bonus);
  }
  for (uint32_t i = 0; i < exactCount; i++) {
    const uint32_t local = exactPages[i] - first;
    if (exactPages[i] >= first && local < pageCount && sums[local] > 0) {
      sums[local] = addWrapping(sums[local], plan.exactBonus);
    }
  }
}

void Scorer::score(const Index& index, const CompiledPlan& plan, const uint32_t* exactPages, uint32_t exactCount,
                   uint32_t wanted, const SectionTally* tally, Found& found) {
  found.length = 0;
  found.total = 0;
  keys_.clear();
  if (plan.groupCount == 0) return;
  if (index.partitionCount == 1 || tally != nullptr) {
    for (uint32_t partition = 0; partition < index.partitionCount; partition++) {
      const uint32_t first = partition * index.partitionPages;
      accumulate(index, partition, plan, exactPages, exactCount);
      if (tally != nullptr) countSections(first, index.pagesOf(partition), *tally);
      collect(first, index.pagesOf(partition), wanted, found);
    }
  } else {
    // The skipper is created on demand, as its memory is more than all other scratch memory.
    if (!skipper_) skipper_ = std::make_unique<Skipper>();
    skipper_->score(*this, index, plan, exactPages, exactCount, wanted, found);
  }
  std::sort(keys_.begin(), keys_.end(), std::greater<uint64_t>());
  found.length = uint32_t(keys_.size());
  for (uint32_t i = 0; i < found.length; i++) {
    found.pages[i] = UINT32_MAX - uint32_t(keys_[i]);
    found.values[i] = int32_t(keys_[i] >> 32);
  }
}

/** Counts the matches of each section, and removes those of other sections than the wanted one. */
void Scorer::countSections(uint32_t first, uint32_t pageCount, const SectionTally& tally) {
  int32_t* const sums = sums_.get();
  for (uint32_t base = 0; base < pageCount; base += kBlock) {
    for (uint64_t marks = markBlock(sums + base, 1); marks != 0; marks &= marks - 1) {
      const uint32_t page = base + uint32_t(__builtin_ctzll(marks));
      const uint32_t section = tally.ofPage[first + page];
      if (section < tally.sectionCount) tally.counts[section]++;
      sums[page] = tally.wanted == SectionTally::kEvery || section == tally.wanted ? sums[page] : 0;
    }
  }
}

/** Adds the partition's pages that may be among the best, and keeps `wanted` of all. */
void Scorer::collect(uint32_t first, uint32_t pageCount, uint32_t wanted, Found& found) {
  const int32_t* const sums = sums_.get();
  const uint32_t blocks = wholeBlocks(pageCount) / kBlock;
  int32_t* const maxima = maxima_.data();
  const uint32_t count = instructions.scan(sums, blocks, maxima);
  found.total += count;
  if (count == 0) return;

  // Each of at least `wanted` blocks holds a page of this sum or more, so no page below it can be among the best.
  int32_t threshold = 1;
  if (blocks > wanted) threshold = std::max(1, reachedBy(maxima, blocks, wanted, *std::max_element(maxima, maxima + blocks)));
  // A page that only equals the last of a full list comes after it, as its number is greater.
  if (keys_.size() == wanted) threshold = std::max(threshold, int32_t(keys_.back() >> 32) + kValueUnit);
  for (uint32_t from = 0; from < blocks; from += kBlock) {
    // Data of earlier queries remains after the last block.
    const uint32_t count = std::min(kBlock, blocks - from);
    uint64_t high = markBlock(maxima + from, threshold);
    if (count < kBlock) high &= (uint64_t(1) << count) - 1;
    for (; high != 0; high &= high - 1) {
      const uint32_t base = (from + uint32_t(__builtin_ctzll(high))) * kBlock;
      for (uint64_t marks = markBlock(sums + base, threshold); marks != 0; marks &= marks - 1) {
        const uint32_t page = base + uint32_t(__builtin_ctzll(marks));
        keys_.push_back(keyOf(sums[page], first + page));
      }
    }
  }
  keepBest(wanted);
}

/** Keeps the best pages; the last of a full list is the least. */
void Scorer::keepBest(uint32_t wanted) {
  if (keys_.size() < wanted) return;
  std::nth_element(keys_.begin(), keys_.begin() + wanted - 1, keys_.end(), std::greater<uint64_t>());
  keys_.resize(wanted);
}

const char* scanInstructions() { return instructions.name; }

}  // namespace signpost
