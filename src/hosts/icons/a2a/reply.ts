import { randomUUID } from 'node:crypto'
import type { JsonRpcId } from '../../../http/route/error-wires.ts'
import type { A2aVersion } from './versions.ts'

/** A reply of the agent, of at least one part. */
export interface AgentReply {
  /** Text for people. */
  readonly text?: { readonly value: string; readonly mediaType: 'text/plain' | 'text/markdown' }
  /** A serialised JSON object for programs, for each request of the message. */
  readonly dataJson: readonly string[]
}

/**
 * Writes a JSON-RPC response with the agent's message. The data is inserted unchanged, because searches give finished JSON.
 *
 * @param contextId Value of the client; null: a new one.
 */
export function replyResponse(version: A2aVersion, id: JsonRpcId, contextId: string | null, reply: AgentReply): string {
  const context = JSON.stringify(contextId ?? randomUUID())
  const head = `"messageId":"${randomUUID()}","contextId":${context}`
  const message =
    version === '1.0'
      ? `{"message":{${head},"role":"ROLE_AGENT","parts":[${contentParts(reply)}]}}`
      : `{"kind":"message",${head},"role":"agent","parts":[${kindParts(reply)}]}`
  return resultResponse(id, message)
}

export function resultResponse(id: JsonRpcId, resultJson: string): string {
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${resultJson}}`
}

function contentParts({ dataJson, text }: AgentReply): string {
  const parts: string[] = []
  if (text !== undefined) parts.push(`{"text":${JSON.stringify(text.value)},"mediaType":"${text.mediaType}"}`)
  for (const json of dataJson) parts.push(`{"data":${json},"mediaType":"application/json"}`)
  return parts.join(',')
}

function kindParts({ dataJson, text }: AgentReply): string {
  const parts: string[] = []
  if (text !== undefined) parts.push(`{"kind":"text","text":${JSON.stringify(text.value)}}`)
  for (const json of dataJson) parts.push(`{"kind":"data","data":${json}}`)
  return parts.join(',')
}
