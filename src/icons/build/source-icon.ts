import type { CatalogueFault } from '../catalogue.ts'
import type { IconRecord } from '../icon-record.ts'

/** Location of the bytes of an icon. They are read, checked and converted later (`make-assets.ts`). */
export type SourceFile =
  /** `file` is its name for people. */
  | { readonly file: string; readonly path: string; readonly text?: undefined }
  | { readonly file: string; readonly text: string }

/** One icon in one style as its source describes it. */
export interface SourceIcon {
  readonly set: string
  readonly name: string
  readonly title: string
  readonly style: string
  readonly category: string
  readonly aliases: readonly string[]
  /** The source's own words for the icon. */
  readonly tags: readonly string[]
  /** Words that the source only associates with the icon. They are tags too, and their translations are no names. */
  readonly associations?: readonly string[]
  /** Null leaves the decision to the file. */
  readonly loop: boolean | null
  readonly svg: SourceFile | null
  readonly lottie: SourceFile | null
  readonly license: IconRecord['license']
  readonly author: IconRecord['author']
  readonly source: IconRecord['source']
}

export interface SourceIcons {
  readonly icons: readonly SourceIcon[]
  /** Time of the last change by the source's own account, in milliseconds since the epoch; 0 when it states none. */
  readonly changedAt: number
  readonly faults: readonly CatalogueFault[]
}

/** `partly-cloudy-day` → `Partly cloudy day`. */
export function titleOf(name: string): string {
  const words = name.replaceAll('-', ' ')
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}
