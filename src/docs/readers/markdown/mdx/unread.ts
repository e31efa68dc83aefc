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

  add(expression: string, lineOf: () => number): void {
    if (this.next !== null) return void this.more++
    const place = { expression, line: lineOf() }
    const last = this.places.at(-1)
    if (last?.expression === expression && last.line === place.line) return
    if (this.places.length < PLACE_LIMIT) return void this.places.push(place)
    this.next = place
    this.more = 1
  }
}
