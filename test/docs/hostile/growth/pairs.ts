import type { Files } from '../../../support/content-tree.ts'
import type { Kind } from './kinds.ts'

/** What stands before and behind a filler: the beginning of something, which may never end. */
type Opener = readonly [before: string, after: string]

/** Beginnings in the text of a page. */
const OPENERS: readonly Opener[] = [
  ['', 'x\n'], ['# ', ' x\n'], ['# a {', '}x\n'], ['# a [#', '\n'], ['- ', 'x\n'], ['1. ', 'x\n'],
  ['[', '](/a)\n'], ['[a](', 'x\n'], ['[a](/b "', '")x\n'], ['[a]: ', 'x\n'], ['![', '](a.png)\n'],
  ['`', 'x\n'], ['```js {', '}\na\n```\n'], ['```js title="', '\na // [!code ++]\n```\n'], ['```\n', '\n```\n'], ['~~~', '`x\n'],
  ['| a | b |\n|---|---|\n| ', ' | x |\n'], ['<div title="', '">x</div>\n'], ['<div ', '>x</div>\n'], ['</', 'x\n'], ['<!--', 'x\n'], ['<A b={', '} />\n'],
  ['<Tabs>\n<Tab title="', '">\nx\n</Tab>\n</Tabs>\n'], ['<pre>', 'x\n'],
  ['import ', " from 'x'\n\ny\n"], ['export const a = "', '"\n\n{a}\n'], ['{', '}x\n'], ['{{', '}}x\n'], ['{% ', ' %}x\n'], ['{#', '#}x\n'],
  ['{{< x "', '" >}}a{{< /x >}}\n'], ['{{< x >}}a<i\n>', '{{< /x >}}\n'], ['{{< x', ' >}}\n'],
  [':::', 'x\n'], ['::: tip ', '\nx\n:::\n'], ['::a{', '}\nx\n::\n'], ['!!! note "', '"\n    x\n'], ['??? ', 'x\n'], ['=== "', '"\n    x\n'], ['/// ', 'x\n'],
  ['{!', 'x\n'], ['a {!', 'x!}\n'], ['--8<-- "', '"x\n'], ['<<< @/', 'x\n'], ['<!--@include: ', '-->x\n'], ['{* ', ' *}x\n'], ['{{#include ', '}}x\n'],
  ['$$', 'x\n'], ['a ', ' b\n'], ['&', ';x\n'], ['https://', ' x\n'], ['++', '++x\n'], ['a\n: ', 'x\n'], ['*[a', ']: x\n'],
  ['[[', ']]\n'], ['![[', ']]\n'], ['[[N#', '|x]]\n'], ['![[N#', ']]\n'], ['%%', '%%x\n'], ['==', '==x\n'], ['x ^', '\n'], ['> [!note] ', '\n> x\n'],
  ['<details><summary>', '</summary>x</details>\n'], ['<img src="', '">x\n'], ['<li v-for="', ' in [1]">x</li>\n'],
] // prettier-ignore

/** Beginnings in front matter, which stands at the start of a page. */
const FRONT: readonly Opener[] = [
  ['---\n', '\n---\n\nx\n'], ['---\ntitle: ', '\n---\n\nx\n'], ['---\ntitle: "', '"\n---\n\nx\n'], ['---\ndescription: >\n  ', '\n---\n\nx\n'], ['---\ntags: [', ']\n---\n\nx\n'],
  ['---\na: {', '}\n---\n\nx\n'], ['---\naliases:\n- ', '\n---\n\nx\n'], ['---\nslug: ', '\n---\n\nx\n'], ['+++\ntitle = "', '"\n+++\n\nx\n'], ['{ "title": "', '" }\n\nx\n'],
] // prettier-ignore

/** What is repeated. */
const FILLERS = [
  ' ', '\t', '\n', '\u2028', 'a', '-', '`', '~', '*', '_', '/', '|', '#', ':', '"', '[', ']', '(', '<', '{', '}',
  'a ', '- ', '\n> ', '{{', '{%', '{!', '<!--', '<a ', '<A>', '</a>', '![', '](', '[a](b)', '&amp;', '="',
  '[[', ']] ', '%%', '==', '^a\n', '![[N]]\n', '[[N#A|b]] ', '> [!a]\n', '#a ',
] // prettier-ignore

/** A place in a site of one kind, and what is repeated there. */
export interface Pair {
  readonly kind: Kind
  readonly name: string
  /** Whether the place is in a page, of which a site may have many. */
  readonly isPage: boolean
  /** The page with the filler so long, or the whole site where the place is its configuration. */
  readonly files: (chars: number, page: string) => Files
}

/** All pairs of a kind, in an order that mixes places and fillers. */
export function pairsOf(kind: Kind): readonly Pair[] {
  const [before, after] = kind.around ?? ['', '']
  const openers = kind.around === undefined ? [...OPENERS, ...FRONT] : OPENERS
  const pairs = openers.flatMap(([start, end]) =>
    FILLERS.map((filler): Pair => {
      const files = (chars: number, page: string): Files => ({
        [kind.page(page)]: before + start + filler.repeat(Math.ceil(chars / filler.length)) + end + after,
      })
      return { kind, name: `${JSON.stringify(start)} + ${JSON.stringify(filler)}`, isPage: true, files }
    }),
  )
  const configured = FILLERS.map((filler): Pair => {
    const files = (chars: number): Files => kind.site(filler.repeat(Math.ceil(chars / filler.length)))
    return { kind, name: `configuration + ${JSON.stringify(filler)}`, isPage: false, files }
  })
  return mixed([...pairs, ...configured])
}

/** The same elements in steps of a number that no list of pairs has as a divisor. */
function mixed(pairs: readonly Pair[]): readonly Pair[] {
  const STEP = 7919
  return pairs.map((_, at) => pairs[(at * STEP) % pairs.length] as Pair)
}
