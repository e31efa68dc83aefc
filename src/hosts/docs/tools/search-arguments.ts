import { z } from 'zod'

const QUERY_MINIMUM_CHARS = 2
export const QUERY_FAULT = `must have at least ${QUERY_MINIMUM_CHARS} characters`

export function isLongEnough(query: string): boolean {
  return [...query].length >= QUERY_MINIMUM_CHARS
}

const TOKENS = { least: 200, usual: 2_000, most: 10_000 }

/** Schema of the budget of an answer. */
export const ANSWER_TOKENS = z.int().min(TOKENS.least).max(TOKENS.most).default(TOKENS.usual).describe('200 to 10,000')
