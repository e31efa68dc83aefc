import type { Files } from '../../../support/content-tree.ts'

/** A tree of files that takes a reader much time, much memory, or its life, unless the reader bounds what it does. */
export interface HostileTree {
  readonly title: string
  readonly files: () => Files
}

/** Length of what is repeated. A reader that took quadratic time would take minutes. */
export const LONG = 300_000

export const SPACES = ' '.repeat(LONG)

/** Makes trees of one generator, which have its configuration and one page with a hostile text. */
export function treesOf(generator: string, configuration: Files, file: string) {
  return (title: string, page: () => string, more: () => Files = () => ({})): HostileTree => ({
    title: `${generator}: ${title}`,
    files: () => ({ ...configuration, [file]: page(), ...more() }),
  })
}

export function numbered(count: number, write: (at: number) => string): string {
  return Array.from({ length: count }, (_, at) => write(at)).join('')
}
