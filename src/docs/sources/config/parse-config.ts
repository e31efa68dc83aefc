import { parse as parseToml } from 'smol-toml'
import { reasonOf } from '../../../shared/reason.ts'
import { parseYaml } from './parse-yaml.ts'
import type { SourceFolder } from '../source.ts'
import { record } from '../values.ts'

/** How deep the values of a configuration may nest; deeper ones are left out. */
const DEPTH_LIMIT = 50

/**
 * Reads a file of configuration in TOML, YAML or JSON, told by its name. Nothing of it is run.
 * @returns its values; `{}`, and a fault of the file, where it cannot be read
 */
export function readConfigFile(file: string, folder: SourceFolder): Readonly<Record<string, unknown>> {
  const text = folder.readText(file)
  if (text === null) {
    folder.fault(file, 'unread_config', 'the file cannot be read')
    return {}
  }
  // JSON is YAML.
  const parsed = file.endsWith('.toml') ? readToml(text) : parseYaml(text)
  if (parsed.ok) return record(parsed.value)
  folder.fault(file, 'unread_config', parsed.message, parsed.line)
  return {}
}

function readToml(text: string): ReturnType<typeof parseYaml> {
  try {
    return { ok: true, value: parseToml(text) }
  } catch (error) {
    const { line } = error as { line?: number }
    return { ok: false, message: reasonOf(error).split('\n', 1)[0] as string, line: line ?? 1 }
  }
}

/** The same values with all names in lower case, for a generator to which case is the same. */
export function withLowerNames(value: unknown, depth = 0): unknown {
  if (depth > DEPTH_LIMIT) return undefined
  if (Array.isArray(value)) return value.map((each: unknown) => withLowerNames(each, depth + 1))
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name.toLowerCase(), withLowerNames(each, depth + 1)]),
  )
}

/** Puts the values of `over` over those of `base`, name by name. */
export function merged(
  base: Readonly<Record<string, unknown>>,
  over: Readonly<Record<string, unknown>>,
  depth = 0,
): Readonly<Record<string, unknown>> {
  const result: Record<string, unknown> = { ...base }
  for (const [name, value] of Object.entries(over)) {
    const before = result[name]
    result[name] = depth < DEPTH_LIMIT && isRecord(before) && isRecord(value) ? merged(before, value, depth + 1) : value
  }
  return result
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
}
