import { z } from 'zod'
import { normaliseQuery } from '../../shared/normalise-query.ts'

/** Longest query in code points (choices §2). */
const QUERY_LIMIT_CHARS = 200
/** Longest query before it is normalised, which bounds the cost of normalising. */
const RAW_QUERY_LIMIT_CHARS = 2_000
const TOO_LONG = `at most ${QUERY_LIMIT_CHARS} characters`

/** Schema of search words. It normalises them. */
export function queryText(): z.ZodType<string, string> {
  return z
    .string()
    .refine((query) => query.length <= RAW_QUERY_LIMIT_CHARS, { error: TOO_LONG, abort: true })
    .overwrite(normaliseQuery)
    .refine((query) => [...query].length <= QUERY_LIMIT_CHARS, TOO_LONG)
}

/** Schema of the number of results. Each costs context of the model, so the default is small. */
export function resultLimit(byDefault: number, maximum: number, noun = 'results'): z.ZodDefault<z.ZodInt> {
  return z.int().min(1).max(maximum).default(byDefault).describe(`Most ${noun}, 1 to ${maximum}`)
}
