import type { DegradedCode } from '../generation/generation.ts'
import type { PartName } from '../generation/prepare.ts'

/** Parts of the content, in the order in which they are told. */
export const PARTS: readonly PartName[] = ['docs', 'icons']
const CODES = { docs: 'content_fault', icons: 'icons_fault' } as const

/** A fault that keeps a part of the content from being built. */
export interface ContentFault {
  readonly code: DegradedCode
  readonly reason: string
  /** Time at which it was first met, in ISO 8601. */
  readonly since: string
}

/** The faults that the parts of the content have now, with what only operators may see. */
export class ContentFaults {
  readonly #faults = new Map<PartName, ContentFault>()

  get all(): readonly ContentFault[] {
    return PARTS.flatMap((part) => this.#faults.get(part) ?? [])
  }

  get codes(): readonly DegradedCode[] {
    return this.all.map(({ code }) => code)
  }

  /** @param reason Why the part could not be built; null if it could. Returns whether a fault is mended by that. */
  record(part: PartName, reason: string | null): boolean {
    if (reason === null) return this.#faults.delete(part)
    const since = this.#faults.get(part)?.since ?? new Date().toISOString()
    this.#faults.set(part, { code: CODES[part], reason, since })
    return false
  }
}
