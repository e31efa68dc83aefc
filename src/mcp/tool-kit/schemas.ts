import { z } from 'zod'
import { normaliseQuery } from '../../shared/normalise-query.ts'

/** Code points of a query (choices §2). */
const QUERY_LIMIT_CHARS = 200
/** Of what a client sends before it is normalised, so that normalising is bounded. */
const RAW_QUERY_LIMIT_CHARS = 2_000
const TOO_LONG = `at most ${QUERY_LIMIT_CHARS} characters`

/** Words to search for, normalised. */
export function queryText(description: string): z.ZodType<string, string> {
  return z
    .string()
    .max(RAW_QUERY_LIMIT_CHARS, { error: TOO_LONG, abort: true })
    .overwrite(normaliseQuery)
    .refine((query) => [...query].length <= QUERY_LIMIT_CHARS, TOO_LONG)
    .meta({ description, maxLength: QUERY_LIMIT_CHARS })
}

/** How many results to give. Each costs the model's context, so that few are the default. */
export function resultLimit(byDefault: number, maximum: number): z.ZodDefault<z.ZodInt> {
  return z.int().min(1).max(maximum).default(byDefault).describe('Most results to return')
}
