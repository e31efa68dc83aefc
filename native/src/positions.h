// Where on its page the term of a posting stands. What src/engine/build/positions.ts writes.
#pragma once

#include "index.h"

namespace signpost {

/**
 * Reads the positions of a posting, at most `room` of them, rising; they are numbers of tokens, from 1 on. Nothing of them is
 * checked when an index is opened: here no read leaves the bytes, and what is damaged gives some numbers or none.
 *
 * @param block Where the positions of the posting's block begin, of `positionBlocks`.
 * @returns how many there are
 */
uint32_t readPositions(const Index& index, uint32_t posting, uint32_t block, uint16_t* out, uint32_t room);

}  // namespace signpost
