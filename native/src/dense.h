// Additions to the sums of a partition page after page. Dense rows contain many of its pages, which the bits of the
// term identify, so that only impacts are read, a third of the bytes. The best values of several rows are added the
// same way.
#pragma once

#include "rows.h"

namespace signpost {

/** Whether `addDense` is the quicker way for a row of a term, and this machine has the instructions for it. */
bool isDense(const Index& index, uint32_t partition, uint32_t term, Row row);

/**
 * Adds a dense row to the sums of the pages of a partition, except for some of its last postings.
 *
 * @returns the first posting that was not added
 */
uint32_t addDense(int32_t* sums, const Index& index, uint32_t partition, uint32_t term, Row row, uint32_t factor, uint32_t bonus);

/** Mark of a recorded value. Values are multiples of kValueUnit, so this bit is free. */
constexpr int32_t kNoted = 1;

/** Like `addDense`, but records values in `bests` where they are the best so far. */
uint32_t noteDense(int32_t* bests, const Index& index, uint32_t partition, uint32_t term, Row row, uint32_t factor);

/** Adds the recorded values of so many pages, and resets them to zero. */
void addNoted(int32_t* sums, int32_t* bests, uint32_t pages, uint32_t bonus);

}  // namespace signpost
