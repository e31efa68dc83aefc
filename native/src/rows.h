// Reading of the arrays of postings. The counterpart of src/engine/index/rows.ts.
#pragma once

#include "index.h"

namespace signpost {

constexpr uint32_t kNoPosting = UINT32_MAX;

/** Number of set bits of a word, counted in parallel, since not every machine has an instruction for it. */
inline uint32_t countBits(uint32_t b) {
  b -= (b >> 1) & 0x55555555u;
  b = (b & 0x33333333u) + ((b >> 2) & 0x33333333u);
  return (((b + (b >> 4)) & 0x0f0f0f0fu) * 0x01010101u) >> 24;
}

/** Postings [start, end). */
struct Row {
  uint32_t start;
  uint32_t end;

  uint32_t length() const { return end - start; }
};

/** The postings of a rare term, a few dozen at most: its rows of all partitions, one after another. */
class RareRows {
 public:
  RareRows(const Index& index, uint32_t term) {
    const uint32_t* starts = index.postingStarts.data;
    const uint64_t first = uint64_t(index.partitionCount) * index.denseTermCount;
    const uint64_t row = first + term - index.denseTermCount;
    partitions_ = index.rarePartitions.data - starts[first];
    at_ = starts[row];
    stop_ = starts[row + 1];
  }

  /** The row of a partition; partitions must be asked for in rising order. */
  Row of(uint32_t partition) {
    while (at_ < stop_ && partitions_[at_] < partition) at_++;
    const uint32_t start = at_;
    while (at_ < stop_ && partitions_[at_] == partition) at_++;
    return {start, at_};
  }

 private:
  const uint8_t* partitions_;
  uint32_t at_;
  uint32_t stop_;
};

/** The postings of a term in one partition. */
inline Row findRow(const Index& index, uint32_t partition, uint32_t term) {
  if (term >= index.denseTermCount) return RareRows(index, term).of(partition);
  const uint32_t* row = index.postingStarts.data + index.denseRow(partition, term);
  return {row[0], row[1]};
}

/** The largest impact that a term has in a partition, or an upper bound. */
inline uint32_t largestImpact(const Index& index, uint32_t partition, uint32_t term) {
  return term < index.denseTermCount ? index.denseRowImpacts[index.denseRow(partition, term)] : 255;
}

/** Whether the bits mark a page, by its number within the partition. */
inline bool hasBit(const uint32_t* bits, uint32_t page) { return (bits[page / 32] >> (page % 32) & 1) != 0; }

/** The posting of a page, by its number within the partition, in a row; kNoPosting when the row lacks it. */
inline uint32_t findPosting(const Index& index, Row row, uint32_t local) {
  const uint16_t* pages = index.postingPages.data;
  uint32_t low = row.start;
  uint32_t size = row.end - row.start;
  // Halves the range without a branch that could be mispredicted.
  while (size > 1) {
    const uint32_t half = size / 2;
    low += pages[low + half - 1] < local ? half : 0;
    size -= half;
  }
  return size == 1 && pages[low] == local ? low : kNoPosting;
}

/** The posting of a page for a term that has bits, without a search. */
inline uint32_t findPostingByBits(const Index& index, uint32_t partition, uint32_t term, Row row, uint32_t local) {
  const uint32_t* bits = index.bitsOf(partition, term);
  if (!hasBit(bits, local)) return kNoPosting;
  const uint32_t word = local / 32;
  const uint64_t ranks = index.denseRow(partition, term) * index.rankCount();
  uint32_t posting = row.start + index.bitRanks[ranks + word / kRankWords];
  for (uint32_t w = word / kRankWords * kRankWords; w < word; w++) posting += countBits(bits[w]);
  posting += countBits(bits[word] & ((1u << (local % 32)) - 1));
  // In a damaged index the bits may differ from the row.
  return posting < row.end ? posting : kNoPosting;
}

/** The posting of a page in the row of that term and partition. */
inline uint32_t findPosting(const Index& index, uint32_t partition, uint32_t term, Row row, uint32_t local) {
  return term < index.bitTermCount ? findPostingByBits(index, partition, term, row, local) : findPosting(index, row, local);
}

/** Looks for a term on one page after another; its row is found again only when the partition changes. */
class PostingFinder {
 public:
  PostingFinder(const Index& index, uint32_t term) : index_(index), term_(term) {}

  uint32_t find(uint32_t partition, uint32_t local) {
    if (partition != partition_) {
      partition_ = partition;
      row_ = findRow(index_, partition, term_);
    }
    return findPosting(index_, partition, term_, row_, local);
  }

 private:
  const Index& index_;
  const uint32_t term_;
  uint32_t partition_ = UINT32_MAX;
  Row row_ = {0, 0};
};

}  // namespace signpost
