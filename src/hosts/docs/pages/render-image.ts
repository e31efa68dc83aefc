import { isFileAddress } from '../../../docs/files/file-address.ts'
import { playerOf } from '../../../docs/model/media.ts'
import type { Image, Inline } from '../../../docs/model/page-model.ts'
import { markup, type Markup } from '../../../web/markup.ts'
import { isExternal } from './links.ts'
import { decodeLoosely } from '../../../shared/decode-percent.ts'

export interface ImageOptions {
  /** Origins of other sites whose images are shown. */
  readonly imageOrigins: readonly string[]
  /** Resolves the target of a link; null: it must not be linked. */
  readonly resolveLink: (href: string) => string | null
  /** Counts the images of the page that were written so far. */
  readonly images: { shown: number }
  /** Whether a link is around, in which another has no place. */
  readonly isInLink?: boolean
}

const IMAGE_DATA = /^data:image\/(?:png|gif|jpeg|webp);base64,/i

/** Width of the column in which images stand, in pixels. */
const COLUMN_WIDTH = 736

/** Width at which an image is shown; a browser chooses among candidates by it. */
function sizesFor(width: number | undefined): string {
  const shown = Math.min(width ?? COLUMN_WIDTH, COLUMN_WIDTH)
  return `(min-width: ${shown + 32}px) ${shown}px, 100vw`
}

/**
 * Renders an image. A file of the content is shown, and so is an image in a `data:` address or on a site that is listed. One
 * on any other site is linked by its description. Of one that is nowhere the description remains.
 */
export function renderImage(image: Image, options: ImageOptions): Markup {
  const { alt, source } = image
  const player = playerOf(source)
  if (player !== null && isFileAddress(source) && options.isInLink !== true) return play(player, image)
  if (player === null && isShown(image, options)) {
    const { dark, theme } = image
    if (dark === undefined || !isShown({ source: dark }, options))
      return element(image, options, theme && `in-${theme}`)
    return markup`${element(image, options, 'in-light')}${element({ ...image, source: dark, candidates: [] }, options, 'in-dark')}`
  }
  if (player !== null && options.isInLink === true) return markup`<span class="image">${alt || fileName(source)}</span>`
  const href = isExternal(source) && options.isInLink !== true ? options.resolveLink(source) : null
  if (href === null) return markup`<span class="image">${alt}</span>`
  return markup`<a class="image external" href="${href}" rel="noopener">${alt || fileName(href)}</a>`
}

/** A film or a sound of the content. It loads no more than its length before it is played. */
function play(player: 'video' | 'audio', { alt, height, poster, source, tracks = [], width }: Image): Markup {
  const attributes = [
    alt !== '' && markup` aria-label="${alt}"`,
    poster !== undefined && isFileAddress(poster) && markup` poster="${poster}"`,
    width !== undefined && markup` width="${width}"`,
    height !== undefined && markup` height="${height}"`,
  ]
  const texts = tracks.map(
    ({ label, language, source: text, use }) =>
      markup`<track src="${text}" kind="${use}"${language !== '' && markup` srclang="${language}"`}${label !== '' && markup` label="${label}"`}>`,
  )
  const link = markup`<a href="${source}">${alt || fileName(source)}</a>`
  return player === 'video'
    ? markup`<video controls preload="metadata" src="${source}"${attributes}>${texts}${link}</video>`
    : markup`<audio controls preload="metadata" src="${source}"${attributes}>${texts}${link}</audio>`
}

/** What a link is named by whose content is images alone that are not shown and have no description; null: it has more. */
export function nameOfUnseen(content: readonly Inline[], options: Pick<ImageOptions, 'imageOrigins'>): string | null {
  const parts = content.filter((part) => typeof part !== 'string' || part.trim() !== '')
  const unseen = parts.flatMap((part) =>
    typeof part === 'object' && part.kind === 'image' && part.alt === '' && isExternal(part.source) ? [part] : [],
  )
  const [first] = unseen
  if (first === undefined || unseen.length < parts.length || unseen.some((part) => isShown(part, options))) return null
  return fileName(first.source)
}

/** The name of the file at an address, else its host: a whole address would fill lines. */
function fileName(address: string): string {
  if (!URL.canParse(address, 'https://localhost')) return address
  const { host, pathname } = new URL(address, 'https://localhost')
  const name = pathname.slice(pathname.lastIndexOf('/') + 1)
  return decodeLoosely(name) || host
}

/** Whether an image is written as an element, which a caption can stand below. */
export function isShown(
  { source }: Pick<Image, 'source'>,
  { imageOrigins }: Pick<ImageOptions, 'imageOrigins'>,
): boolean {
  if (isFileAddress(source) || IMAGE_DATA.test(source)) return true
  return isExternal(source) && imageOrigins.includes(originOf(source))
}

/** The first image of a page is most likely in view, and waits for nothing. One for a theme is loaded in that alone. */
function element(
  { alt, candidates = [], height, source, title, width }: Image,
  { images }: ImageOptions,
  theme?: 'in-light' | 'in-dark',
): Markup {
  const isFirst = images.shown++ === 0
  const set = candidates.map(({ descriptor, source: other }) => `${other} ${descriptor}`).join(', ')
  const attributes = [
    set !== '' && markup` srcset="${set}"`,
    set !== '' && candidates.every(({ descriptor }) => descriptor.endsWith('w')) && markup` sizes="${sizesFor(width)}"`,
    width !== undefined && markup` width="${width}"`,
    height !== undefined && markup` height="${height}"`,
    title !== null && title !== '' && markup` title="${title}"`,
    (!isFirst || theme !== undefined) && markup` loading="lazy"`,
    theme !== undefined && markup` class="${theme}"`,
    isExternal(source) && markup` referrerpolicy="no-referrer"`,
  ]
  return markup`<img src="${source}" alt="${alt}"${attributes} decoding="async">`
}

/** Origin of an address of another site, of which browsers take one without a scheme as https here. */
function originOf(address: string): string {
  return URL.canParse(address, 'https://localhost') ? new URL(address, 'https://localhost').origin : ''
}
