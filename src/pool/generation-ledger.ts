import { emptyGeneration } from '../generation/empty-generation.ts'
import type { Generation } from '../generation/generation.ts'

interface Use {
  readonly generation: Generation
  readonly number: number
  count: number
}

/**
 * Counts what is in flight per generation, so that a request is answered from the generation it came in under, and an
 * old generation goes as soon as nothing names it.
 */
export class GenerationLedger {
  /** Nearly all calls are about this one, so it needs no look-up. */
  #current: Use
  readonly #uses = new Map<number, Use>()
  /** Only generations before this one were reported free. */
  #keptFrom: number
  /** Whether there was no generation yet. */
  awaitsFirst: boolean

  /** @param first Null if there is none yet, and an empty one stands in until `swap` brings it. */
  constructor(first: Generation | null) {
    const generation = first ?? emptyGeneration(0)
    this.#current = { generation, number: generation.number, count: 0 }
    this.#uses.set(generation.number, this.#current)
    this.#keptFrom = generation.number
    this.awaitsFirst = first === null
  }

  get current(): Generation {
    return this.#current.generation
  }

  /** The lowest number still named by anything. */
  get oldest(): number {
    let oldest = this.#current.number
    for (const number of this.#uses.keys()) if (number < oldest) oldest = number
    return oldest
  }

  find(number: number): Generation {
    const use = this.#uses.get(number)
    if (use === undefined) throw new Error(`generation ${number} is gone`)
    return use.generation
  }

  swap(next: Generation): void {
    const previous = this.#current
    this.#current = { generation: next, number: next.number, count: 0 }
    this.#uses.set(next.number, this.#current)
    this.#forgetIfUnused(previous.number)
    if (!this.awaitsFirst) return
    this.awaitsFirst = false
    this.#keptFrom = next.number
  }

  /** Whether generations before this one are free that were not reported so; from now on they are. */
  freeBefore(number: number): boolean {
    if (number <= this.#keptFrom) return false
    this.#keptFrom = number
    return true
  }

  retain(number: number): void {
    const use = number === this.#current.number ? this.#current : this.#uses.get(number)
    if (use !== undefined) use.count += 1
  }

  release(number: number): void {
    if (number === this.#current.number) {
      this.#current.count -= 1
      return
    }
    const use = this.#uses.get(number)
    if (use === undefined) return
    use.count -= 1
    this.#forgetIfUnused(number)
  }

  #forgetIfUnused(number: number): void {
    const use = this.#uses.get(number)
    if (use?.count === 0 && number !== this.#current.number) this.#uses.delete(number)
  }
}
