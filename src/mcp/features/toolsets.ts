import { excerpt } from '../protocol.ts'
import type { Tool } from './tool.ts'

/** Parameter of an endpoint's address that names the sets of tools to list: `/mcp?toolsets=research`. */
const PARAMETER = 'toolsets'

/** Puts tools into a set. A tool without a set is in every list. */
export function toolset(name: string, tools: readonly Tool[], onlyWhenNamed = false): readonly Tool[] {
  return tools.map((tool) => ({ ...tool, toolset: { name, onlyWhenNamed } }))
}

/**
 * The tools that are listed at an address, or what is wrong with it. Sets make lists shorter and are no permission: a client
 * can call the tools of others.
 */
export function toolsAt(tools: readonly Tool[], rawQuery: string): readonly Tool[] | string {
  const named = rawQuery === '' ? null : new URLSearchParams(rawQuery).get(PARAMETER)
  if (named === null) return tools.filter(({ toolset }) => toolset?.onlyWhenNamed !== true)
  const wanted = named.split(',').map((name) => name.trim())
  const known = [...new Set(tools.flatMap(({ toolset }) => toolset?.name ?? []))]
  const unknown = wanted.find((name) => !known.includes(name))
  if (unknown !== undefined) {
    const sets = known.length === 0 ? 'This server has none' : `Sets of this server: ${known.join(', ')}`
    return `There is no set of tools ${JSON.stringify(excerpt(unknown))}. ${sets}.`
  }
  return tools.filter(({ toolset }) => toolset === undefined || wanted.includes(toolset.name))
}
