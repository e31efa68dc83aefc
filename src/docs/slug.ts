/** Assigns ids to the headings of one page, in the order of the page. */
interface Slugger {
  /**
   * Returns the id for a heading with this plain text (see `parseHeading`), unique on the page. `explicit` is the id
   * that the author wrote as `{#id}`. Call it for every heading of any level, even one that is not shown: GitHub counts
   * it too.
   */
  next(text: string, explicit?: string | null): string
}

const NOT_IN_A_SLUG = /[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu

/** Id of a heading without any letter or digit, which still needs an id that HTML accepts. */
const EMPTY_SLUG = 'section'

/**
 * Creates ids as GitHub does: lower case, punctuation dropped, spaces to hyphens, letters of every script kept, and
 * `-1`, `-2` … on repeats. The HTML of a page and the anchors of search results share this function, so links always
 * match.
 */
export function createSlugger(): Slugger {
  const timesUsed = new Map<string, number>()
  return {
    next(text, explicit) {
      const base = explicit || slugOf(text) || EMPTY_SLUG
      let slug = base
      let repeats = timesUsed.get(base)
      if (repeats !== undefined) {
        do slug = `${base}-${++repeats}`
        while (timesUsed.has(slug))
        timesUsed.set(base, repeats)
      }
      timesUsed.set(slug, 0)
      return slug
    },
  }
}

function slugOf(text: string): string {
  return text.trim().toLowerCase().replace(NOT_IN_A_SLUG, '').replaceAll(' ', '-')
}
