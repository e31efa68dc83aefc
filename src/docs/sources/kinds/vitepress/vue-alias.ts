/** One round of a list: the values of the names that its element has for what stands in it. */
export type Round = ReadonlyMap<string, unknown>

const FOR = /^(\S[^\n]{0,500}?)\s+(?:in|of)\s+(\S[^]{0,2000})$/
const ALIAS = /^\(?\s*(\{[^{}]*\}|[A-Za-z_$][\w$]*)\s*(?:,\s*([A-Za-z_$][\w$]*)\s*)?(?:,\s*([A-Za-z_$][\w$]*)\s*)?\)?$/
const MEMBER = /^([\w$]+)(?:\s*:\s*([A-Za-z_$][\w$]*))?$/

/** Parts `item of items`; null: it is written in another way. */
export function parseFor(written: string): { readonly alias: string; readonly list: string } | null {
  const [, alias, list] = FOR.exec(written.trim()) ?? []
  return alias === undefined || list === undefined || !ALIAS.test(alias) ? null : { alias, list }
}

/** The rounds that `v-for` makes of a list, a number or an object; null for anything else, or for too many. */
export function roundsOf(alias: string, list: unknown, limit: number): Round[] | null {
  const [, item = '', second, third] = ALIAS.exec(alias) ?? []
  const round = (value: unknown, ...others: readonly unknown[]): Round => {
    const names = new Map<string, unknown>(item.startsWith('{') ? members(item, value) : [[item, value]])
    if (second !== undefined) names.set(second, others[0])
    if (third !== undefined) names.set(third, others[1])
    return names
  }
  if (typeof list === 'number') {
    return list > limit || list < 0 ? null : Array.from({ length: Math.floor(list) }, (_, at) => round(at + 1, at))
  }
  if (Array.isArray(list)) return list.length > limit ? null : list.map((value, at) => round(value, at))
  if (typeof list !== 'object' || list === null) return null
  const entries = Object.entries(list)
  return entries.length > limit ? null : entries.map(([key, value], at) => round(value, key, at))
}

function members(pattern: string, value: unknown): [string, unknown][] {
  const known = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  return pattern
    .slice(1, -1)
    .split(',')
    .flatMap((each): [string, unknown][] => {
      const [, key, name = key] = MEMBER.exec(each.trim()) ?? []
      return key === undefined || name === undefined ? [] : [[name, Object.hasOwn(known, key) ? known[key] : undefined]]
    })
}
