import MarkdownIt, { type MarkdownIt as Parser } from 'markdown-it'
import type { Page } from '../../../../docs/page.ts'
import { markup, trusted, type Markup } from '../../../../web/markup.ts'
import { isSafeAddress } from '../links.ts'
import type { Messages } from '../../../../web/messages.ts'
import { addAlertRule } from './alert-rule.ts'
import { addComponentRule } from './block-rules.ts'
import { createEnv, type Heading, type RenderContext } from './context.ts'
import { addHeadingRule } from './heading-rules.ts'
import { HTML_RULES, isImageData } from './html-rules.ts'
import { addInlineRules } from './inline-rules.ts'
import { prepareMarkdown } from './prepare.ts'

export interface RenderedMarkdown {
  readonly body: Markup
  /** Headings of the rendered page: levels 2 to 6, without the one that repeats the title. */
  readonly headings: readonly Heading[]
}

export interface RenderOptions {
  readonly title: string
  readonly messages: Messages
  readonly resolveLink: RenderContext['resolveLink']
}

/**
 * Longest page that is rendered. A longer one is shown as plain text: nobody reads it through, and it must not block a
 * thread.
 */
export const MARKDOWN_LIMIT_CHARS = 2 * 1024 * 1024

const parsers = { md: createParser(), mdx: createParser().disable('code') }

/** Renders a page's Markdown or MDX as HTML. It runs no code of the page, and copies none of its tags or attributes. */
export function renderMarkdown(
  { markdown, format }: Pick<Page, 'markdown' | 'format'>,
  options: RenderOptions,
): RenderedMarkdown {
  if (markdown.length > MARKDOWN_LIMIT_CHARS) return { body: markup`<pre tabindex="0">${markdown}</pre>`, headings: [] }
  const parser = parsers[format]
  const prepared = prepareMarkdown(markdown, format)
  const headings: Heading[] = []
  const env = createEnv({
    ...options,
    prepared,
    headings,
    isMdx: format === 'mdx',
    renderInline: (text) => trusted(parser.renderInline(text, env)),
  })
  return { body: trusted(parser.render(prepared.text, env)), headings }
}

function createParser(): Parser {
  const md = new MarkdownIt({ html: false, linkify: false, typographer: false })
  md.validateLink = (address) => isSafeAddress(address) || isImageData(address)
  addComponentRule(md)
  addInlineRules(md)
  addHeadingRule(md)
  addAlertRule(md)
  Object.assign(md.renderer.rules, HTML_RULES)
  return md
}
