import { checkSync } from 'recheck'

/** Longest judgement, which a busy machine may need for what is quick elsewhere. */
const CHECK_LIMIT_MS = 20_000
const WRITE_LIMIT_MS = 120_000
/** A proof that takes longer is listed. */
const SLOW_MS = 2000

export interface Verdict {
  readonly key: string
  /** What recheck says against the expression, or null if it says nothing. */
  readonly fault: string | null
  readonly isListed: boolean
}

/** Without `isWrite` only proofs count, since a search for slow texts finds more on one machine than on another. */
export function verdictOn(expression: RegExp, isWrite: boolean): Verdict {
  const before = performance.now()
  const result = checkSync(expression.source, expression.flags, {
    checker: isWrite ? 'auto' : 'automaton',
    timeout: isWrite ? WRITE_LIMIT_MS : CHECK_LIMIT_MS,
  })
  const isListed = result.status !== 'unknown' && (result.checker === 'fuzz' || performance.now() - before > SLOW_MS)
  return { key: String(expression), isListed, fault: faultOf(result) }
}

function faultOf(result: ReturnType<typeof checkSync>): string | null {
  if (result.status === 'safe') return null
  if (result.status === 'vulnerable') return result.complexity.summary
  return `nothing proves that it is linear (${result.error.kind}): \`npm run ts scripts/expressions.ts -- --write\` looks longer`
}
