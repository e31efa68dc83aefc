import type { CatalogueFault } from '../catalogue.ts'
import type { IconRecord } from '../icon-record.ts'

/** Where the bytes of an icon are. They are read, checked and converted later, elsewhere (`make-assets.ts`). */
export type SourceFile =
  /** `file` names it to people. */
  | { readonly file: string; readonly path: string; readonly text?: undefined }
  | { readonly file: string; readonly text: string }

/** One icon in one style as its source tells of it. */
export interface SourceIcon {
  readonly set: string
  readonly name: string
  readonly title: string
  readonly style: string
  readonly category: string
  readonly aliases: readonly string[]
  /** The source's own words for it. */
  readonly tags: readonly string[]
  /** Null: as the file says. */
  readonly loop: boolean | null
  readonly svg: SourceFile | null
  readonly lottie: SourceFile | null
  readonly license: IconRecord['license']
  readonly author: IconRecord['author']
  readonly source: IconRecord['source']
}

export interface SourceIcons {
  readonly icons: readonly SourceIcon[]
  /** When the source was last changed, as it says itself; milliseconds since the epoch, 0: it does not say. */
  readonly changedAt: number
  readonly faults: readonly CatalogueFault[]
}

/** `partly-cloudy-day` → `Partly cloudy day`. */
export function titleOf(name: string): string {
  const words = name.replaceAll('-', ' ')
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}
