// Capabilities of the processor. The kernel has loops for processors with vectors and for all others; both produce the same results.
#pragma once

// A build with SIGNPOST_PLAIN has only the latter, which tests them on a machine with vectors.
#if defined(__x86_64__) && !defined(SIGNPOST_PLAIN)
/** SSE2 is available, as on every such processor; further instructions only with `hasVectors`. */
#define SIGNPOST_X86_VECTORS
#include <immintrin.h>

/** Attribute of functions that are called only with `hasVectors`. */
#define SIGNPOST_VECTORS __attribute__((target("avx2,bmi,popcnt")))
/** Attribute of parts of such functions. */
#define SIGNPOST_VECTORS_INLINE SIGNPOST_VECTORS __attribute__((always_inline)) inline

namespace signpost {

inline const bool hasVectors = __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("bmi") != 0 &&
                               __builtin_cpu_supports("popcnt") != 0;

}  // namespace signpost
#endif
