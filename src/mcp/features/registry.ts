import { readParameterHeaders, type ParameterHeader } from '../headers.ts'
import type { Complete, Prompt } from './prompt.ts'
import type { ResourceSource } from './resource.ts'
import type { Tool } from './tool.ts'
import type { Toolsets } from './toolsets.ts'

interface OfferedTool {
  readonly tool: Tool
  readonly headers: readonly ParameterHeader[]
}

/** Features of an endpoint, by name. */
export interface Registry {
  /** The tool of a name now, if it is among those that the query of a request chooses. */
  readonly tool: (name: string, rawQuery: string) => OfferedTool | undefined
  readonly prompts: ReadonlyMap<string, Prompt>
  readonly resources: ResourceSource | null
  readonly complete: Complete | null
  /** Names of the `Mcp-Param-*` fields of all tools, in lower case. They stay when tools change. */
  readonly parameterFields: readonly string[]
}

/** @throws {TypeError} when two tools or prompts have the same name, or a schema declares a header field wrongly. */
export function createRegistry(offered: {
  readonly tools: () => readonly Tool[]
  readonly toolsets: Toolsets
  readonly prompts: readonly Prompt[]
  readonly resources: ResourceSource | null
  readonly complete: Complete | null
}): Registry {
  const { complete, prompts, resources, toolsets } = offered
  let listed: readonly Tool[] = []
  let tools = new Map<string, OfferedTool>()
  const refresh = (): void => {
    const now = offered.tools()
    if (now === listed) return
    tools = byName(
      now.map((tool) => ({ tool, headers: readParameterHeaders(tool.inputSchema) })),
      ({ tool }) => tool.name,
    )
    listed = now
  }
  refresh()
  return {
    tool(name, rawQuery) {
      refresh()
      const found = tools.get(name)
      return found === undefined || toolsets.has(found.tool, toolsets.chosenBy(rawQuery)) ? found : undefined
    },
    prompts: byName(prompts, ({ name }) => name),
    resources,
    complete,
    parameterFields: [...new Set([...tools.values()].flatMap(({ headers }) => headers.map(({ field }) => field)))],
  }
}

function byName<T>(items: readonly T[], nameOf: (item: T) => string): Map<string, T> {
  const map = new Map(items.map((item) => [nameOf(item), item]))
  if (map.size < items.length) throw new TypeError('two tools or prompts of one endpoint have the same name')
  return map
}
