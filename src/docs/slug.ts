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

/** How a generator makes ids of headings. */
export type SlugStyle = keyof typeof STYLES

const STYLES = {
  /** Lower case, punctuation dropped, spaces to hyphens, letters of every script kept. */
  github: { slugOf: githubSlug, repeat: '-' },
  /** VitePress: Unicode decomposed without accents, all punctuation to one hyphen. */
  vitepress: { slugOf: vitepressSlug, repeat: '-' },
} as const satisfies Record<string, { slugOf: (text: string) => string; repeat: string }>

/**
 * Creates ids of headings, which repeats get a number behind. The HTML of a page and the anchors of search results share
 * this function, so links always match.
 */
export function createSlugger(style: SlugStyle = 'github'): Slugger {
  const { repeat, slugOf } = STYLES[style]
  const timesUsed = new Map<string, number>()
  return {
    next(text, explicit) {
      const base = explicit || slugOf(text) || EMPTY_SLUG
      let slug = base
      let repeats = timesUsed.get(base)
      if (repeats !== undefined) {
        do slug = `${base}${repeat}${++repeats}`
        while (timesUsed.has(slug))
        timesUsed.set(base, repeats)
      }
      timesUsed.set(slug, 0)
      return slug
    },
  }
}

function githubSlug(text: string): string {
  return text.trim().toLowerCase().replace(NOT_IN_A_SLUG, '').replaceAll(' ', '-')
}

const PUNCTUATION = /[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'“”‘’<>,.?/]+/g

/** Id of a heading with this text in VitePress, which also makes fragments of links so. */
export function vitepressSlug(text: string): string {
  const decomposed = text
    .normalize('NFKD')
    // eslint-disable-next-line no-control-regex -- control characters are what it looks for
    .replace(/[\u0300-\u036F\u0000-\u001F]/g, '')
  return decomposed
    .replace(PUNCTUATION, '-')
    .replace(/^-+|-+$/g, '')
    .replace(/^(\d)/, '_$1')
    .toLowerCase()
}
