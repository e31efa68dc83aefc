import type { Heading } from '../../../model/page-model.ts'
import { plainText, titleText } from '../../../model/plain-text.ts'
import { HEADINGS } from '../element-names.ts'
import { HtmlElement, find } from '../tree.ts'
import type { Context } from './context.ts'
import { decodeLoosely } from '../../../../shared/decode-percent.ts'

export function isHeading(element: HtmlElement): boolean {
  return (
    HEADINGS.has(element.name) ||
    (element.attributes['role'] === 'heading' && element.attributes['aria-level'] !== undefined)
  )
}

/** A heading with its real id: its own, that of its permanent link, or that of what begins with it. */
export function headingOf(context: Context, element: HtmlElement): Heading | null {
  const level = HEADINGS.has(element.name)
    ? Number(element.name.slice(1))
    : Number.parseInt(element.attributes['aria-level'] ?? '2', 10)
  const content = context.inline(element.children)
  const text = titleText(content).replaceAll('\u200b', '').trim()
  if (text === '') {
    // The anchor of an empty heading is the next one's.
    context.openId ??= element.id ?? innerAnchor(element)
    return null
  }
  const id = element.id ?? permalink(context, element) ?? context.openId ?? innerAnchor(element)
  context.headingLevel = Math.min(6, Math.max(1, level || 2))
  return {
    kind: 'heading',
    level: context.headingLevel,
    id: context.headingId(id, text),
    content: withoutOwnLink(content, id),
    // Material for MkDocs keeps such a section out of search.
    ...(element.attributes['data-search-exclude'] === undefined ? {} : { unsearched: true as const }),
  }
}

function innerAnchor(element: HtmlElement): string | null {
  const anchor = find(
    element,
    (inner) => inner.id !== null || (inner.name === 'a' && Boolean(inner.attributes['name'])),
  )
  return anchor === null ? null : (anchor.id ?? anchor.attributes['name'] ?? null)
}

/** A link to the heading itself, whose text is a mark or the heading. */
function permalink(context: Context, element: HtmlElement): string | null {
  const link = find(element, ({ name, attributes }) => name === 'a' && attributes['href']?.startsWith('#') === true)
  const id = decodeLoosely(link?.attributes['href']?.slice(1) ?? '')
  return id !== '' && context.byId.has(id) ? id : null
}

/** Some generators make each heading a link to itself, which is no link that anybody wrote. */
function withoutOwnLink(content: Heading['content'], id: string | null): Heading['content'] {
  const kept = content.flatMap((part) => {
    if (typeof part !== 'object' || part.kind !== 'link' || !part.target.startsWith('#')) return [part]
    if (/^[¶#§🔗\s\u200b]*$/u.test(plainText(part.content))) return []
    return decodeLoosely(part.target.slice(1)) === id || id === null ? part.content : [part]
  })
  const last = kept.at(-1)
  if (typeof last === 'string') kept[kept.length - 1] = last.trimEnd()
  return kept
}
