import type { CallResult, FoundResult, ToolAnnotations } from '../features/tool.ts'

/** Of every tool that only looks things up in content that this service holds. */
export const LOOKS_UP: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
}

/** A result in both forms: text that a model reads, and everything as data. Where that is JSON already, write the two down by hand. */
export function found(text: string, structured: Readonly<Record<string, unknown>>): FoundResult {
  return { text, structuredJson: JSON.stringify(structured) }
}

/** What went wrong with the call, for the model to mend. */
export function failed(text: string): CallResult {
  return { content: [{ type: 'text', text }], isError: true }
}

/** The service could not answer just now. */
export function refused({
  detail,
  retryAfterSeconds,
}: {
  readonly detail: string
  readonly retryAfterSeconds: number
}): CallResult {
  return failed(`${detail} Try again in ${retryAfterSeconds} s.`)
}

const decoder = new TextDecoder()

export function decode(bytes: Uint8Array): string {
  return decoder.decode(bytes)
}

/** `1 icon`, `2 icons`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
