import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs'
import { nearestTo } from '../shared/advice/nearest.ts'
import { ConfigError } from './config.ts'
import { envSchema } from './env.ts'

/** Name of the file that is read where no other one is named. */
const DEFAULT_FILE = 'signpost.yaml'
const SIZE_LIMIT_KIB = 64
/** Variables whose value may hold a password. */
const SECRETS = ['DATABASE_URL', 'REDIS_URL']
const PERMISSIONS_OF_OTHERS = 0o077

export interface Settings {
  /** The values of the file, as variables have them. */
  readonly env: Readonly<Record<string, string>>
  /** What the operator should mend, although it is no fault. */
  readonly warnings: readonly string[]
}

/**
 * Reads a file that holds what variables hold: `docs_port: 5000`. Names are those of the variables, in small letters or as they
 * are. Without a named file, `signpost.yaml` of the working folder is read, where there is one.
 *
 * @throws {ConfigError} with every fault at once.
 */
export async function readSettings(named: string | undefined): Promise<Settings> {
  const file = named ?? DEFAULT_FILE
  const read = readFile(file, named === undefined)
  if (read === null) return { env: {}, warnings: [] }
  const { parse } = await import('yaml')
  let value: unknown
  try {
    value = parse(read.text, { logLevel: 'error', maxAliasCount: 0 })
  } catch (error) {
    throw new ConfigError([`${file} cannot be read as YAML: ${(error as Error).message.split('\n')[0]}`])
  }
  if (value === null) return { env: {}, warnings: [] }
  if (typeof value !== 'object' || Array.isArray(value))
    throw new ConfigError([`${file} must hold names with values, such as docs_port: 5000`])
  const env = readValues(file, value)
  const isSecret = 'METRICS_TOKEN' in env || SECRETS.some((name) => /\/\/[^/:@]*:[^/@]+@/.test(env[name] ?? ''))
  const warning = `${file} holds a password, and other users of this machine can read it: chmod 600 ${file}`
  return { env, warnings: isSecret && (read.mode & PERMISSIONS_OF_OTHERS) !== 0 ? [warning] : [] }
}

function readFile(file: string, isOptional: boolean): { readonly text: string; readonly mode: number } | null {
  let fd: number | null = null
  try {
    fd = openSync(file, 'r')
    const { mode, size } = fstatSync(fd)
    if (size > SIZE_LIMIT_KIB * 1024) throw new ConfigError([`${file} is larger than ${SIZE_LIMIT_KIB} KiB`])
    return { text: readFileSync(fd, 'utf8'), mode }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (isOptional && code === 'ENOENT') return null
    if (error instanceof ConfigError) throw error
    throw new ConfigError([code === 'ENOENT' ? `There is no file ${file}` : `${file} cannot be read: ${message}`])
  } finally {
    if (fd !== null) closeSync(fd)
  }
}

function readValues(file: string, members: object): Record<string, string> {
  const known = Object.keys(envSchema.shape)
  const env: Record<string, string> = {}
  const faults: string[] = []
  for (const [key, value] of Object.entries(members) as [string, unknown][]) {
    const name = key.toUpperCase()
    const text = textOf(value)
    if (!known.includes(name)) {
      const nearest = nearestTo(name, known)
      const meant = nearest === undefined ? '' : `; the nearest is ${nearest.toLowerCase()}`
      faults.push(`${file}: there is no setting "${key}"${meant}`)
    } else if (name in env) faults.push(`${file}: ${key} stands there twice`)
    else if (text === null) faults.push(`${file}: ${key} must be a text, a number or a list of texts`)
    else env[name] = text
  }
  if (faults.length > 0) throw new ConfigError(faults)
  return env
}

/** The value as a variable has it; null if none can have it. */
function textOf(value: unknown): string | null {
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? '1' : '0'
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  if (!Array.isArray(value)) return null
  const items = value.map((item: unknown) => (Array.isArray(item) ? null : textOf(item)))
  return items.includes(null) ? null : items.join(',')
}
