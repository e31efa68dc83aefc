/** How questions of one language are made from texts of pages. A function returns null where the text makes no question. */
export interface LanguageRules {
  /** Splits a paragraph into sentences. */
  sentences(text: string): string[]
  /** "To add a route, call …" → "how do I add a route". */
  how(sentence: string): string | null
  /** "Adding routes" → "how can I insert routes". */
  howOfHeading(heading: string): string | null
  /** "… does not run, because …" → "why does … not run". */
  why(sentence: string): string | null
  /** A question that stands on the page, in other words. */
  faq(heading: string): string | null
  /** The sentence that says what a page is about, without the words of its title. */
  definition(sentence: string, title: string): string | null
  /** A sentence of about 30 words, with some left out and others before it. */
  long(sentence: string): string | null
  /** A text of the page with an English term in place of its translation. */
  mixed(text: string): string | null
  /** Words with which people surround an error message. */
  readonly errorFrames: readonly string[]
}

/** Longest query of the interface. */
const QUERY_CHARACTERS = 200

export function cut(query: string): string {
  const characters = Array.from(query.replace(/\s+/g, ' ').trim())
  return characters.slice(0, QUERY_CHARACTERS).join('').trim()
}
