import type { ServerResponse } from 'node:http'

export type Json = { readonly [name: string]: any }

/** A tool as a model is offered it. */
export interface ToolShown {
  readonly name: string
  readonly namespace?: string | undefined
  /** All that the model is told of it, as JSON. */
  readonly told: string
}

export interface ToolCall {
  readonly id: string
  readonly name: string
  readonly namespace?: string | undefined
  readonly args: Json
}

export type Reply =
  | { readonly text: string; readonly call?: never }
  | { readonly call: ToolCall; readonly text?: never }

/** How an API carries the conversation between an agent and its model. */
export interface Dialect {
  /** Path of the requests that carry the conversation. */
  readonly path: RegExp
  tools(body: Json): readonly ToolShown[]
  /** @returns the text of the result of a call, as the last request shows it to the model */
  result(body: Json, callId: string): string | undefined
  reply(response: ServerResponse, body: Json, reply: Reply): void
}

/** Writes events as servers of models do, with their type as the name where they have one. */
export function writeEvents(response: ServerResponse, events: readonly Json[], end = ''): void {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' })
  for (const event of events) {
    const name = typeof event['type'] === 'string' ? `event: ${event['type']}\n` : ''
    response.write(`${name}data: ${JSON.stringify(event)}\n\n`)
  }
  response.end(end)
}

/** @returns the texts of a result, which is a text or a list of parts. Parts of other kinds are shown as JSON. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return JSON.stringify(content)
  return content
    .map((part: Json) => (typeof part['text'] === 'string' ? part['text'] : JSON.stringify(part)))
    .join('\n')
}
