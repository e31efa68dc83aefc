import type { RendererRule, Token } from 'markdown-it'
import { escapeHtml, markup, toHtml } from '../../../../web/markup.ts'
import { isExternal } from '../links.ts'
import { fill } from '../../../../web/messages.ts'
import { closeCallout, closeComponent, openCallout, openComponent, type ComponentUse, type Tone } from './components.ts'
import { contextOf, type Heading, type RenderContext } from './context.ts'
import { plainText } from './heading-rules.ts'

const IMAGE_DATA = /^data:image\/(?:png|gif|jpeg|webp);base64,/i
const LANGUAGE = /^[\w+#.-]{1,32}/

/** Rules that write tokens. A kind without a rule is written according to CommonMark. */
export const HTML_RULES: Readonly<Record<string, RendererRule>> = {
  heading_open: (tokens, index) => {
    const { level, id } = metaAt(tokens, index, 'heading')
    return `<div class="heading"><h${level} id="${escapeHtml(id)}">`
  },
  heading_close: (tokens, index, _options, env) => {
    const { level, id, text } = metaAt(tokens, index, 'heading')
    const label = fill(contextOf(env).messages.headingLink, { title: text })
    const anchor = markup`<a class="anchor" href="#${encodeURIComponent(id)}" aria-label="${label}">#</a>`
    return `</h${level}>${toHtml(anchor)}</div>\n`
  },
  fence: (tokens, index) => codeBlock(tokenAt(tokens, index).content, tokenAt(tokens, index).info),
  code_block: (tokens, index) => codeBlock(tokenAt(tokens, index).content, ''),
  table_open: (_tokens, _index, _options, env) => {
    const label = contextOf(env).messages.table
    return toHtml(markup`<div class="table" role="group" aria-label="${label}" tabindex="0"><table>\n`)
  },
  table_close: () => '</table></div>\n',
  th_open: (tokens, index) => openCell(tokens, index, isEmptyCell(tokens, index) ? 'td' : 'th'),
  th_close: (tokens, index) => (isEmptyCell(tokens, index - 2) ? '</td>' : '</th>'),
  td_open: (tokens, index) => openCell(tokens, index, 'td'),
  link_open: (tokens, index, _options, env) => link(tokenAt(tokens, index), contextOf(env)),
  image: (tokens, index, _options, env) => image(tokenAt(tokens, index), contextOf(env)),
  element: (tokens, index) => {
    const { tag, markup, hidden } = tokenAt(tokens, index)
    return hidden ? '' : `<${markup === 'close' ? '/' : ''}${tag}>`
  },
  component_open: (tokens, index, _options, env) => toHtml(openComponent(metaAt(tokens, index, 'use'), contextOf(env))),
  component_close: (tokens, index) => toHtml(closeComponent(metaAt(tokens, index, 'use'))),
  callout_open: (tokens, index, _options, env) =>
    toHtml(openCallout(metaAt(tokens, index, 'tone'), undefined, contextOf(env))),
  callout_close: () => toHtml(closeCallout()),
}

/** Data that the rules store in tokens for their rendering. */
interface TokenMeta {
  readonly heading: Heading
  readonly use: ComponentUse
  readonly tone: Tone
}

function metaAt<Key extends keyof TokenMeta>(tokens: readonly Token[], index: number, key: Key): TokenMeta[Key] {
  return tokenAt(tokens, index).meta?.[key] as TokenMeta[Key]
}

function tokenAt(tokens: readonly Token[], index: number): Token {
  const token = tokens[index]
  if (token === undefined) throw new RangeError(`no token ${index}`)
  return token
}

function codeBlock(code: string, info: string): string {
  const language = LANGUAGE.exec(info.trim())?.[0] ?? null
  const label = language !== null && markup` data-language="${language}"`
  const className = language !== null && markup` class="language-${language}"`
  return toHtml(markup`<div class="code"${label}><pre tabindex="0"><code${className}>${code}</code></pre></div>\n`)
}

/**
 * Opens a table cell. The parser writes alignment as inline style, which the content security policy forbids, so it becomes
 * a class.
 */
function openCell(tokens: readonly Token[], index: number, tag: 'td' | 'th'): string {
  const alignment = /^text-align:(left|center|right)$/.exec(String(tokenAt(tokens, index).attrGet('style') ?? ''))?.[1]
  const attributes = (alignment ? ` class="${alignment}"` : '') + (tag === 'th' ? ' scope="col"' : '')
  return `<${tag}${attributes}>`
}

/** Tells whether a heading cell has no text. Such a cell names nothing, so it becomes a plain cell. */
function isEmptyCell(tokens: readonly Token[], openIndex: number): boolean {
  return tokens[openIndex + 1]?.content.trim() === ''
}

function link(token: Token, { resolveLink }: RenderContext): string {
  const href = resolveLink(String(token.attrGet('href') ?? ''))
  if (href === null) return '<a>'
  const title = token.attrGet('title')
  const titled = title !== null && markup` title="${String(title)}"`
  const external = isExternal(href) && markup` class="external" rel="noopener"`
  return toHtml(markup`<a href="${href}"${titled}${external}>`)
}

/**
 * Renders an image. The service has no image files, and pages load nothing from other sites. An image in a `data:` address
 * is shown. One on another site is linked by its description. Of any other the description remains.
 */
function image(token: Token, { resolveLink }: RenderContext): string {
  const source = String(token.attrGet('src') ?? '')
  const description = plainText(token.children ?? [])
  if (isImageData(source)) return toHtml(markup`<img src="${source}" alt="${description}">`)
  const href = isExternal(source) ? resolveLink(source) : null
  if (href === null) return toHtml(markup`<span class="image">${description}</span>`)
  return toHtml(markup`<a class="image external" href="${href}" rel="noopener">${description || href}</a>`)
}

export function isImageData(address: string): boolean {
  return IMAGE_DATA.test(address)
}
