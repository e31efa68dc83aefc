import { toneOf } from '../../../model/tones.ts'
import type { Construct, OpenedBlock } from '../../../readers/markdown/constructs.ts'

const WORDS = String.raw`[\w-]+(?: +[\w-]+)*`
const ADMONITION = new RegExp(`!!! ?(${WORDS})(?: +"(.*?)")? *$`, 'my')
const DETAILS = new RegExp(String.raw`\?{3}(\+?) ?(?:(${WORDS})(?: +"(.*?)")?|"(.*?)") *$`, 'my')
const TAB = /===([!+]*) +"(.*?)" *$/my
/** A block between slashes, with its options: lines of YAML that follow its first line. */
const SLASHES = /(\/{3,})[ \t]*([\w-]+)[ \t]*(?:\|(.*))?$((?:\n {4,}[\w-]+:.*$)*)/my
/** Blocks of which only the content is kept. */
const PLAIN = new Set(['html', 'caption', 'figure-caption', 'definition'])
/** Tones of admonitions by names that only the theme knows. */
const TONES: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    attention: 'warning',
    bug: 'danger',
    failure: 'danger',
    fail: 'danger',
    missing: 'danger',
    done: 'tip',
  }),
)
const COMPONENTS = { note: 'Note', tip: 'Tip', warning: 'Warning' } as const
const OPEN = new Map([['open', '']])

/** The blocks of Python-Markdown and PyMdown Extensions: admonitions (`!!!`), details (`???`), tabs (`===`), and blocks between slashes (`///`). */
export const BLOCKS: readonly Construct[] = [
  { opening: '!!!', pattern: ADMONITION, isLine: true, opens: ([, words = '', title]) => note(words, title) },
  {
    opening: '???',
    pattern: DETAILS,
    isLine: true,
    opens: ([, open, words = '', title, alone]) => details(title ?? alone ?? capital(words), open === '+'),
  },
  {
    opening: '===',
    pattern: TAB,
    isLine: true,
    opens: ([, marks = '', title = '']) => tab(title, marks.includes('!')),
  },
  {
    opening: '///',
    pattern: SLASHES,
    isLine: true,
    opens: ([, end = '', kind = '', title, options = '']) => ({ ...betweenSlashes(kind, title?.trim(), options), end }),
  },
]

function betweenSlashes(kind: string, title: string | undefined, options: string): OpenedBlock {
  if (kind === 'tab') return tab(title ?? '', /^ +new: *true\b/im.test(options))
  if (kind === 'details') return details(title ?? 'Details', /^ +open: *true\b/im.test(options))
  if (PLAIN.has(kind)) return { component: 'Fragment' }
  const type = /^ +type: *["']?([\w-]+)/m.exec(options)?.[1]
  return note(kind === 'admonition' ? (type ?? 'note') : kind, title)
}

/** Without a title, the kind of an admonition is that; with an empty one, it has none. */
function note(words: string, title: string | undefined): OpenedBlock {
  const [kind = 'note'] = words.toLowerCase().split(' ')
  const tone = toneOf(TONES.get(kind) ?? kind) ?? 'note'
  return { component: COMPONENTS[tone], title: title ?? (kind === tone ? '' : capital(kind)) }
}

function details(title: string, isOpen: boolean): OpenedBlock {
  return { component: 'details', title, ...(isOpen ? { attributes: OPEN } : {}) }
}

function tab(title: string, startsGroup: boolean): OpenedBlock {
  return { component: 'Tab', title, tab: startsGroup ? 'starts' : 'joins' }
}

function capital(word: string): string {
  const [first = ''] = word.split(' ')
  return first.charAt(0).toUpperCase() + first.slice(1)
}
