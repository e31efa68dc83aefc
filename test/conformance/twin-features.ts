import { McpServer, ResourceTemplate, completable } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Complete, Prompt } from '../../src/mcp/features/prompt.ts'
import type { ResourceSource } from '../../src/mcp/features/resource.ts'
import { defineTool } from '../../src/mcp/features/tool.ts'
import type { Tool } from '../../src/mcp/features/tool.ts'
import { found } from '../../src/mcp/tool-kit/results.ts'

/**
 * The same features twice: for our endpoint, and for the SDK's own server, which answers the same requests for comparison.
 */

export const SERVER_INFO = { name: 'twin', version: '1.0.0' }
export const INSTRUCTIONS = 'For comparison only.'

const echo = { text: z.string() }
const add = { a: z.number(), b: z.int().max(100) }
const region = { region: z.string().meta({ 'x-mcp-header': 'Region' }), size: z.int().optional() }

const says = (value: string) => ({ content: [{ type: 'text' as const, text: value }] })
const sum = ({ a, b }: { a: number; b: number }) => ({ sum: a + b })
const fail = (): never => {
  throw new Error('It failed')
}

const sumShape = z.object({ sum: z.number() })

export const TOOLS: readonly Tool[] = [
  defineTool({ name: 'echo', description: 'Echo', input: z.object(echo), run: ({ text }) => says(text) }),
  defineTool({
    name: 'add',
    description: 'Add',
    input: z.object(add),
    output: sumShape,
    run: (args) => found(sum(args)),
  }),
  defineTool({ name: 'fail', description: 'Fail', input: z.object({}), run: fail }),
  defineTool({ name: 'region', description: 'Region', input: z.object(region), run: (args) => says(args.region) }),
]

const greeting = (name: string) => ({
  messages: [{ role: 'user' as const, content: { type: 'text' as const, text: `Hello ${name}` } }],
})
const NAMES = ['Ada', 'Alan']

export const PROMPTS: readonly Prompt[] = [
  {
    name: 'greet',
    description: 'Greet',
    arguments: [{ name: 'name', required: true }],
    get: (args) => greeting(args['name'] ?? ''),
  },
]

export const complete: Complete = (_reference, { value }) => NAMES.filter((name) => name.startsWith(value))

const ITEM = /^demo:\/\/item\/([^/]+)$/

export const RESOURCES: ResourceSource = {
  version: () => 0,
  list: () => [{ uri: 'demo://one', name: 'one', mimeType: 'text/plain' }],
  templates: [{ uriTemplate: 'demo://item/{id}', name: 'item', mimeType: 'text/plain' }],
  read(uri) {
    if (uri === 'demo://one') return [{ uri, text: 'one' }]
    const id = ITEM.exec(uri)?.[1]
    return id === undefined ? null : [{ uri, text: id }]
  },
}

export function createSdkServer(): McpServer {
  const server = new McpServer(SERVER_INFO, { instructions: INSTRUCTIONS, capabilities: { logging: {} } })
  server.registerTool('echo', { description: 'Echo', inputSchema: z.object(echo) }, ({ text }) => says(text))
  server.registerTool('add', { description: 'Add', inputSchema: z.object(add), outputSchema: sumShape }, (args) => ({
    ...says(JSON.stringify(sum(args))),
    structuredContent: sum(args),
  }))
  server.registerTool('fail', { description: 'Fail', inputSchema: z.object({}) }, fail)
  server.registerTool('region', { description: 'Region', inputSchema: z.object(region) }, (args) => says(args.region))
  const name = completable(z.string(), (value) => NAMES.filter((known) => known.startsWith(value)))
  server.registerPrompt('greet', { description: 'Greet', argsSchema: z.object({ name }) }, (args) =>
    greeting(args.name),
  )
  server.registerResource('one', 'demo://one', { mimeType: 'text/plain' }, (uri) => ({
    contents: [{ uri: uri.href, text: 'one' }],
  }))
  const template = new ResourceTemplate('demo://item/{id}', { list: undefined })
  server.registerResource('item', template, { mimeType: 'text/plain' }, (uri, { id }) => ({
    contents: [{ uri: uri.href, text: String(id) }],
  }))
  return server
}
