import type { Generation } from '../generation/generation.ts'

/**
 * Counts what is in flight per generation, so that a request is answered from the generation it came in under, and an
 * old generation goes as soon as nothing names it.
 */
export class GenerationLedger {
  #current: Generation
  readonly #uses = new Map<number, { generation: Generation; count: number }>()

  constructor(first: Generation) {
    this.#current = first
    this.#uses.set(first.number, { generation: first, count: 0 })
  }

  get current(): Generation {
    return this.#current
  }

  /** The lowest number still named by anything. */
  get oldest(): number {
    let oldest = this.#current.number
    for (const number of this.#uses.keys()) if (number < oldest) oldest = number
    return oldest
  }

  /** Whether an older generation is still named by something in flight. */
  get mixed(): boolean {
    return this.#uses.size > 1
  }

  find(number: number): Generation {
    const use = this.#uses.get(number)
    if (use === undefined) throw new Error(`generation ${number} is gone`)
    return use.generation
  }

  swap(next: Generation): void {
    const previous = this.#current
    this.#current = next
    this.#uses.set(next.number, { generation: next, count: 0 })
    this.#forgetIfUnused(previous.number)
  }

  retain(number: number): void {
    const use = this.#uses.get(number)
    if (use !== undefined) use.count += 1
  }

  release(number: number): void {
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
