import type { Manifest } from '../disk/manifest.ts'

/** A loss is refused where it is more than one in so many pages. */
const LOST_PART = 10

type Counts = Manifest['pageCounts']

/**
 * Why a generation must not replace the one before, which had more pages in all or in a language; null if it may.
 *
 * @param leastPages Number of pages below which a loss does not count.
 */
export function findLoss(before: Counts, after: Counts, leastPages = 1): string | null {
  const counts = [
    { of: 'pages', had: totalOf(before), has: totalOf(after) },
    ...Object.entries(before).map(([locale, had]) => ({
      of: `pages in ${locale}`,
      had,
      has: after[locale as keyof Counts] ?? 0,
    })),
  ]
  const loss = counts.find(({ had, has }) => had - has >= leastPages && (had - has) * LOST_PART > had)
  if (loss === undefined) return null
  const { had, has, of } = loss
  return `it has ${has} ${of} and the one before had ${had}, which is a loss of more than 10 %: say --allow-loss if that is meant`
}

function totalOf(counts: Counts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}
