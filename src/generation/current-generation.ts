import { emptyGeneration } from './empty-generation.ts'
import type { OpenedDocs } from './disk/generation-folder.ts'
import type { DegradedCode, Generation } from './generation.ts'
import type { PartName } from './prepare.ts'
import type { OpenedIcons } from './prepare-icons.ts'

/** A new part of the generation, with its open files. */
export type OpenedPart =
  | { readonly part: 'docs'; readonly opened: OpenedDocs }
  | { readonly part: 'icons'; readonly opened: OpenedIcons }

/** The parts that are served, and the descriptors of all generations that may still be in use. */
export class CurrentGeneration {
  docs: OpenedDocs | null = null
  icons: OpenedIcons | null = null
  #number = 0
  /** Generations whose files are open, oldest first. They share the files of parts that have not changed. */
  #open: { readonly number: number; readonly descriptors: readonly number[] }[] = []

  get number(): number {
    return this.#number
  }

  has(part: PartName): boolean {
    return this[part] !== null
  }

  /** Reasons why what is served is not all that its content had when it was built. */
  get degraded(): readonly DegradedCode[] {
    return this.docs?.docs.degraded ?? []
  }

  /** Returns the next generation, which has the part in place of the one before. */
  replace(next: OpenedPart, faults: readonly DegradedCode[]): Generation {
    if (next.part === 'docs') this.docs = next.opened
    else this.icons = next.opened
    const docs = this.docs?.docs ?? emptyGeneration(0)
    this.#number = Math.max(this.#number + 1, docs.number)
    this.#open.push({
      number: this.#number,
      descriptors: [...(this.docs?.descriptors ?? []), ...(this.icons?.descriptors ?? [])],
    })
    return { ...docs, number: this.#number, icons: this.icons?.icons ?? null, degraded: [...this.degraded, ...faults] }
  }

  /** Returns the descriptors that no generation from this number on needs. They are to be closed. */
  releaseBefore(oldest: number): number[] {
    const held = this.#open.filter(({ number }) => number >= oldest)
    const needed = new Set(held.flatMap(({ descriptors }) => descriptors))
    const released = new Set(this.#open.flatMap(({ descriptors }) => descriptors).filter((fd) => !needed.has(fd)))
    this.#open = held
    return [...released]
  }
}
