import { authorSize } from '../../../model/author-size.ts'
import type { Image, ImageCandidate } from '../../../model/page-model.ts'
import { themedSources, themeOfAddress, themeOfClass, type Theme } from '../../../model/themes.ts'
import { detach } from '../detach.ts'
import { HtmlElement } from '../tree.ts'

const LAZY_SOURCES = ['data-src', 'data-original', 'data-lazy-src', 'data-lazy', 'data-url']
const CANDIDATE_LIMIT = 16
const DESCRIPTOR = /^\d{1,5}(?:\.\d{1,4})?[wx]$/
/** The image of an `img` or a `picture`; its alternative text alone for a picture of a character, or null. */
export function imageOf(element: HtmlElement): Image | string | null {
  const image = element.name === 'picture' ? element.elements.find(({ name }) => name === 'img') : element
  if (image === undefined) return null
  const { attributes } = image
  const alt = (attributes['alt'] ?? '').replace(/\s+/g, ' ').trim()
  if (image.hasClass('emoji', 'twemoji', 'gemoji') && alt !== '') return alt
  const address = source(image, element)
  const { dark, source: written } = themedSources(sourcesOf(element), unwrapped(address))
  const theme = themeOfAddress(written) ?? themeAround(image)
  if (written === '' || written.startsWith('data:')) return alt === '' ? null : alt
  if (attributes['width'] === '1' && attributes['height'] === '1') return null
  const candidates = isResized(address) ? [] : candidatesOf(attributes['srcset'] ?? attributes['data-srcset'])
  return {
    kind: 'image',
    source: detach(written),
    ...(dark === undefined ? theme && { theme } : { dark: detach(dark) }),
    alt,
    title: attributes['title'] || null,
    ...(candidates.length > 1 ? { candidates } : {}),
    ...authorSize(attributes['width'], attributes['height']),
  }
}

function sourcesOf(picture: HtmlElement) {
  if (picture.name !== 'picture') return []
  return picture.elements.flatMap(({ attributes, name }) => {
    const address = best(attributes['srcset'] ?? attributes['data-srcset'] ?? '')
    return name === 'source' && address !== null ? [{ media: attributes['media'] ?? '', address }] : []
  })
}

/** The theme that the classes of an image name, or those of what holds it alone. */
function themeAround(image: HtmlElement): Theme | undefined {
  for (let at: HtmlElement | null = image; at !== null; at = at.parent) {
    const theme = themeOfClass(at.classes)
    if (theme !== undefined || at.name === 'body' || holdsMore(at)) return theme
  }
  return undefined
}

/** Whether an element holds more than one other. */
function holdsMore({ children }: HtmlElement): boolean {
  const first = children.findIndex((child) => child instanceof HtmlElement)
  return first >= 0 && children.findIndex((child, at) => at > first && child instanceof HtmlElement) >= 0
}

/** Whether an image is made smaller by the server of Next.js, which a folder of files has not. */
function isResized(address: string): boolean {
  return address.startsWith('/_next/image?')
}

/** The file behind an image that the server of Next.js makes smaller: `/_next/image?url=%2Fa.png&w=96`. */
function unwrapped(address: string): string {
  const query = isResized(address) ? address.slice(address.indexOf('?')) : ''
  return new URLSearchParams(query).get('url') ?? address
}

function source(image: HtmlElement, around: HtmlElement): string {
  const { attributes } = image
  const lazy = LAZY_SOURCES.map((name) => attributes[name]).find((value) => value !== undefined && value !== '')
  const plain = (attributes['src'] ?? '').trim()
  if (lazy !== undefined) return lazy.trim()
  const set = attributes['srcset'] ?? attributes['data-srcset']
  if (plain !== '' && !plain.startsWith('data:')) return (set === undefined ? null : best(set)) ?? plain
  const sources = around.elements.filter(({ name }) => name === 'source')
  const sets = [set, ...sources.map((one) => one.attributes['srcset'] ?? one.attributes['data-srcset'])]
  for (const candidate of sets) {
    const found = candidate === undefined ? null : best(candidate)
    if (found !== null) return found
  }
  return plain
}

/** The images of a `srcset`. */
function candidatesOf(set: string | undefined): ImageCandidate[] {
  if (set === undefined) return []
  const candidates: ImageCandidate[] = []
  // A comma parts candidates where white space follows it, or a descriptor comes before it.
  for (const candidate of set.split(/,\s+|(?<=\s[\d.]+[wx]),/)) {
    if (candidates.length >= CANDIDATE_LIMIT) break
    const [url, descriptor = '1x'] = candidate.trim().split(/\s+/)
    if (url === undefined || url === '' || url.startsWith('data:') || !DESCRIPTOR.test(descriptor)) continue
    candidates.push({ source: detach(url), descriptor: detach(descriptor) })
  }
  return candidates
}

/** The largest image of a `srcset`. */
function best(set: string): string | null {
  let found: string | null = null
  let foundSize = -1
  for (const { descriptor, source } of candidatesOf(set)) {
    const size = Number.parseFloat(descriptor)
    if (size <= foundSize) continue
    found = source
    foundSize = size
  }
  return found
}
