import type { Block, Inline, Panel } from '../../../model/page-model.ts'
import { HtmlElement, find } from '../tree.ts'
import type { Context } from './context.ts'
import { isHeading } from './headings.ts'

const CARDS = ['card', 'sl-link-card', 'link-card', 'sd-card', 'hextra-card', 'nextra-card', 'vp-feature']
const TITLES = ['title', 'card-title', 'sd-card-title', 'hextra-card-title', 'card__title', 'cardTitle']

/** A link around blocks as a card that leads somewhere, or the blocks alone where they are more than a card. */
export function blocksOfLink(context: Context, link: HtmlElement): Block[] {
  const target = link.attributes['href']?.trim()
  // Haddock makes a heading a link to itself by what is around it.
  if (link.id !== null && target === `#${link.id}`) context.openId = link.id
  const blocks = context.blocks(link.children)
  const [first, ...rest] = blocks
  if (target === undefined || first === undefined || !('content' in first)) return blocks
  // A heading that others link to stays one.
  if (first.kind === 'heading' && first.id === link.id) return blocks
  if (find(link, (inner) => isHeading(inner) && inner.id !== null) !== null) return blocks
  return [{ kind: 'panel', role: 'card', title: withoutLinks(first.content), target, blocks: rest }]
}

/** A box with a title of its own, which may be a link, or null if it is not one. */
export function cardOf(context: Context, element: HtmlElement): Panel | null {
  if (element.classes.length === 0 || !element.hasClass(...CARDS)) return null
  const title = find(element, (inner) => inner.hasClass(...TITLES))
  if (title === null || isHeading(title)) return null
  const link =
    title.name === 'a'
      ? title
      : find(element, ({ name, attributes }) => name === 'a' && attributes['href'] !== undefined)
  const leads =
    link !== null && (element.hasClass('sl-link-card', 'link-card') || isWithin(title, link) || isWithin(link, title))
  return {
    kind: 'panel',
    role: 'card',
    title: withoutLinks(context.inline(title.children)),
    target: leads ? (link.attributes['href']?.trim() ?? null) : null,
    blocks: context.blocks(without(element, title)),
  }
}

/** The children of an element, without the one that is or holds the title, of which the rest stays. */
function without(element: HtmlElement, title: HtmlElement): HtmlElement['children'] {
  return element.children.flatMap((child) => {
    if (child === title) return []
    return child instanceof HtmlElement && isWithin(title, child) ? without(child, title) : [child]
  })
}

function isWithin(element: HtmlElement, other: HtmlElement): boolean {
  for (let at: HtmlElement | null = element; at !== null; at = at.parent) if (at === other) return true
  return false
}

function withoutLinks(content: readonly Inline[]): Inline[] {
  return content.flatMap((part) => (typeof part === 'object' && part.kind === 'link' ? part.content : [part]))
}
