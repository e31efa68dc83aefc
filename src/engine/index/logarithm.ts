const float = new Float64Array(1)
const halves = new Uint32Array(float.buffer)

/**
 * Natural logarithm of a positive, normal number, accurate to about 1e-15. The kernels must agree on every bit of a score, and the
 * logarithms of V8 and of C libraries differ in the last bit. These operations in this order give the same number in every language
 * (`native/src/logarithm.h`).
 */
export function naturalLog(x: number): number {
  float[0] = x
  let exponent = (halves[1]! >>> 20) - 1023
  halves[1] = (halves[1]! & 0xfffff) | 0x3ff00000
  let mantissa = float[0]
  if (mantissa > Math.SQRT2) {
    mantissa = mantissa / 2
    exponent = exponent + 1
  }
  // log m = 2 · (s + s³/3 + s⁵/5 + …) where s = (m − 1) / (m + 1), at most 0.172.
  const s = (mantissa - 1) / (mantissa + 1)
  const q = s * s
  let sum = 1 / 21
  for (let divisor = 19; divisor >= 1; divisor -= 2) sum = sum * q + 1 / divisor
  return exponent * Math.LN2 + 2 * s * sum
}
