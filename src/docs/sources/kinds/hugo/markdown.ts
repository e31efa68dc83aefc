import type { Delimiters } from '../../../readers/markdown/code/formulas.ts'
import type { Construct } from '../../../readers/markdown/constructs.ts'
import type { Inline, Link } from '../../../model/page-model.ts'
import { slugText } from '../../../model/plain-text.ts'
import { formulaBlock } from '../../expansion/formula-blocks.ts'
import type { Dialect } from '../../source.ts'
import { isFalse, isTrue, list, record, texts } from '../../values.ts'
import type { BundleParts } from './bundle-parts.ts'
import type { HugoConfig } from './config.ts'
import { shortcodeConstructs } from './render.ts'
import type { KnownSite } from './site.ts'

/** Attributes of the block above, or below: `{.class}`. */
const BLOCK_ATTRIBUTES: Construct = {
  opening: '{',
  pattern: /\{[.#][^{}\n]*\}[ \t]*$/my,
  isLine: true,
  part: () => ({ text: '\n', constructs: [] }),
}
const IMAGE = /(!\[[^\]\n]{0,1000}\]\(<?)([^()\s<>]{1,1000})/y
/** What is a formula on every page. */
const DOUBLE: Delimiters = { open: '$$', close: '$$' }
/** Pairs of signs that are looked for in each place. */
const DELIMITER_LIMIT = 20
const COMMENT = /<!--[^]*?-->/g
/** Text of a page that may be nothing but comments. */
const EMPTY_LIMIT_CHARS = 2000

/** What Hugo adds to Markdown: shortcodes, attributes of blocks, and images that lie where only it looks. */
export function hugoMarkdown(
  site: KnownSite,
  parts: BundleParts,
  config: HugoConfig,
): Pick<Dialect, 'constructs' | 'expand' | 'formulas'> {
  const { block, within } = passthroughOf(config)
  const blocks = block.map(formulaBlock)
  const shortcodes = shortcodeConstructs(site)
  return {
    ...(block.length + within.length > 0 ? { formulas: [...block, ...within, DOUBLE] } : {}),
    expand(text, page) {
      if (/\.html?$/i.test(page.file)) return htmlBody(text)
      const isEmpty = text.length < EMPTY_LIMIT_CHARS && text.replace(COMMENT, '').trim() === ''
      // A layout of the site shows the parts of such a page, as in a glossary.
      return isEmpty ? parts.text(page.file, page.locale) : text
    },
    constructs(page) {
      const image: Construct = {
        opening: '![',
        pattern: IMAGE,
        part([, before = '', source = '']) {
          const address = site.image(source, page)
          return address === source ? null : { text: before + address, constructs: [] }
        },
      }
      return shortcodes(page, [BLOCK_ATTRIBUTES, image, ...blocks])
    },
  }
}

/** The signs of formulas that a configuration passes through to a program in the browser. */
function passthroughOf(config: HugoConfig): { readonly block: Delimiters[]; readonly within: Delimiters[] } {
  const { delimiters, enable } = record(extensionsOf(config)['passthrough'])
  const { block, inline } = isTrue(enable) ? record(delimiters) : {}
  return { block: pairsOf(block), within: pairsOf(inline) }
}

function pairsOf(written: unknown): Delimiters[] {
  return list(written)
    .slice(0, DELIMITER_LIMIT)
    .flatMap((each) => {
      const [open = '', close = ''] = texts(each)
      return /^[\\$]/.test(open) && close !== '' ? [{ open, close }] : []
    })
    .toSorted((a, b) => b.open.length - a.open.length)
}

function extensionsOf(config: HugoConfig): Readonly<Record<string, unknown>> {
  return record(record(record(config['markup'])['goldmark'])['extensions'])
}

/** Gives what makes the id of a heading: its text without bare addresses, and without dashes, which Hugo prints as such. */
export function headingText(config: HugoConfig): (content: readonly Inline[]) => string {
  const { typographer } = extensionsOf(config)
  const hasDashes = !isFalse(typographer) && !isTrue(record(typographer)['disable'])
  const textOf = (content: readonly Inline[]): string =>
    content
      .map((part) => {
        if (typeof part === 'string') return hasDashes ? part.replace(/-{2,3}/g, '') : part
        if (part.kind === 'link') return isBare(part) ? '' : textOf(part.content)
        return part.kind === 'break' ? '' : 'content' in part ? textOf(part.content) : slugText([part])
      })
      .join('')
  return textOf
}

/** Whether a link stands as its address. */
function isBare({ content, target }: Link): boolean {
  return target.replace(/^mailto:/, '') === slugText(content)
}

/** HTML without its head, and without indentation, which would make code of it. */
function htmlBody(text: string): string {
  const start = text.search(/<head\b/i)
  const end = start < 0 ? -1 : text.slice(start).search(/<\/head\s*>/i)
  const body = end < 0 ? text : text.slice(0, start) + text.slice(start + end)
  return body.replace(/^[ \t]+/gm, '')
}
