import type { Refusal } from '../../shared/result.ts'
import type { CallResult, FoundResult, ResourceLink, ToolAnnotations } from '../features/tool.ts'

/** Annotations of tools that only read content of this service. */
export const LOOKS_UP: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
}

/** Makes a result that is text alone, for tools without an output schema. It must say everything that a model needs. */
export function prose(text: string): CallResult {
  return { content: [{ type: 'text', text }] }
}

/** Makes a result that is a record, for tools with an output schema. If it is JSON already, write the member directly. */
export function found(record: Readonly<Record<string, unknown>>, links: readonly ResourceLink[] = []): FoundResult {
  return { structuredJson: JSON.stringify(record), links }
}

/** Makes a result that describes the fault of a call, for the model to correct. */
export function failed(text: string): CallResult {
  return { ...prose(text), isError: true }
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
