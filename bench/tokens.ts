import { pairTerm, scanPairs, scanRuns, splitIdentifier, toSurface, toTerm } from '../src/engine/text/analyse.ts'
import { WORD } from '../src/engine/text/characters.ts'
import type { SearchDocument } from '../src/engine/index/document.ts'

/** A document as the peers index it: the engine's own tokens of each field, joined by spaces. */
export interface TokenisedDocument {
  readonly id: number
  readonly title: string
  readonly headings: string
  readonly description: string
  readonly body: string
  readonly path: string
}

export const FIELDS = ['title', 'headings', 'description', 'body', 'path'] as const

/** The one hand-picked set of field weights, for the peers that score by field. */
export const FIELD_WEIGHTS: Readonly<Record<(typeof FIELDS)[number], number>> = {
  title: 8,
  headings: 2,
  description: 2,
  body: 1,
  path: 4.5,
}

export function tokeniseDocument(document: SearchDocument, id: number): TokenisedDocument {
  return {
    id,
    title: indexTokens(document.title).join(' '),
    headings: indexTokens(document.sections.map((section) => section.heading).join('\n')).join(' '),
    description: indexTokens(document.description).join(' '),
    body: indexTokens(document.sections.map((section) => section.text).join('\n')).join(' '),
    path: indexTokens(document.path.split('/').slice(-2).join(' ')).join(' '),
  }
}

/** @returns tokens of text for the index, in which identifiers are indexed as a whole and in parts */
function indexTokens(text: string): string[] {
  return tokens(text, true)
}

/** @returns tokens of a query, in which identifiers stay whole */
export function queryTokens(text: string): string[] {
  return tokens(text, false)
}

function tokens(text: string, withParts: boolean): string[] {
  const normalised = text.normalize('NFKC')
  const found: string[] = []
  scanRuns(normalised, (kind, start, end) => {
    if (kind !== WORD) {
      scanPairs(normalised, start, end, (first, second) => found.push(pairTerm(first, second)))
      return
    }
    const run = normalised.slice(start, end)
    const surface = toSurface(run)
    if (surface === '') return
    found.push(toTerm(surface))
    if (withParts) for (const part of splitIdentifier(run)) found.push(toTerm(toSurface(part)))
  })
  return found
}
