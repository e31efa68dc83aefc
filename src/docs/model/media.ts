import type { Image, Inline } from './page-model.ts'

const VIDEO = /\.(?:mp4|m4v|webm|ogv|mov)$/i
const AUDIO = /\.(?:mp3|m4a|ogg|oga|opus|wav|flac)$/i
const PICTURE = /\.(?:png|apng|jpe?g|gif|webp|avif|svg)$/i

const pathOf = (address: string): string => address.replace(/[?#].*$/s, '')

/** How the file at an address is played, by the ending of its name; null: it is no film and no sound. */
export function playerOf(address: string): 'video' | 'audio' | null {
  const path = pathOf(address)
  return VIDEO.test(path) ? 'video' : AUDIO.test(path) ? 'audio' : null
}

/** What an element that shows a film, a sound or a part of another site says of it. */
export interface Embedded {
  /** Name of the element. */
  readonly name: string
  readonly source: string
  /** `''` where the author gave none. */
  readonly title: string
  readonly poster?: string | undefined
  readonly tracks?: Image['tracks'] | undefined
  readonly size: Pick<Image, 'width' | 'height'>
}

/** A film or a sound as a player, and anything else in a frame as a link; null: there is nothing to show. */
export function embedded({ name, poster, size, source, title, tracks = [] }: Embedded): Inline | null {
  if (source === '' || /^(?:javascript|data|vbscript|blob|about):/i.test(source)) return null
  const isFile = playerOf(source) !== null || (name !== 'iframe' && PICTURE.test(pathOf(source)))
  if (!isFile && !/^(?:video|audio)$/.test(name)) {
    const target = watched(source)
    return { kind: 'link', target, title: null, content: [title || named(target)] }
  }
  return {
    kind: 'image',
    source,
    alt: title,
    title: null,
    ...(poster ? { poster } : {}),
    ...(tracks.length > 0 ? { tracks } : {}),
    ...size,
  }
}

/** The address of a film on a site for films by its number there; null: the name is of no such site. */
export function watchedOn(site: string, id: string): string | null {
  if (/youtube/i.test(site)) return `https://www.youtube.com/watch?v=${encodeURIComponent(id)}`
  return /vimeo/i.test(site) ? `https://vimeo.com/${encodeURIComponent(id)}` : null
}

/** The page on which people watch what an address shows in a frame. */
function watched(source: string): string {
  const address = source.startsWith('//') ? `https:${source}` : source
  if (!URL.canParse(address)) return address
  const { host, pathname } = new URL(address)
  const [, folder, id = ''] = pathname.split('/')
  if (folder === 'embed' && id !== 'videoseries' && /^(?:www\.)?youtube(?:-nocookie)?\.com$/.test(host)) {
    return watchedOn('youtube', id) ?? address
  }
  return folder === 'video' && host === 'player.vimeo.com' ? (watchedOn('vimeo', id) ?? address) : address
}

/** The host of another site, else the name of the file. */
export function named(address: string): string {
  return URL.canParse(address) ? new URL(address).host : (pathOf(address).split('/').at(-1) ?? address)
}
