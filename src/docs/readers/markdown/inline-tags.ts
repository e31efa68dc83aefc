import { authorSize } from '../../model/author-size.ts'
import { embedded, playerOf, watchedOn } from '../../model/media.ts'
import type { Badge, ButtonLook, Icon, Image, Inline, Track } from '../../model/page-model.ts'
import { themedSources, themeOfAddress, themeOfClass, type PictureSource } from '../../model/themes.ts'
import { toneOf } from '../../model/tones.ts'
import { decodeEntities } from './entities.ts'
import { literalOf } from './literals.ts'
import { VOID_ELEMENTS } from './tag-names.ts'
import type { Tag } from './tag.ts'

export function isImage(name: string): boolean {
  return /^(?:img|Img|Image|ImageZoom|[A-Z]\w*Image)$/.test(name)
}

/** Whether a program makes attributes of a tag: in braces of JSX, or bound by Vue. */
export function isMade({ attributes, expressions }: Tag): boolean {
  return expressions.size > 0 || [...attributes.keys()].some((name) => /^(?::|v-bind)/.test(name))
}

/** The image that a tag stands for; components for images count, as frameworks have them. */
export function imageOf({ name, kind, attributes, expressions }: Tag, sources: readonly PictureSource[]): Image | null {
  if (kind === 'close' || !isImage(name)) return null
  const given = addressesOf(expressions.get('sources'))
  const written = attributes.get('src') || given.light || ''
  const alt = decodeEntities(attributes.get('alt') ?? '')
  if (written === '' && alt === '') return null
  const { dark = attributes.get('dark') || given.dark, source } = themedSources(sources, written)
  const theme = themeOfAddress(source) ?? themeOfClass(attributes.get('className') ?? attributes.get('class') ?? '')
  return {
    kind: 'image',
    source,
    ...(dark ? { dark } : theme && { theme }),
    alt,
    title: decodeEntities(attributes.get('title') ?? '') || null,
    ...authorSize(attributes.get('width'), attributes.get('height')),
  }
}

/** A source of a `picture`, or null if it is not one. */
export function pictureSource({ attributes, name }: Tag): PictureSource | null {
  const [address = ''] = (attributes.get('srcset') ?? attributes.get('srcSet') ?? '').trim().split(/[\s,]+/)
  return name !== 'source' || address === '' ? null : { media: attributes.get('media') ?? '', address }
}

const EMBEDDED = /^(?:video|audio|iframe|object|embed)$/i
/** Components that show a film: of a file, or of another site by its number there. */
const PLAYER = /^(?:(?:Lite)?(?:YouTube|Vimeo)(?:Embed|Video|Player)?|ReactPlayer|Video(?:Player)?)$/i
const TRACKS = /^(?:captions|descriptions|chapters)$/

export function isPlayer(name: string): boolean {
  return EMBEDDED.test(name) || PLAYER.test(name)
}

/** Characters within such an element that are looked through. */
const WITHIN_LIMIT_CHARS = 10_000

interface EmbeddedPart {
  /** Null: no address says what it is. */
  readonly part: Inline | null
  readonly title: string
  /** Whether a program makes its address. */
  readonly isMade: boolean
  readonly end: number
}

/**
 * What a tag embeds, and where its element ends; null: it embeds nothing. What browsers show that cannot do so is left out.
 * @param tagAt reads a tag within it
 */
export function embeddedBy(tag: Tag, source: string, tagAt: (at: number) => Tag | null): EmbeddedPart | null {
  const { attributes, kind, name } = tag
  const isAlone = name === 'source' && playerOf(attributes.get('src') ?? '') !== null
  const isElement = isAlone || EMBEDDED.test(name)
  if (kind === 'close' || !(isElement || PLAYER.test(name))) return null
  const rest = kind === 'open' && !VOID_ELEMENTS.has(name) ? source.slice(tag.end, tag.end + WITHIN_LIMIT_CHARS) : ''
  const closing = rest.toLowerCase().indexOf(`</${name.toLowerCase()}`)
  const inner = closing < 0 ? '' : rest.slice(0, closing)
  const end = closing < 0 ? tag.end : tag.end + rest.indexOf('>', closing) + 1
  const tags = tagsIn(inner, (at) => tagAt(tag.end + at))
  const sources = ['src', 'data', 'url']
    .map((key) => attributes.get(key))
    .concat(tags.map((each) => (each.name === 'source' ? each.attributes.get('src') : '')))
  const id =
    attributes.get('id') ?? attributes.get('videoId') ?? attributes.get('videoid') ?? attributes.get('youTubeId') ?? ''
  const address = sources.find(Boolean) ?? (isElement || id === '' ? '' : (watchedOn(name, id) ?? ''))
  const title = decodeEntities(attributes.get('title') || attributes.get('aria-label') || attributes.get('alt') || '')
  const part = embedded({
    name: isElement ? name.toLowerCase() : 'iframe',
    source: decodeEntities(address),
    title,
    poster: attributes.get('poster'),
    tracks: tags.flatMap(trackOf),
    size: authorSize(attributes.get('width'), attributes.get('height')),
  })
  if (part !== null) return { part, title, isMade: false, end }
  // Further lines may say it where its end is not in this text.
  const isWhole = isElement && (kind === 'void' || VOID_ELEMENTS.has(name) || closing >= 0)
  return isWhole ? { part, title, isMade: [tag, ...tags].some(isMade), end: tag.end } : null
}

function trackOf({ attributes, name }: Tag): Track[] {
  const source = attributes.get('src') ?? ''
  if (name !== 'track' || source === '') return []
  const kind = attributes.get('kind') ?? ''
  const use = TRACKS.test(kind) ? (kind as Track['use']) : 'subtitles'
  const language = attributes.get('srclang') ?? attributes.get('srcLang') ?? ''
  return [{ source, use, label: decodeEntities(attributes.get('label') ?? ''), language }]
}

function tagsIn(text: string, tagAt: (at: number) => Tag | null): Tag[] {
  const tags: Tag[] = []
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
    const tag = tagAt(at)
    if (tag !== null) tags.push(tag)
  }
  return tags
}

/** The label that a tag stands for. Its variant has the tone of the admonition of that name. */
export function badgeOf({ attributes }: Tag, text: string): Badge {
  const tone = toneOf(attributes.get('variant') ?? attributes.get('type'))
  return { kind: 'badge', text, ...(tone === undefined ? {} : { tone }) }
}

const ICON_NAME = /^[a-z][\w.:-]{0,59}$/i

/** An icon by its name; null: it is an image, a sign, or the expression of a program. */
export function iconNamed(name: string | undefined): Icon | null {
  return name !== undefined && ICON_NAME.test(name) ? { kind: 'icon', name } : null
}

/** The icon that a tag stands for, or that a button has, which Starlight shows behind its text. */
export function iconOf({ attributes, kind, name }: Tag): Icon | null {
  if (name === 'Icon' && kind === 'void') return iconNamed(attributes.get('name') ?? attributes.get('icon'))
  const icon = name === 'LinkButton' && kind === 'open' ? iconNamed(attributes.get('icon')) : null
  return icon === null || attributes.get('iconPlacement') === 'start' ? icon : { ...icon, last: true }
}

/** How the button of a tag is shown, by its variant. */
export function buttonLook(variant: string | undefined): ButtonLook {
  return variant === 'secondary' || variant === 'minimal' ? variant : 'primary'
}

/** The addresses of `sources={{ light, dark }}`. */
function addressesOf(expression: string | undefined): { readonly light?: string; readonly dark?: string } {
  const sources = expression === undefined ? null : literalOf(expression)
  if (typeof sources !== 'object' || sources === null) return {}
  return Object.fromEntries(Object.entries(sources).filter(([, address]) => typeof address === 'string'))
}
