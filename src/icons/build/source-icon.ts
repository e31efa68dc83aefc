import type { CatalogueFault } from '../catalogue.ts'
import type { IconRecord } from '../icon-record.ts'

/** Location of the bytes of an icon. They are read, checked and converted later (`make-assets.ts`). */
export type SourceFile =
  /** `file` is its name for people. */
  | { readonly file: string; readonly path: string; readonly text?: undefined }
  | { readonly file: string; readonly text: string }

/** One icon in one style as its source describes it. */
export interface SourceIcon extends Pick<
  IconRecord,
  'set' | 'name' | 'title' | 'style' | 'category' | 'aliases' | 'tags' | 'license' | 'author' | 'source'
> {
  /** Words that the source only associates with the icon. They are tags too, and their translations are no names. */
  readonly associations?: readonly string[]
  /** Null leaves the decision to the file. */
  readonly loop: boolean | null
  readonly svg: SourceFile | null
  readonly lottie: SourceFile | null
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
