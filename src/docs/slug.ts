import { normalised } from '../shared/normalise-query.ts'
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

const COUNTED = /^(.*)_(\d{1,9})$/s

/** How a generator makes ids of headings. */
export type SlugStyle = keyof typeof STYLES

const STYLES = {
  /** Lower case, punctuation dropped, spaces to hyphens, letters of every script kept. */
  github: { slugOf: githubSlug, repeat: '-' },
  /** VitePress: Unicode decomposed without accents, all punctuation to one hyphen. */
  vitepress: { slugOf: vitepressSlug, repeat: '-' },
  /** Hugo's `github`: letters, digits and `_`, without marks above letters that stand alone. */
  hugo: { slugOf: hugoSlug, repeat: '-', empty: 'heading' },
  /** Hugo's `github-ascii`: the same of ASCII, without accents. */
  'hugo-ascii': { slugOf: (text) => hugoSlug(withoutAccents(text, 'NFD')), repeat: '-', empty: 'heading' },
  /** Hugo's `blackfriday`: one hyphen for all between letters and digits. */
  blackfriday: { slugOf: blackfridaySlug, repeat: '-', empty: 'heading' },
  /** Python-Markdown: ASCII alone, spaces and hyphens to one hyphen. */
  'python-markdown': {
    slugOf: (text) => pythonSlug(withoutAccents(text, 'NFKD')),
    repeat: '_',
    empty: '_1',
    counts: true,
  },
  /** Python-Markdown's `slugify_unicode`: the same with letters of every script. */
  'python-unicode': { slugOf: (text) => pythonSlug(normalised(text, 'NFKC')), repeat: '_', empty: '_1', counts: true },
  /** PyMdown Extensions: each space to a hyphen, capitals kept. */
  pymdownx: { slugOf: pymdownxSlug, repeat: '_', empty: '_1', counts: true },
  /** PyMdown Extensions in lower case. */
  'pymdownx-lower': { slugOf: (text) => pymdownxSlug(text).toLowerCase(), repeat: '_', empty: '_1', counts: true },
  /** Mintlify: punctuation to hyphens, letters of every script kept; the first repeat is the second one. */
  mintlify: { slugOf: mintlifySlug, repeat: '-', firstRepeat: 2 },
  /** GitBook: `&` and `|` in words, dots kept, all else but letters and digits to one hyphen, `id-` before digits. */
  gitbook: { slugOf: gitbookSlug, repeat: '-' },
  /** Fields of Mintlify: `param-`, and their names in words. */
  'mintlify-field': { slugOf: mintlifyFieldSlug, repeat: '-' },
} as const satisfies Record<string, SlugRules>

/** A style, or rules that a configuration gives for itself. */
export type Slugs = SlugStyle | SlugRules

export interface SlugRules {
  readonly slugOf: (text: string) => string
  /** What stands before the number of a repeated id. */
  readonly repeat: string
  /** Id of a heading without any letter or digit; `EMPTY_SLUG` without it. */
  readonly empty?: string
  /** Whether the number of a repeat goes on from the one that the id ends with: `step_1`, `step_2`. */
  readonly counts?: boolean
  /** Number of the first repeat; 1 without it. */
  readonly firstRepeat?: number
}

/**
 * Creates ids of headings, which repeats get a number behind. The HTML of a page and the anchors of search results share
 * this function, so links always match.
 */
export function createSlugger(style: Slugs = 'github'): Slugger {
  const {
    counts = false,
    empty = EMPTY_SLUG,
    firstRepeat = 1,
    repeat,
    slugOf,
  }: SlugRules = typeof style === 'string' ? STYLES[style] : style
  const used = new Set<string>()
  /** The number to try next where an id is taken. It skips those that were found taken, so that ids take linear time. */
  const following = new Map<string, number>()

  function numbered(base: string): string {
    const [, stem = base, written = '0'] = counts ? (COUNTED.exec(base) ?? []) : []
    const passed = [base]
    let number = following.get(base) ?? Number(written) + firstRepeat
    let slug = `${stem}${repeat}${number}`
    while (used.has(slug)) {
      // Without counting, the numbers behind this id are those of another one.
      if (counts) passed.push(slug)
      number = (counts ? following.get(slug) : undefined) ?? number + 1
      slug = `${stem}${repeat}${number}`
    }
    for (const each of passed) following.set(each, number + 1)
    return slug
  }

  return {
    next(text, explicit) {
      const base = (explicit || slugOf(text) || empty).toWellFormed()
      const slug = used.has(base) ? numbered(base) : base
      used.add(slug)
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
  const decomposed = normalised(text, 'NFKD')
    // eslint-disable-next-line no-control-regex -- control characters are what it looks for
    .replace(/[\u0300-\u036F\u0000-\u001F]/g, '')
  return decomposed.replace(PUNCTUATION, '-').replace(/^-|-$/g, '').replace(/^(\d)/, '_$1').toLowerCase()
}

/** Mintlify writes apostrophes as they are printed, encodes what is not ASCII, makes hyphens of the rest, decodes it again and drops some marks. */
function mintlifySlug(text: string): string {
  const joined = text
    .replace(/\p{Surrogate}/gu, '')
    .toLowerCase()
    .trim()
    .replace(/\s+/g, '-')
    .replaceAll("'", '’')
  const hyphened = encodeURIComponent(joined)
    .replace(/[^A-Za-z\d%_]+/g, '-')
    .replace(/^-|-$/g, '')
  return decodeURIComponent(hyphened)
    .replace(/[?,;:!'"()[\]{}]/g, '')
    .replace(/\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Join_Control}|\p{Variation_Selector}/gu, '')
}

function gitbookSlug(text: string): string {
  return text
    .toLowerCase()
    .replace(/['’]|\p{Variation_Selector}/gu, '')
    .replaceAll('&', ' and ')
    .replaceAll('|', ' or ')
    .replace(/[^\p{L}\p{M}\p{N}._]+/gu, '-')
    .replace(/^-|-$/g, '')
    .replace(/^(?=\d)/, 'id-')
}

function mintlifyFieldSlug(text: string): string {
  const words = text.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase()
  return `param-${words}`.replace(/[^a-z\d]+/g, '-').replace(/-$/, '')
}

// eslint-disable-next-line no-control-regex -- ASCII begins with control characters
const NOT_ASCII = /[^\u0000-\u007F]/g

function hugoSlug(text: string): string {
  return text
    .trim()
    .replace(/[^\p{L}\p{Nd}_\- ]/gu, '')
    .replaceAll(' ', '-')
    .toLowerCase()
}

function withoutAccents(text: string, form: 'NFD' | 'NFKD'): string {
  return normalised(text, form).replace(NOT_ASCII, '')
}

function blackfridaySlug(text: string): string {
  return text
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase()
}

function pythonSlug(text: string): string {
  return text
    .replace(/[^\p{L}\p{N}_\s-]/gu, '')
    .trim()
    .toLowerCase()
    .replace(/[-\s]+/g, '-')
}

function pymdownxSlug(text: string): string {
  return normalised(text, 'NFC')
    .trim()
    .replace(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-')
}
