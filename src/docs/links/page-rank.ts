const DAMPING = 0.85
/** Steps after which ranks no longer change the order of pages in practice. */
const STEPS = 30

/**
 * Ranks pages by the links between them (PageRank).
 *
 * @param targets pages to which each page leads, without doubles
 * @returns for each page ln(rank · pages), which is 0 for an average page, divided by the largest; never negative
 */
export function rankPages(targets: readonly (readonly number[])[]): Float64Array {
  const count = targets.length
  let ranks = new Float64Array(count).fill(1 / count)
  for (let step = 0; step < STEPS; step++) {
    const next = new Float64Array(count)
    let loose = 0
    targets.forEach((linked, page) => {
      if (linked.length === 0) loose += ranks[page]!
      for (const to of linked) next[to]! += ranks[page]! / linked.length
    })
    const base = (1 - DAMPING + DAMPING * loose) / count
    ranks = next.map((rank) => base + DAMPING * rank)
  }
  const priors = ranks.map((rank) => Math.max(0, Math.log(rank * count)))
  const largest = priors.reduce((most, prior) => Math.max(most, prior), 0)
  return largest === 0 ? priors : priors.map((prior) => prior / largest)
}
