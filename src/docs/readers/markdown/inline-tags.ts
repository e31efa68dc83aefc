import { authorSize } from '../../model/author-size.ts'
import { isDarkClass, isDarkVariant } from '../../model/dark-variant.ts'
import type { Badge, ButtonLook, Icon, Image } from '../../model/page-model.ts'
import { toneOf } from '../../model/tones.ts'
import { decodeEntities } from './entities.ts'
import { literalOf } from './literals.ts'
import type { Tag } from './tag.ts'

/** The image that a tag stands for; components for images count, as frameworks have them. */
export function imageOf({ name, kind, attributes, expressions }: Tag): Image | null {
  if (kind === 'close' || !/^(?:img|Img|Image|ImageZoom|[A-Z]\w*Image)$/.test(name)) return null
  const source = attributes.get('src') || lightSource(expressions.get('sources'))
  const alt = decodeEntities(attributes.get('alt') ?? '')
  if ((source === '' && alt === '') || isDarkVariant(source)) return null
  if (isDarkClass(attributes.get('className') ?? attributes.get('class') ?? '')) return null
  const size = authorSize(attributes.get('width'), attributes.get('height'))
  const dark = attributes.get('dark')
  return {
    kind: 'image',
    source,
    ...(dark ? { dark } : {}),
    alt,
    title: decodeEntities(attributes.get('title') ?? '') || null,
    ...size,
  }
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

/** The address for light pages of `sources={{ light, dark }}`, or `''`. */
function lightSource(expression: string | undefined): string {
  const sources = expression === undefined ? null : literalOf(expression)
  const light = typeof sources === 'object' && sources !== null && 'light' in sources ? sources.light : null
  return typeof light === 'string' ? light : ''
}
