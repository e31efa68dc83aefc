// How the arrays of postings are read. The twin of src/search/rows.ts.
#pragma once

#include "index.h"

namespace signpost {

constexpr uint32_t kNoPosting = UINT32_MAX;

/** Postings [start, end). */
struct Row {
  uint32_t start;
  uint32_t end;
};

/** The postings of a term in one partition. */
inline Row findRow(const Index& index, uint32_t partition, uint32_t term) {
  const uint32_t* starts = index.postingStarts.data;
  if (term < index.denseTermCount) {
    const uint64_t row = uint64_t(partition) * index.denseTermCount + term;
    return {starts[row], starts[row + 1]};
  }
  const uint64_t firstRare = uint64_t(index.partitionCount) * index.denseTermCount;
  const uint64_t row = firstRare + term - index.denseTermCount;
  const uint8_t* partitions = index.rarePartitions.data - starts[firstRare];
  uint32_t at = starts[row];
  const uint32_t stop = starts[row + 1];
  // A few dozen postings at most.
  while (at < stop && partitions[at] < partition) at++;
  const uint32_t start = at;
  while (at < stop && partitions[at] == partition) at++;
  return {start, at};
}

/** The posting of a page, by its number within the partition, in a row; kNoPosting where the row lacks it. */
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

}  // namespace signpost
