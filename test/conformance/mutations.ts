import type { CornerCase } from './corner-cases.ts'

/** A case with one member of its message replaced. */
export interface Mutation extends CornerCase {
  /** Names from the outside in, joined by dots, without the prefix of MCP's own keys. */
  readonly path: string
  readonly value: unknown
}

/** Values that replace a member. Undefined removes it. */
const VALUES: readonly unknown[] = [undefined, null, 1.5, '', 'x', true, [], {}]
const PREFIX = 'io.modelcontextprotocol/'

type Json = Record<string, unknown>

/** Replaces every member of the message in turn, at every depth, by a value of each kind. */
export function* mutationsOf(corner: CornerCase): Generator<Mutation> {
  const message = JSON.parse(corner.body ?? '{}') as Json
  for (const names of pathsOf(message)) {
    for (const value of VALUES) {
      const changed = structuredClone(message)
      const last = names.at(-1)!
      const holder = names.slice(0, -1).reduce((place, name) => place[name] as Json, changed)
      if (JSON.stringify(holder[last]) === JSON.stringify(value)) continue
      if (value === undefined) delete holder[last]
      else holder[last] = value
      const path = names.map((name) => name.replace(PREFIX, '')).join('.')
      const shown = JSON.stringify(value) ?? 'nothing'
      yield { ...corner, name: `${corner.name}: ${path} is ${shown}`, path, value, body: JSON.stringify(changed) }
    }
  }
}

function* pathsOf(value: unknown, names: readonly string[] = []): Generator<readonly string[]> {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return
  for (const [name, member] of Object.entries(value)) {
    yield [...names, name]
    yield* pathsOf(member, [...names, name])
  }
}

interface Rule {
  readonly reason: string
  readonly holds: (mutation: Mutation, ours: string, theirs: string) => boolean
}

function isNone(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0)
}

/** Intended differences from the SDK's server. Each of them is needed by some mutation. */
export const RULES: readonly Rule[] = [
  {
    reason: 'What the client sent wrong is -32602 and not an internal error (JSON-RPC 2.0 §5.1).',
    holds: (_mutation, ours, theirs) => ours === theirs.replace('-32603', '-32602'),
  },
  {
    reason: 'A fault in the envelope is -32602, also where there is no envelope at all (basic, _meta).',
    holds: ({ path }, ours, theirs) => path === 'params._meta' && ours === theirs.replace('-32600', '-32602'),
  },
  {
    reason: 'The id of a message that has no valid one cannot be told.',
    holds: ({ path, value }, ours, theirs) =>
      path === 'id' && value === 1.5 && ours === theirs.replace('id 1.5', 'id null'),
  },
  {
    reason:
      'Null and a list without members are no arguments: models and clients in PHP write them where a tool takes none.',
    holds: ({ path, value }, ours, theirs) =>
      path === 'params.arguments' && isNone(value) && /result/.test(ours) && /-32602/.test(theirs),
  },
  {
    reason: 'Null and a list without members are no parameters.',
    holds: ({ path, value }, ours, theirs) =>
      path === 'params' && isNone(value) && /-32602|result/.test(ours) && /-32600/.test(theirs),
  },
  {
    reason: 'A text parameter reads a number as text.',
    holds: ({ path, value }, ours, theirs) =>
      path === 'params.arguments.text' && value === 1.5 && !/isError/.test(ours) && /isError/.test(theirs),
  },
  {
    reason:
      'The older revision needs no information about its client, so what is odd or missing there is no reason to refuse it.',
    holds: ({ path, name }, ours, theirs) =>
      name.startsWith('legacy: initialize') &&
      path.startsWith('params') &&
      /result/.test(ours) &&
      /-32603/.test(theirs),
  },
  {
    reason: 'Revision 2025-11-25 has -32002 for an unknown resource; -32602 came with 2026-07-28.',
    holds: ({ path, name }, ours, theirs) =>
      name.startsWith('legacy: resource') && path === 'params.uri' && ours === theirs.replace('-32602', '-32002'),
  },
  {
    reason: 'A value that no header field can carry disagrees with the field that came; there the tool refuses it.',
    holds: ({ path }, ours, theirs) =>
      path === 'params.arguments.region' && /^400 .*-32020/.test(ours) && /isError/.test(theirs),
  },
]
