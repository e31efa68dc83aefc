import type { Construct } from '../../../readers/markdown/constructs.ts'
import { texts } from '../../values.ts'
import type { MkDocsConfig } from './config.ts'

/** What stands in pages for what hooks of a site would write there. */
export interface Hooks {
  /** Whether the site has any. */
  readonly isUsed: boolean
  readonly constructs: readonly Construct[]
  /** Headings and terms that show the name in their comment, and comments that show nothing. */
  readonly counts: Record<string, number>
  /** What of the pages that were read is missing; null: the site has no hooks. */
  report(): string | null
}

const NAME = String.raw`<!--[ \t]*[\w-]+:[\w-]+[ \t]+([^\s<>[\]{}\x60]{1,200})[ \t]*-->[ \t]*`
/** A heading of a comment alone: `#### <!-- md:setting config.name -->`. */
const HEADING = new RegExp(String.raw`(#{1,6})[ \t]+${NAME}$`, 'my')
/** A comment alone above its definition. */
const TERM = new RegExp(String.raw`${NAME}(?=\n\n?[ \t]*:[ \t])`, 'my')
const COMMENT = /<!--[ \t]{0,20}[\w-]{1,60}:[\w-]{1,60}\b[^<>\n]{0,500}?-->/y
const NAMED_LIMIT = 5
const NONE: Hooks = { isUsed: false, constructs: [], counts: {}, report: () => null }

/**
 * Hooks are programs, which are not run. Many of them replace comments such as `<!-- md:version 1.2 -->`. Where such a comment
 * is a whole heading or the term of a definition, the name in it is shown, and links to that name lead there.
 */
export function hooksOf(config: MkDocsConfig): Hooks {
  const hooks = texts(config['hooks'])
  if (hooks.length === 0) return NONE
  const counts = { named: 0, missing: 0 }
  const heading: Construct = {
    opening: '#',
    pattern: HEADING,
    isLine: true,
    part([, marks = '', name = '']) {
      counts.named += 1
      return { text: `${marks} \`${name}\` {#${name}}\n\n[${name}]: #${name}\n`, constructs: [] }
    },
  }
  const term: Construct = {
    opening: '<!--',
    pattern: TERM,
    isLine: true,
    part([, name = '']) {
      counts.named += 1
      return { text: `\`${name}\`<a id="${name}"></a>`, constructs: [] }
    },
  }
  const comment: Construct = {
    opening: '<!--',
    pattern: COMMENT,
    part([text]) {
      counts.missing += 1
      return { text, constructs: [] }
    },
  }
  return {
    isUsed: true,
    constructs: [heading, term, comment],
    counts,
    report() {
      const names = hooks.slice(0, NAMED_LIMIT).join(', ')
      const { missing, named } = counts
      if (named + missing === 0) return `the hooks ${names} are not run, and what they would write is missing`
      return `the hooks ${names} are not run: ${named} headings and terms show the name in their comment, and ${missing} comments show nothing`
    },
  }
}
