/** Expressions of one page that are told one by one. */
const PLACE_LIMIT = 100

/** An expression that would show something which only a program tells, with its line of the page, from 1. */
export interface UnreadExpression {
  readonly expression: string
  readonly line: number
}

/** Takes the expressions of a page that are left out. */
export class Unread {
  readonly places: UnreadExpression[] = []
  /** The first one that is not told by itself, or null. */
  next: UnreadExpression | null = null
  /** How many of them are not told by themselves. */
  more = 0
  /** An element may be looked at as a block, as a part of its line, and within another one. */
  readonly #known = new Set<string>()

  add(expression: string, lineOf: () => number): void {
    const place = { expression, line: lineOf() }
    const known = `${place.line} ${expression}`
    if (this.#known.has(known)) return
    this.#known.add(known)
    if (this.next !== null) return void this.more++
    if (this.places.length < PLACE_LIMIT) return void this.places.push(place)
    this.next = place
    this.more = 1
  }
}
