import type { Manifest } from '../disk/manifest.ts'

/** Share of the pages that a generation may lose without a word of the operator. */
const LOST_LIMIT = 0.1

type Counts = Manifest['pageCounts']

/** Why a generation must not replace the one before, which had more pages; null if it may. */
export function findLoss(before: Counts, after: Counts): string | null {
  const [had, has] = [totalOf(before), totalOf(after)]
  if (has >= had * (1 - LOST_LIMIT)) return null
  return `it has ${has} pages and the one before had ${had}, which is a loss of more than 10 %: publish it with --allow-loss if that is meant`
}

function totalOf(counts: Counts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}
