import { mcpTools } from '@anthropic-ai/sdk/helpers/beta/mcp'
import { mcpToTool } from '@google/genai'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { getAllMcpTools, MCPServerStreamableHttp } from '@openai/agents'
import type { Json } from '../model/dialect.ts'
import type { Trial, TrialScene } from './trial.ts'

interface Server {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

/** Arguments that are whole documents, which no strict schema can describe. */
const OPEN = /^(create|update)_animation$/

async function servers({ desk, service: { account, docs, icons } }: TrialScene): Promise<readonly Server[]> {
  const token = { Authorization: `Bearer ${await desk.token()}` }
  const open = [docs, icons].map((origin) => ({ url: `${origin}/mcp`, headers: {} }))
  return [...open, { url: `${icons}/mcp/docs`, headers: {} }, { url: `${account}/mcp`, headers: token }]
}

async function withClient<T>({ headers, url }: Server, use: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ name: 'converters', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }))
  try {
    return await use(client)
  } finally {
    await client.close()
  }
}

/** Every tool but those that take documents has a strict schema. */
async function openai(scene: TrialScene): Promise<string | null> {
  const loose: string[] = []
  for (const { headers, url } of await servers(scene)) {
    const server = new MCPServerStreamableHttp({ url, name: url, requestInit: { headers } })
    await server.connect()
    const tools = await getAllMcpTools({ mcpServers: [server], convertSchemasToStrict: true })
    loose.push(...tools.filter((tool: any) => tool.strict !== true && !OPEN.test(tool.name)).map(({ name }) => name))
    await server.close()
  }
  return loose.length === 0 ? null : `not strict: ${loose.join(', ')}`
}

/**
 * Gemini refuses an object without properties within a declaration, and members that its schemas do not have. The library hands
 * schemas over as JSON Schema, for which Gemini's documentation lists `additionalProperties`.
 */
async function gemini(scene: TrialScene): Promise<string | null> {
  const faults: string[] = []
  for (const each of await servers(scene)) {
    await withClient(each, async (client) => {
      const { functionDeclarations = [] } = (await mcpToTool(client).tool()) as { functionDeclarations?: Json[] }
      for (const { name, parameters, parametersJsonSchema } of functionDeclarations) {
        faults.push(...geminiFaults(parameters ?? parametersJsonSchema, name, true))
      }
    })
  }
  return faults.length === 0 ? null : faults.join(', ')
}

const NOT_IN_GEMINI = ['$ref', '$schema', 'allOf', 'oneOf', 'patternProperties', 'not', 'const']

function geminiFaults(schema: Json, where: string, isTop = false): string[] {
  const members = Object.entries((schema['properties'] ?? {}) as Record<string, Json>)
  const unknown = NOT_IN_GEMINI.filter((name) => name in schema).map((name) => `${where} has ${name}`)
  const isEmpty = String(schema['type']).toLowerCase() === 'object' && members.length === 0 && !isTop
  const items = schema['items'] === undefined ? [] : geminiFaults(schema['items'] as Json, `${where}[]`)
  return [
    ...unknown,
    ...(isEmpty ? [`${where} is an object without properties`] : []),
    ...items,
    ...members.flatMap(([name, inner]) => geminiFaults(inner, `${where}.${name}`)),
  ]
}

/** Anthropic takes a JSON Schema of draft 2020-12 that is an object, and no union at its top. */
async function anthropic(scene: TrialScene): Promise<string | null> {
  const faults: string[] = []
  for (const each of await servers(scene)) {
    await withClient(each, async (client) => {
      const { tools } = await client.listTools()
      for (const { input_schema: schema, name } of mcpTools(tools, client as never) as unknown as Json[]) {
        const { type } = schema as Json
        if (type !== 'object') faults.push(`${name} is no object`)
        if (['anyOf', 'oneOf', 'allOf'].some((member) => member in (schema as Json))) faults.push(`${name} has a union`)
        if (!/^[\w-]{1,64}$/.test(String(name))) faults.push(`${name} is no name`)
      }
    })
  }
  return faults.length === 0 ? null : faults.join(', ')
}

export const CONVERTERS: readonly Trial[] = [
  {
    name: 'OpenAI schemas (strict)',
    package: '@openai/agents',
    folder: 'test/clients',
    steps: { 'takes every tool': openai },
  },
  { name: 'Gemini schemas', package: '@google/genai', folder: 'test/clients', steps: { 'takes every tool': gemini } },
  {
    name: 'Anthropic schemas',
    package: '@anthropic-ai/sdk',
    folder: 'test/clients',
    steps: { 'takes every tool': anthropic },
  },
]
