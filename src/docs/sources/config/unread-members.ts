import { membersUnknown } from './unknown-members.ts'
import type { SourceFolder } from '../source.ts'

/** Faults of one configuration; its author starts with the first ones anyway. */
const FAULT_LIMIT = 50
/** Members that are looked at. Those of one object count in each place where it stands. */
const STEP_LIMIT = 1_000_000
const DEPTH_LIMIT = 50

/**
 * Reports members of a configuration that would be read, and that only a program tells.
 * @param wanted paths of members, such as `themeConfig.nav.*.link`. `*` is any member, and `**` those below at any depth
 * @param below names of members below `**` that are read, beside those of lists
 */
export function reportUnread(
  config: object,
  wanted: readonly string[],
  folder: Pick<SourceFolder, 'fault'>,
  below: ReadonlySet<string> = new Set(),
): void {
  const paths = wanted.map((path) => path.split('.'))
  const reported = new Set<string>()
  let steps = 0

  function look(holder: object, left: readonly (readonly string[])[], path: string, depth: number): void {
    if (steps > STEP_LIMIT || depth > DEPTH_LIMIT || reported.size >= FAULT_LIMIT) return
    const unknown = membersUnknown(holder)
    const members = Object.entries(holder)
    steps += 1 + unknown.size + members.length
    const isWanted = (key: string): boolean =>
      key === '...' ||
      left.some(([first]) => (first === '**' ? Array.isArray(holder) || below.has(key) : matches(first, key)))
    for (const [key, place] of unknown) {
      const where = key === '...' ? path : memberPath(path, key, holder)
      const id = `${place.file}:${place.line}:${where}`
      if (!isWanted(key) || reported.has(id) || reported.size >= FAULT_LIMIT) continue
      reported.add(id)
      const what = key === '...' ? `what is spread into ${where === '' ? 'the configuration' : where}` : where
      const message = `${what} is made by a program, which is not run, and is left out`
      folder.fault(place.file, 'unread_config', message, place.line)
    }
    for (const [key, value] of members) {
      if (typeof value !== 'object' || value === null) continue
      const rest = left.flatMap(([first, ...others]) => {
        if (first === '**') return [['**']]
        return matches(first, key) && others.length > 0 ? [others] : []
      })
      if (rest.length > 0) look(value as object, rest, memberPath(path, key, holder), depth + 1)
    }
  }

  look(config, paths, '', 0)
}

function matches(pattern: string | undefined, key: string): boolean {
  return pattern === '*' || pattern === key
}

/** The path of a member as programs write it: `themeConfig.sidebar["/guide/"][2]`. */
function memberPath(path: string, key: string, holder: object): string {
  if (Array.isArray(holder)) return `${path}[${key}]`
  if (!/^[A-Za-z_$][\w$]{0,99}$/.test(key)) return `${path}[${JSON.stringify(key.slice(0, 100))}]`
  return path === '' ? key : `${path}.${key}`
}
