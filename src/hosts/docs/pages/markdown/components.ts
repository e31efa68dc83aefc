import { markup, type Markup } from '../../../../web/markup.ts'
import type { Messages } from '../../../../web/messages.ts'

/** The appearance of an MDX component. */
export type Component =
  | { readonly kind: 'callout'; readonly tone: Tone }
  | { readonly kind: 'group'; readonly className: string }
  | { readonly kind: 'titled'; readonly className: string }
  | { readonly kind: 'details' }

export type Tone = 'note' | 'tip' | 'warning'

/** Components that documentation tools share, by tag name. Any other tag is dropped and its children stay. */
export const COMPONENTS: ReadonlyMap<string, Component> = new Map<string, Component>([
  ...callouts('note', ['Note', 'Info', 'Callout', 'Aside', 'Alert', 'Admonition', 'Important']),
  ...callouts('tip', ['Tip', 'Check', 'Success']),
  ...callouts('warning', ['Warning', 'Caution', 'Danger']),
  ['Tabs', { kind: 'group', className: 'tabs' }],
  ['Steps', { kind: 'group', className: 'steps' }],
  ...['Cards', 'CardGroup', 'CardGrid', 'Columns'].map((name): [string, Component] => [
    name,
    { kind: 'group', className: 'cards' },
  ]),
  ...['Tab', 'TabItem'].map((name): [string, Component] => [name, { kind: 'titled', className: 'tab' }]),
  ['Step', { kind: 'titled', className: 'step' }],
  ...['Card', 'LinkCard'].map((name): [string, Component] => [name, { kind: 'titled', className: 'card' }]),
  ...['details', 'Accordion', 'Expandable'].map((name): [string, Component] => [name, { kind: 'details' }]),
])

const TONES: Readonly<Record<string, Tone>> = {
  note: 'note',
  info: 'note',
  important: 'note',
  tip: 'tip',
  success: 'tip',
  check: 'tip',
  warning: 'warning',
  warn: 'warning',
  caution: 'warning',
  danger: 'warning',
  error: 'warning',
}

export interface ComponentUse {
  readonly component: Component
  readonly attributes: ReadonlyMap<string, string>
}

export interface ComponentContext {
  readonly messages: Messages
  /** Resolves the target of a link; null: it must not be linked. */
  readonly resolveLink: (href: string) => string | null
  readonly renderInline: (markdown: string) => Markup
}

export function openComponent({ component, attributes }: ComponentUse, context: ComponentContext): Markup {
  const title = attributes.get('title') ?? attributes.get('label') ?? attributes.get('value') ?? attributes.get('name')
  switch (component.kind) {
    case 'callout':
      return openCallout(toneOf(attributes.get('type') ?? attributes.get('variant')) ?? component.tone, title, context)
    case 'group':
      return markup`<div class="${component.className}">\n`
    case 'titled':
      return markup`<div class="${component.className}">\n${titleLine(title, attributes.get('href'), context)}`
    case 'details':
      return markup`<details><summary>${context.renderInline(title ?? '…')}</summary>\n`
  }
}

export function closeComponent({ component }: ComponentUse): Markup {
  if (component.kind === 'callout') return closeCallout()
  return component.kind === 'details' ? markup`</details>\n` : markup`</div>\n`
}

/**
 * Opens a callout. It has `role=note`, because a plain `aside` inside the article would be one more landmark for each note.
 */
export function openCallout(
  tone: Tone,
  title: string | undefined,
  { messages, renderInline }: ComponentContext,
): Markup {
  const heading = title === undefined ? messages[tone] : renderInline(title)
  return markup`<aside class="callout ${tone}" role="note">\n<p class="component-title">${heading}</p>\n`
}

export function closeCallout(): Markup {
  return markup`</aside>\n`
}

export function toneOf(name: string | undefined): Tone | undefined {
  return name === undefined ? undefined : TONES[name.toLowerCase()]
}

function callouts(tone: Tone, names: readonly string[]): [string, Component][] {
  return names.map((name) => [name, { kind: 'callout', tone }])
}

function titleLine(
  title: string | undefined,
  href: string | undefined,
  { resolveLink }: ComponentContext,
): Markup | null {
  if (title === undefined) return null
  const target = href === undefined ? null : resolveLink(href)
  return markup`<p class="component-title">${target === null ? title : markup`<a href="${target}">${title}</a>`}</p>\n`
}
