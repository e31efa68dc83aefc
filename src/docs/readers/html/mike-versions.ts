import { join } from 'node:path'
import { readBounded } from '../../../shared/read-bounded.ts'
import { VERSION_LIMIT, VERSION_LIMIT_CHARS, type DocVersion, type FoundVersions } from '../../versions/doc-version.ts'

/** Versions of a site that `mike` keeps for MkDocs: each has a folder, and so may its further names. */
export interface MikeVersions extends FoundVersions {
  /** Folders that are copies of versions, with the versions: `latest`. */
  readonly aliases: ReadonlyMap<string, string>
}

const FILE = 'versions.json'
const FILE_LIMIT_BYTES = 262_144

/** Reads `versions.json` at the root of a site; null if there is none of this form. */
export function readMikeVersions(folder: string): MikeVersions | null {
  let written: unknown
  try {
    written = JSON.parse(readBounded(join(folder, FILE), FILE_LIMIT_BYTES).toString('utf8'))
  } catch {
    return null
  }
  if (!Array.isArray(written)) return null
  const versions: DocVersion[] = []
  const aliases = new Map<string, string>()
  for (const each of written.slice(0, VERSION_LIMIT) as unknown[]) {
    const { aliases: more, title, version } = Object(each) as Record<string, unknown>
    if (!isName(version)) continue
    versions.push({ name: version, label: isName(title) ? title : version })
    for (const alias of Array.isArray(more) ? more.slice(0, VERSION_LIMIT) : []) {
      if (isName(alias)) aliases.set(alias, version)
    }
  }
  for (const { name } of versions) aliases.delete(name)
  const [first] = versions
  return first === undefined ? null : { versions, aliases, default: aliases.get('latest') ?? first.name }
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= VERSION_LIMIT_CHARS
}
