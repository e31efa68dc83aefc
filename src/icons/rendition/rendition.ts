import type { IconExtension } from '../icon-record.ts'

/** Changes of one file of an icon. A member is null, or false, where the file stays as it is. */
export interface Rendition {
  /** `#rrggbb` in lower case, for a drawing in one colour. */
  readonly colour: string | null
  /** The longer side of an SVG file, in pixels. */
  readonly sizePx: number | null
  /** How many times as fast the icon moves. */
  readonly speed: number
  /** Whether an SVG file shows one moment without motion. */
  readonly still: boolean
}

export const UNCHANGED: Rendition = { colour: null, sizePx: null, speed: 1, still: false }

/** Bounds of a rendition. Files above the limit are only served as they are, since each change reads and writes the file. */
export const RENDITION_LIMIT_BYTES = 131_072
export const SIZE_MINIMUM_PX = 16
export const SIZE_MAXIMUM_PX = 512
const SPEED_MINIMUM = 0.25
const SPEED_MAXIMUM = 4

/** Reads a colour of three or six hexadecimal digits, with or without `#`. Null when it is not one. */
export function readColour(text: string): string | null {
  const [, digits = ''] = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/i.exec(text.trim()) ?? []
  if (digits === '') return null
  const long = digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits
  return `#${long.toLowerCase()}`
}

/** Reads a size in whole pixels. Null when it is not one, or out of bounds. */
export function readSize(text: string): number | null {
  const size = /^\d{1,3}$/.test(text) ? Number(text) : 0
  return size >= SIZE_MINIMUM_PX && size <= SIZE_MAXIMUM_PX ? size : null
}

/** Reads a factor with at most two decimals. Null when it is not one, or out of bounds. */
export function readSpeed(text: string): number | null {
  const speed = /^\d(?:\.\d{1,2})?$/.test(text) ? Number(text) : 0
  return speed >= SPEED_MINIMUM && speed <= SPEED_MAXIMUM ? speed : null
}

/** Writes the query parameters of a rendition. A file that stays as it is has none. */
export function renditionParameters({ colour, sizePx, speed, still }: Rendition): URLSearchParams {
  const parameters = new URLSearchParams()
  if (colour !== null) parameters.set('color', colour.slice(1))
  if (sizePx !== null) parameters.set('size', String(sizePx))
  if (speed !== 1) parameters.set('speed', String(speed))
  if (still) parameters.set('still', '1')
  return parameters
}

/** Gives the address of a rendition from the address of the file. The version stays only with the file as it is. */
export function renditionUrl(url: string, rendition: Rendition): string {
  const parameters = renditionParameters(rendition).toString()
  if (parameters === '') return url
  const [address] = url.split('?')
  return `${address}?${parameters}`
}

/** The changes that a format can take. Size and stillness of Lottie are for its player to decide. */
export function renditionOf(ext: IconExtension, { colour, sizePx, speed, still }: Rendition): Rendition {
  if (ext === 'svg') return { colour, sizePx, speed, still }
  return ext === 'png' ? UNCHANGED : { ...UNCHANGED, colour, speed }
}
