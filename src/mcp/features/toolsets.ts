import { excerpt } from '../protocol.ts'
import type { Tool } from './tool.ts'

const PARAMETER = 'toolsets'

/** The tools that a client has chosen by `?toolsets=`, a list of names with commas between. */
export interface Toolsets {
  /** Says which of the names in a query there are not; null: all are known. */
  faultOf(rawQuery: string): string | null
  /** The known names that a query chooses, as one text; null: it leaves the choice to the endpoint. */
  chosenBy(rawQuery: string): string | null
  /** Tells whether a tool is among those of a choice. */
  has(tool: Tool, chosen: string | null): boolean
}

/** Makes tools the members of a toolset. A tool without one is always there. */
export function inToolset(toolset: string, tools: readonly Tool[]): Tool[] {
  return tools.map((tool) => ({ ...tool, toolset }))
}

/** @param byDefault Toolsets of clients that choose none; null: all. */
export function createToolsets(tools: () => readonly Tool[], byDefault: readonly string[] | null): Toolsets {
  const known = [...new Set(tools().flatMap(({ toolset }) => toolset ?? []))]

  const namesIn = (rawQuery: string): string[] => {
    // Nearly all requests have no query.
    if (rawQuery === '' || known.length === 0) return []
    const values = new URLSearchParams(rawQuery).getAll(PARAMETER)
    return values.flatMap((value) => value.split(',').map((name) => name.trim())).filter((name) => name !== '')
  }

  return {
    faultOf(rawQuery) {
      const unknown = namesIn(rawQuery).filter((name) => !known.includes(name))
      return unknown.length === 0
        ? null
        : `Unknown toolset ${excerpt(unknown[0] ?? '')}. There are ${known.join(', ')}.`
    },
    chosenBy(rawQuery) {
      const names = namesIn(rawQuery)
      // In one order and each once, so that there are few choices.
      return names.length === 0 ? null : known.filter((name) => names.includes(name)).join(',')
    },
    has({ toolset }, chosen) {
      const names = chosen === null ? byDefault : chosen.split(',')
      return toolset === undefined || names === null || names.includes(toolset)
    },
  }
}
