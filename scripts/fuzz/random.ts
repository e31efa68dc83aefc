/** Random choices that depend on a seed alone. */
export interface Random {
  /** @returns an integer in [0, limit) */
  below(limit: number): number
  chance(share: number): boolean
  pick<T>(list: readonly T[]): T
}

/** @param seed any text */
export function createRandom(seed: string): Random {
  let state = 0x9e3779b9
  for (const sign of seed) state = mix(state ^ (sign.codePointAt(0) ?? 0))
  const next = (): number => mix((state = (state + 0x6d2b79f5) | 0)) / 2 ** 32
  return {
    below: (limit) => Math.floor(next() * limit),
    chance: (share) => next() < share,
    pick: <T>(list: readonly T[]) => list[Math.floor(next() * list.length)] as T,
  }
}

function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x21f0aaad)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
  return (mixed ^ (mixed >>> 15)) >>> 0
}
