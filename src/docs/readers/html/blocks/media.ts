import { authorSize } from '../../../model/author-size.ts'
import { embedded } from '../../../model/media.ts'
import type { Inline, Track } from '../../../model/page-model.ts'
import { detach } from '../detach.ts'
import type { HtmlElement } from '../tree.ts'

const EMBEDDED: ReadonlySet<string> = new Set(['video', 'audio', 'iframe', 'object', 'embed'])
const USES = /^(?:captions|descriptions|chapters)$/

export function isEmbedded(name: string): boolean {
  return EMBEDDED.has(name)
}

/** A film, a sound or a frame; null: it shows nothing. What browsers show that cannot do so is left out. */
export function embeddedBy(element: HtmlElement): Inline | null {
  const { attributes, elements, name } = element
  if (attributes['width'] === '0' || attributes['height'] === '0') return null
  const inner = elements.find((each) => each.name === 'source' && attributes['src'] === undefined)
  const address = attributes['data-src'] ?? attributes['src'] ?? attributes['data'] ?? inner?.attributes['src'] ?? ''
  return embedded({
    name,
    source: detach(address.trim()),
    title: detach((attributes['title'] ?? attributes['aria-label'] ?? '').trim()),
    poster: attributes['poster'] && detach(attributes['poster']),
    tracks: elements.flatMap(trackOf),
    size: authorSize(attributes['width'], attributes['height']),
  })
}

function trackOf({ attributes, name }: HtmlElement): Track[] {
  const { kind = '', label = '', src = '', srclang = '' } = attributes
  if (name !== 'track' || src === '') return []
  const use = USES.test(kind) ? (kind as Track['use']) : 'subtitles'
  return [{ source: detach(src), use, label: detach(label), language: detach(srclang) }]
}
