import type { Client } from './account-client.ts'
import { passEach } from './account-client.ts'
import type { People, Person } from './account-people.ts'
import type { Message } from './load/messages.ts'

/**
 * Revisions of the protocol under test. Requests of the older one name a session; those of the newer one are
 * self-contained.
 */
export const ERAS = ['legacy', 'modern'] as const
export type Era = (typeof ERAS)[number]

const LEGACY = '2025-11-25'
const MODERN = '2026-07-28'
const META = {
  'io.modelcontextprotocol/protocolVersion': MODERN,
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
}
const TOOL = 'get_project'
const PATH = '/mcp'
const AT_ONCE = 16

export function composeCall(era: Era, { projectId }: Person, token: string, session: string): Message {
  const call = { name: TOOL, arguments: { id: projectId } }
  const method = 'tools/call'
  const params = era === 'modern' ? { ...call, _meta: META } : call
  const fields =
    era === 'modern'
      ? { 'MCP-Protocol-Version': MODERN, 'Mcp-Method': method, 'Mcp-Name': TOOL }
      : { 'MCP-Protocol-Version': LEGACY, 'Mcp-Session-Id': session }
  return {
    path: PATH,
    fields: { ...commonFields(token), ...fields },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  }
}

function commonFields(token: string): Readonly<Record<string, string>> {
  return {
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    Authorization: `Bearer ${token}`,
  }
}

/** Begins a session for each token. @returns the session ids, in the order of the tokens */
export async function beginSessions(client: Client, tokens: readonly string[]): Promise<readonly string[]> {
  const params = { protocolVersion: LEGACY, capabilities: {}, clientInfo: { name: 'bench', version: '1.0.0' } }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })
  const { results } = await passEach(tokens, AT_ONCE, async (token) => {
    const { headers, status, text } = await client.ask({
      method: 'POST',
      path: PATH,
      headers: commonFields(token),
      body,
    })
    const id = headers['mcp-session-id']
    if (status !== 200 || typeof id !== 'string') throw new Error(`no session: ${status} ${text.slice(0, 500)}`)
    return id
  })
  return results
}

/** Makes each call once and checks that each person gets their own project. HTTP reports an error of a tool as success. */
export async function checkCalls(client: Client, { all }: People, calls: readonly Message[]): Promise<void> {
  await passEach(calls, AT_ONCE, async ({ body, fields, path }, position) => {
    const { status, text } = await client.ask({
      method: 'POST',
      path,
      ...(fields === undefined ? {} : { headers: fields }),
      ...(body === undefined ? {} : { body }),
    })
    const { projectId, workspaceId } = all[position]!
    const result = text.includes(`"id":"${projectId}"`) && text.includes(`"workspace_id":"${workspaceId}"`)
    if (status !== 200 || !result) throw new Error(`not the project: ${status} ${text.slice(0, 500)}`)
  })
}
