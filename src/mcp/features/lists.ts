import { RESOURCE_PAGE_SIZE } from '../limits.ts'
import { META, MODERN_VERSIONS, type JsonObject, type ServerInfo } from '../protocol.ts'
import type { Prompt } from './prompt.ts'
import type { OwnResources, Resource, ResourceAsker, ResourceSource, SharedResources } from './resource.ts'
import type { Tool } from './tool.ts'
import type { Toolsets } from './toolsets.ts'

/** Ends of whole answers, from the comma after the id. Answers that are the same for all clients, prepared once. */
export interface Lists {
  /** Gives the end of an answer that needs no parameters. Undefined for any other method. */
  tail(modern: boolean, method: string, rawQuery: string): string | undefined
  /** Gives a page of `resources/list`; null: this list did not issue the cursor, or its resource is gone. */
  resources(modern: boolean, cursor: unknown, asker: ResourceAsker): string | null | Promise<string | null>
  /** End of an answer of revision 2026-07-28, from after the comma that follows its other members. */
  readonly modernEnd: string
  /** Members that say how long a client of revision 2026-07-28 may cache the contents of a resource. */
  readonly cacheMembers: string
}

export interface Offered {
  readonly serverInfo: ServerInfo
  readonly instructions: (rawQuery: string) => string | undefined
  /** The tools now: the same array until they change. */
  readonly tools: () => readonly Tool[]
  readonly toolsets: Toolsets
  readonly prompts: readonly Prompt[]
  readonly resources: ResourceSource | null
  readonly completes: boolean
  readonly logging: boolean
  /** Milliseconds for which clients may cache an answer. */
  readonly cacheTtlMs: number
  readonly cacheScope: 'public' | 'private'
}

const TOOL_MEMBERS = ['name', 'title', 'description', 'inputSchema', 'outputSchema', 'annotations', '_meta'] as const
const PROMPT_MEMBERS = ['name', 'title', 'description', 'arguments'] as const
const RESOURCE_MEMBERS = ['uri', 'name', 'title', 'description', 'mimeType', 'size'] as const
const TEMPLATE_MEMBERS = ['uriTemplate', 'name', 'title', 'description', 'mimeType'] as const

/**
 * Lists the capabilities of the endpoint. Clients of older revisions are promised no notifications outside of calls: those
 * would need the GET stream, which is not offered.
 */
export function toCapabilities(offered: Offered, modern: boolean): JsonObject {
  const changes = modern ? { listChanged: true } : {}
  return {
    ...(offered.tools().length > 0 ? { tools: changes } : {}),
    ...(offered.prompts.length > 0 ? { prompts: changes } : {}),
    ...(offered.resources === null ? {} : { resources: modern ? { subscribe: true, ...changes } : {} }),
    ...(offered.completes ? { completions: {} } : {}),
    ...(offered.logging ? { logging: {} } : {}),
  }
}

export function createLists(offered: Offered): Lists {
  const { prompts, resources, tools, toolsets } = offered
  const modernEnd = `"resultType":"complete","_meta":{"${META.serverInfo}":${asciiJson(offered.serverInfo)}}}}`
  const listMembers = `"ttlMs":${offered.cacheTtlMs},"cacheScope":"${offered.cacheScope}",`
  // Resources of one person change by that person's own actions, which are expected to show at once.
  const cacheMembers = resources?.page === undefined ? listMembers : '"ttlMs":0,"cacheScope":"private",'
  const modern: Record<string, string> = Object.create(null)
  const legacy: Record<string, string> = Object.create(null)

  const toModernTail = (result: JsonObject, members = listMembers): string =>
    `,"result":${asciiJson(result).slice(0, -1)},${members}${modernEnd}`
  const toLegacyTail = (result: JsonObject): string => `,"result":${asciiJson(result)}}`
  const add = (method: string, result: JsonObject): void => {
    modern[method] = toModernTail(result)
    legacy[method] = toLegacyTail(result)
  }
  const listTools = (chosen: string | null): JsonObject => ({
    tools: tools()
      .filter((tool) => toolsets.has(tool, chosen))
      .map((tool) => pick(tool, TOOL_MEMBERS)),
  })
  const modernTools = whenChanged(tools, (chosen: string | null) => toModernTail(listTools(chosen)))
  const legacyTools = whenChanged(tools, (chosen: string | null) => toLegacyTail(listTools(chosen)))
  if (prompts.length > 0) add('prompts/list', { prompts: prompts.map((prompt) => pick(prompt, PROMPT_MEMBERS)) })
  if (resources !== null) {
    const resourceTemplates = resources.templates.map((template) => pick(template, TEMPLATE_MEMBERS))
    add('resources/templates/list', { resourceTemplates })
  }
  legacy['ping'] = ',"result":{}}'
  // Instructions may name what is served, which changes.
  const discover = (rawQuery: string): string =>
    toModernTail({
      supportedVersions: MODERN_VERSIONS,
      capabilities: toCapabilities(offered, true),
      instructions: offered.instructions(rawQuery),
    })

  const pagesOf =
    resources === null ? null : resources.page === undefined ? createPages(resources) : ownPages(resources)
  const modernPages = pagesOf?.((result) => toModernTail(result, cacheMembers))
  const legacyPages = pagesOf?.(toLegacyTail)
  return {
    modernEnd,
    cacheMembers,
    tail(isModern, method, rawQuery) {
      if (isModern && method === 'server/discover') return discover(rawQuery)
      if (method !== 'tools/list') return (isModern ? modern : legacy)[method]
      const chosen = toolsets.chosenBy(rawQuery)
      return tools().length === 0 ? undefined : (isModern ? modernTools : legacyTools)(chosen)
    },
    resources: (isModern, cursor, asker) => (isModern ? modernPages : legacyPages)?.(cursor, asker) ?? null,
  }
}

/** Makes a text once for each state of what it is made of, and for each of the few keys. */
function whenChanged<Key>(state: () => unknown, make: (key: Key) => string): (key: Key) => string {
  let madeOf: unknown = null
  const texts = new Map<Key, string>()
  return (key) => {
    const current = state()
    if (madeOf !== current) texts.clear()
    madeOf = current
    const text = texts.get(key) ?? make(key)
    texts.set(key, text)
    return text
  }
}

/** Makes pages of `resources/list` in the form of one revision. */
type Pages = (
  toTail: (result: JsonObject) => string,
) => (cursor: unknown, asker: ResourceAsker) => string | null | Promise<string | null>

function ownPages(source: OwnResources): Pages {
  return (toTail) => async (cursor, asker) => {
    const page = await source.page(cursor, asker)
    return page === null ? null : toTail(toPage(page.resources, page.nextCursor))
  }
}

function toPage(resources: readonly Resource[], nextCursor: string | null): JsonObject {
  return {
    resources: resources.map((resource) => pick(resource, RESOURCE_MEMBERS)),
    ...(nextCursor === null ? {} : { nextCursor }),
  }
}

/**
 * Makes pages of `resources/list` that are the same for all clients. A cursor names the last resource of the page before.
 * So it is valid on every node, and when the list changes elsewhere.
 */
function createPages(source: SharedResources): Pages {
  let version: number | null = null
  let resources: readonly Resource[] = []
  let positions: ReadonlyMap<string, number> = new Map()
  const refresh = (): number => {
    const current = source.version()
    if (current !== version) {
      resources = source.list()
      positions = new Map(resources.map(({ uri }, position) => [uri, position]))
      version = current
    }
    return current
  }

  return (toTail) => {
    let cachedVersion: number | null = null
    const tails = new Map<number, string>()
    return (cursor) => {
      const current = refresh()
      if (current !== cachedVersion) {
        tails.clear()
        cachedVersion = current
      }
      const start = cursor === undefined ? 0 : startBehind(cursor, positions)
      if (start === null) return null
      const kept = tails.get(start)
      if (kept !== undefined) return kept
      const page = resources.slice(start, start + RESOURCE_PAGE_SIZE)
      const last = start + page.length < resources.length ? page.at(-1) : undefined
      const tail = toTail(toPage(page, last === undefined ? null : Buffer.from(last.uri).toString('base64url')))
      // Only regular pages are requested repeatedly. Cursors made from other resources must not fill the memory.
      if (start % RESOURCE_PAGE_SIZE === 0) tails.set(start, tail)
      return tail
    }
  }
}

function startBehind(cursor: unknown, positions: ReadonlyMap<string, number>): number | null {
  if (typeof cursor !== 'string') return null
  const position = positions.get(Buffer.from(cursor, 'base64url').toString())
  return position === undefined ? null : position + 1
}

function pick<T extends object>(from: T, members: readonly (keyof T)[]): JsonObject {
  return Object.fromEntries(
    members.filter((member) => from[member] !== undefined).map((member) => [member, from[member]]),
  )
}

/** Writes JSON in ASCII. Such a string takes one byte a character, and is sent without conversion. */
function asciiJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
