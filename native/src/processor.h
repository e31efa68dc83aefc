// What the processor can do. The kernel has loops for processors with vectors, and for all others; both give the same.
#pragma once

// Built with SIGNPOST_PLAIN it has the latter alone, which is how they are tested on a machine with vectors.
#if defined(__x86_64__) && !defined(SIGNPOST_PLAIN)
/** SSE2 is there, as on every such processor; more only where `hasVectors`. */
#define SIGNPOST_X86_VECTORS
#include <immintrin.h>

/** For functions that are called only where `hasVectors`. */
#define SIGNPOST_VECTORS __attribute__((target("avx2,bmi,popcnt")))
/** The same, for what is part of such functions. */
#define SIGNPOST_VECTORS_INLINE SIGNPOST_VECTORS __attribute__((always_inline)) inline

namespace signpost {

inline const bool hasVectors = __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("bmi") != 0 &&
                               __builtin_cpu_supports("popcnt") != 0;

}  // namespace signpost
#endif
