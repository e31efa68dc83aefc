import type { Node } from '@babel/types'

/** Where a program makes a value. */
interface ConfigPlace {
  readonly file: string
  readonly line: number
}

/** Members of objects and lists that are `UNKNOWN`, by their names, or `...` for what is spread into them. */
const unknownMembers = new WeakMap<object, Map<string, ConfigPlace>>()

/** The members of an object or a list that only a program tells. `...`: any number of members. */
export function membersUnknown(holder: object): ReadonlyMap<string, ConfigPlace> {
  return unknownMembers.get(holder) ?? new Map<string, ConfigPlace>()
}

/** Notes that the program makes a member, at a node of its tree. */
export function noteUnknown(holder: object, key: string, { loc }: Node): void {
  if (loc) notes(holder).set(key, { file: loc.filename, line: loc.start.line })
}

/** Notes the members of one object that are unknown for another, into which it is spread. */
export function copyUnknown(from: object, to: object): void {
  for (const [key, place] of membersUnknown(from)) notes(to).set(key, place)
}

function notes(holder: object): Map<string, ConfigPlace> {
  let known = unknownMembers.get(holder)
  if (known === undefined) unknownMembers.set(holder, (known = new Map()))
  return known
}
