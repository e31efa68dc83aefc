import type { Fields } from '../../front-matter.ts'
import { list, record, text } from '../values.ts'

/** What stands large at the top of a front page. Texts are Markdown. */
export interface Hero {
  /** A short name above the heading, or the heading of a hero without one, or null. */
  readonly name: string | null
  readonly heading: string | null
  /** Id of the heading; null: it is made of its text. */
  readonly id: string | null
  readonly tagline: string | null
  readonly image: HeroImage | null
  readonly actions: readonly HeroAction[]
}

export interface HeroImage {
  /** Address for light pages, as in links of the page. */
  readonly source: string
  /** Address for dark pages; null: the same. */
  readonly dark: string | null
  readonly alt: string
  /** Height in pixels of CSS; null: that of the file. */
  readonly height: number | null
}

interface HeroAction {
  readonly text: string
  readonly link: string
  readonly variant: string | null
  readonly icon: string | null
}

/** A card below the hero. */
export interface Feature {
  /** Markdown or HTML, which stands before the title. */
  readonly icon: string
  readonly title: string
  readonly details: string
  readonly link: string | null
  readonly linkText: string | null
}

const ACTION_LIMIT = 20
const FEATURE_LIMIT = 100

/** Whether the text of an icon can be shown: an emoji, or an image, and not a name or an element that a style sheet fills. */
const SHOWN_ICON = /^[^<\w]*$|<img\s/i
const ICON_NAME = /^[a-z][\w-]*$/i

/** Writes a hero as tags that the reader of Markdown knows; `''`: it says nothing. */
export function heroMarkdown({ actions, heading, id, image, name, tagline }: Hero): string {
  const words = heading === null || name === null ? (heading ?? name) : `**${line(name)}** ${heading}`
  const parts = [
    words === null ? '' : `# ${line(words)}${id === null ? '' : ` {#${id}}`}`,
    line(tagline ?? ''),
    actions.map(button).join(' '),
    image === null ? '' : imageTag(image),
  ].filter((part) => part !== '')
  return parts.length === 0 ? '' : framed('Splash.Hero', '', parts.join('\n\n'))
}

/**
 * Writes the hero that front matter describes in the form of Starlight. A hero without a title has that of the page.
 * @param addressOf gives the address of an image from the page, or null
 */
export function frontHero(fields: Fields, id: string | null, addressOf: (written: string) => string | null): string {
  if (!fields.has('hero')) return ''
  const { actions, image, tagline, title } = record(fields.get('hero'))
  const { alt, dark, file, light } = record(image)
  const [one, bright, other] = [file, light, dark].map((written) => addressOf(text(written) ?? ''))
  const source = one ?? bright ?? other
  return heroMarkdown({
    name: null,
    heading: text(title) ?? text(fields.get('title')),
    id,
    tagline: text(tagline),
    image:
      source == null
        ? null
        : { source, dark: one == null ? (other ?? null) : null, alt: text(alt) ?? '', height: null },
    actions: heroActions(actions, ({ variant }) => text(variant)),
  })
}

/** Writes cards below a hero. */
export function featuresMarkdown(features: readonly Feature[]): string {
  const cards = features.slice(0, FEATURE_LIMIT).map(({ details, icon, link, linkText, title }) => {
    const words = line(`${SHOWN_ICON.test(icon) ? icon : ''} ${title}`)
    const drawn = ICON_NAME.test(icon) ? ` icon="${icon}"` : ''
    const lead = link === null ? '' : ` href="${address(link)}"`
    const call = linkText === null ? '' : ` cta="${attribute(linkText)}"`
    return framed('Splash.Feature', ` title="${attribute(words)}"${drawn}${lead}${call}`, line(details))
  })
  return cardsMarkdown(cards)
}

/** A card that leads to a page; `title` is plain text, and `details` are Markdown on one line. */
export function cardMarkdown({ details, link, title }: Pick<Feature, 'details' | 'title'> & { link: string }): string {
  return framed('Card', ` title="${attribute(title)}" href="${address(link)}"`, details)
}

/** Cards beside one another, or `''`. */
export function cardsMarkdown(cards: readonly string[]): string {
  return cards.length === 0 ? '' : framed('CardGrid', '', cards.join(''))
}

/** Links of a hero as front matter lists them; the ones without a text are left out. */
export function heroActions(value: unknown, variantOf: (action: Readonly<Record<string, unknown>>) => string | null) {
  return list(value)
    .slice(0, ACTION_LIMIT)
    .map(record)
    .flatMap((action): HeroAction[] => {
      const words = text(action['text'])
      if (words === null) return []
      return [{ text: words, link: text(action['link']) ?? '', variant: variantOf(action), icon: text(action['icon']) }]
    })
}

export function imageTag({ alt, dark, height, source }: HeroImage): string {
  const other = dark === null ? '' : ` dark="${address(dark)}"`
  const size = height === null ? '' : ` height="${height}"`
  return `<img src="${address(source)}" alt="${attribute(alt)}"${other}${size}>`
}

function button({ icon, link, text, variant }: HeroAction): string {
  if (link === '') return line(text)
  const drawn = icon === null ? '' : ` icon="${attribute(icon)}"`
  return `<LinkButton href="${address(link)}" variant="${attribute(variant ?? 'primary')}"${drawn}>${line(text)}</LinkButton>`
}

function framed(name: string, attributes: string, content: string): string {
  return `<${name}${attributes}>\n\n${content}\n\n</${name}>\n\n`
}

/** Text in one line, in which no brace begins an expression. */
function line(words: string): string {
  return words.replace(/\s+/g, ' ').trim().replaceAll('{', '&#123;')
}

/** An address in an attribute, of which the reader decodes nothing. */
function address(value: string): string {
  return value.replace(/\s+/g, ' ').trim().replaceAll('"', '%22')
}

function attribute(value: string): string {
  return value.replace(/\s+/g, ' ').trim().replaceAll('"', '&quot;')
}
