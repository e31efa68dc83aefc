/** One animated icon in one style, in the form that every interface returns (choices §3). Its id never changes for the same source icon. */
export interface IconRecord {
  /** Unique id `<set>-[<style>-]<name>`, which matches `ICON_ID`. */
  readonly id: string
  /** The source's own name within its set: `partly-cloudy-day`. */
  readonly name: string
  /** The name for people: `Partly cloudy day`. */
  readonly title: string
  readonly set: string
  readonly category: string
  /** Style of the set, or `''` in a set without styles. */
  readonly style: string
  readonly tags: readonly string[]
  readonly aliases: readonly string[]
  /** Pixels of the view box. */
  readonly width: number
  readonly height: number
  /** Frames per second; null for SVG animation, which has none. */
  readonly frameRate: number | null
  readonly durationMs: number | null
  readonly loop: boolean
  readonly formats: readonly IconFormat[]
  /** Ids of the other styles of the same icon, in the order of preference of their set. */
  readonly variants: readonly string[]
  readonly license: { readonly spdx: string; readonly url: string }
  readonly author: { readonly name: string; readonly url: string }
  readonly source: { readonly package: string; readonly version: string }
}

export const ICON_EXTENSIONS = ['svg', 'json', 'lottie', 'png'] as const
export type IconExtension = (typeof ICON_EXTENSIONS)[number]

export interface IconFormat {
  readonly ext: IconExtension
  readonly mediaType: string
  /** Address `{ICONS_URL}/assets/<id>.<ext>?v=<first 16 hex digits of sha256>`. */
  readonly url: string
  readonly bytes: number
  /** SHA-256 of the uncompressed file, in hex. */
  readonly sha256: string
}

export const ICON_ID = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
