// The counterpart of src/engine/index/logarithm.ts: the same operations in the same order, so that both kernels produce
// the same bits. The logarithms of C libraries and of V8 differ in the last one.
#pragma once

#include <cstdint>
#include <cstring>

namespace signpost {

/** Natural logarithm of a positive, normal number. */
inline double naturalLog(double x) {
  uint64_t bits;
  std::memcpy(&bits, &x, sizeof bits);
  double exponent = static_cast<double>(static_cast<int32_t>(bits >> 52) - 1023);
  bits = (bits & 0x000fffffffffffffull) | 0x3ff0000000000000ull;
  double mantissa;
  std::memcpy(&mantissa, &bits, sizeof mantissa);
  if (mantissa > 1.4142135623730951) {
    mantissa = mantissa / 2;
    exponent = exponent + 1;
  }
  const double s = (mantissa - 1) / (mantissa + 1);
  const double q = s * s;
  double sum = 1.0 / 21;
  for (int divisor = 19; divisor >= 1; divisor -= 2) sum = sum * q + 1.0 / divisor;
  return exponent * 0.6931471805599453 + 2 * s * sum;
}

inline double inverseDocumentFrequency(double pages, double pagesWithTerm) {
  return naturalLog(1 + (pages - pagesWithTerm + 0.5) / (pagesWithTerm + 0.5));
}

}  // namespace signpost
