import type { Refusal } from '../../shared/result.ts'
import type { CallResult, FoundResult, ToolAnnotations } from '../features/tool.ts'

/** Annotations of tools that only read content of this service. */
export const LOOKS_UP: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
}

/**
 * Makes a result in both forms: text for a model, and everything as data. If the data is JSON already, write the two
 * members directly.
 */
export function found(text: string, structured: Readonly<Record<string, unknown>>): FoundResult {
  return { text, structuredJson: JSON.stringify(structured) }
}

/** Makes a result that describes the fault of a call, for the model to correct. */
export function failed(text: string): CallResult {
  return { content: [{ type: 'text', text }], isError: true }
}

/** Makes a result that says the service cannot answer now. */
export function refused({
  detail,
  reason,
  retryAfterSeconds,
}: Pick<Refusal, 'detail' | 'reason' | 'retryAfterSeconds'>): CallResult {
  return { ...failed(`${detail} Try again in ${retryAfterSeconds} s.`), refusal: reason }
}

const decoder = new TextDecoder()

export function decode(bytes: Uint8Array): string {
  return decoder.decode(bytes)
}

/** Writes a number with its noun, such as `1 icon` or `2 icons`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
