import type { KnownItem } from './corpus-part.ts'

/** Quality of the answers to a set of known-item queries. Every figure is between 0 and 1. */
export interface Quality {
  readonly queries: number
  /** Mean of 1/rank of the first relevant page. A query without one among the first ten counts as 0. */
  readonly mrr10: number
  /** Share of the queries whose first result is relevant. */
  readonly success1: number
  /** Share of the queries with a relevant page among the first ten. */
  readonly success10: number
}

const CUTOFF = 10

/** @returns the rank, counted from 1, of the first relevant path among the first ten, or 0 if there is none */
export function rankOfFirstRelevant(results: readonly string[], relevant: readonly string[]): number {
  return results.slice(0, CUTOFF).findIndex((path) => relevant.includes(path)) + 1
}

export function qualityOfRanks(ranks: readonly number[]): Quality {
  let reciprocal = 0
  let first = 0
  let found = 0
  for (const rank of ranks) {
    if (rank === 0) continue
    reciprocal += 1 / rank
    found++
    if (rank === 1) first++
  }
  const queries = ranks.length
  const mean = (sum: number): number => (queries === 0 ? 0 : sum / queries)
  return { queries, mrr10: mean(reciprocal), success1: mean(first), success10: mean(found) }
}

/** @returns the quality of all queries and of each kind, in the order in which kinds appear */
export function measureQuality(
  items: readonly KnownItem[],
  search: (query: string) => readonly string[],
): { overall: Quality; kinds: Record<string, Quality> } {
  const ranks = items.map((item) => rankOfFirstRelevant(search(item.query), item.relevant))
  const kinds: Record<string, Quality> = {}
  for (const kind of new Set(items.map((item) => item.kind))) {
    kinds[kind] = qualityOfRanks(ranks.filter((_, i) => items[i]!.kind === kind))
  }
  return { overall: qualityOfRanks(ranks), kinds }
}
