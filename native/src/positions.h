// Positions of the term of a posting on its page, as src/engine/build/positions.ts writes them.
#pragma once

#include "index.h"

namespace signpost {

/**
 * Reads the positions of a posting, at most `room` of them, rising; they are numbers of tokens, from 1 on. Opening an
 * index does not check them. Here no read leaves the bytes, and damaged data yields some numbers or none.
 *
 * @param block Beginning of the positions of the posting's block, from `positionBlocks`.
 * @returns the number of positions
 */
uint32_t readPositions(const Index& index, uint32_t posting, uint32_t block, uint16_t* out, uint32_t room);

}  // namespace signpost
