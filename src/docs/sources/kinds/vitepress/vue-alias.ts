import type { Names, VueValues } from './vue-values.ts'

const FOR = /^(\S[^]{0,500}?)\s+(?:in|of)\s+(\S[^]{0,2000})$/

/** Parts `item of items`; null: it is written in another way. */
export function parseFor(written: string): { readonly parameters: string; readonly list: string } | null {
  const [, alias, list] = FOR.exec(written.trim()) ?? []
  if (alias === undefined || list === undefined) return null
  return { parameters: alias.startsWith('(') && alias.endsWith(')') ? alias.slice(1, -1) : alias, list }
}

/** The rounds that `v-for` makes of a list, a number, a text or an object; null for any other value, or for too many rounds. */
export function roundsOf(
  parameters: string,
  list: unknown,
  limit: number,
  namesOf: VueValues['namesOf'],
): readonly Names[] | null {
  const members = membersOf(list, limit)
  if (members === null || members.length > limit) return null
  const rounds = members.flatMap((values) => namesOf(parameters, values) ?? [])
  return rounds.length === members.length ? rounds : null
}

/** What `v-for` gives to the names of each round. */
function membersOf(list: unknown, limit: number): readonly (readonly unknown[])[] | null {
  if (typeof list === 'number') {
    return list > limit || list < 0 ? null : Array.from({ length: Math.floor(list) }, (_, at) => [at + 1, at])
  }
  if (typeof list === 'string') return Array.from(list.slice(0, 2 * limit + 2), (each, at) => [each, at])
  if (Array.isArray(list)) return list.length > limit ? null : list.map((each, at) => [each, at])
  if (typeof list !== 'object' || list === null) return null
  return Object.entries(list).map(([key, value], at) => [value, key, at])
}
