/** What a site, or a part of it, writes before and after the title of a page in `<title>`; the longest first. */
export interface TitleFrames {
  readonly before: readonly string[]
  readonly after: readonly string[]
}

export const NO_FRAMES: TitleFrames = { before: [], after: [] }

/** Where a name of the site may begin, and where it may end. */
const AFTER = /\s(?:[|\-–—·•»›:~]+\s|\()/g
const BEFORE = /(?::|\s[|\-–—·•»›:~]+)\s/g
/** Titles that must share a text, and their share of all. */
const LEAST = 3
const LEAST_SHARE = 0.2
const TITLE_CHARS = 500

/** Learns what titles of a site have in common: `Eigen: `, ` (Java SE 17 & JDK 17)`. Titles that are equal count once. */
export function learnFrames(titles: readonly string[]): TitleFrames {
  const distinct = [...new Set(titles)].filter((title) => title !== '' && title.length <= TITLE_CHARS)
  const least = Math.max(LEAST, distinct.length * LEAST_SHARE)
  const shared = (partsOf: (title: string) => string[]): string[] => {
    const counts = new Map<string, number>()
    for (const part of distinct.flatMap(partsOf)) counts.set(part, (counts.get(part) ?? 0) + 1)
    const common = [...counts].filter(([, times]) => times >= least).map(([part]) => part)
    return common.sort((a, b) => b.length - a.length)
  }
  return {
    before: shared((title) =>
      [...title.matchAll(BEFORE)].map((found) => title.slice(0, found.index + found[0].length)),
    ),
    after: shared((title) => [...title.matchAll(AFTER)].map(({ index }) => title.slice(index))),
  }
}

/** The title within its frame; null if it has none that is known, or nothing else. */
export function withoutFrame(title: string, { after, before }: TitleFrames): string | null {
  const start = before.find((text) => title.startsWith(text))?.length ?? 0
  const end = title.length - (after.find((text) => title.endsWith(text))?.length ?? 0)
  const inner = title.slice(start, end).trim()
  return inner === '' || inner.length === title.length ? null : inner
}
