import type { CallResult, RawCallResult, ToolAnnotations } from '../tool.ts'

/** Of every tool that only looks things up in content that this service holds. */
export const LOOKS_UP: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
}

/** A result in both forms: text that a model reads, and the same as data. */
export function found(text: string, structuredContent: Readonly<Record<string, unknown>>): CallResult {
  return { content: [{ type: 'text', text }], structuredContent }
}

/** As `found`, with data that is JSON already. */
export function foundJson(text: string, structuredJson: string): RawCallResult {
  return {
    rawMembers: `"content":[{"type":"text","text":${JSON.stringify(text)}}],"structuredContent":${structuredJson}`,
  }
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
