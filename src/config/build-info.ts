import { readFileSync } from 'node:fs'

export interface BuildInfo {
  readonly version: string
  /** Commit from which `npm run build` compiled, with `-dirty` where files differed from it; `unknown` without git. */
  readonly revision: string
}

/** Reads which Signpost this is. Both `src` and `dist` lie beside the description of the package. */
export function readBuildInfo(): BuildInfo {
  const { version } = JSON.parse(readText('../../package.json') ?? '{}') as { version?: string }
  return { version: version ?? 'unknown', revision: readText('../revision.txt')?.trim() ?? 'unknown' }
}

function readText(path: string): string | null {
  try {
    return readFileSync(new URL(path, import.meta.url), 'utf8')
  } catch {
    return null
  }
}
