import { realpathSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { reasonOf } from '../../shared/reason.ts'
import type { ContentFault } from '../model/content-fault.ts'
import { decodeText } from '../decode-text.ts'
import { readBounded } from '../../shared/read-bounded.ts'
import { FILE_START, noSite, SITE_FILE, SITE_LIMIT_BYTES, stateOf, type SiteFile } from './site-file.ts'

/** `site.yaml` is at fault. `message` lists every fault, one a line. */
export class SiteConfigError extends Error {
  override readonly name = 'SiteConfigError'

  constructor(faults: readonly ContentFault[]) {
    const lines = faults.map(({ line, column, message }) => `  - ${SITE_FILE}:${line}:${column ?? 1} ${message}`)
    super(`${SITE_FILE} has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:\n${lines.join('\n')}`)
  }
}

/**
 * Reads `contentDir/site.yaml`, if there is one. It never throws: faults are reported together, with their lines and
 * columns.
 */
export async function readSiteConfig(contentDir: string): Promise<SiteFile> {
  let state = 'unreadable'
  const failed = (message: string): SiteFile =>
    noSite([{ file: SITE_FILE, ...FILE_START, code: 'bad_site', message }], state)
  const path = join(contentDir, SITE_FILE)
  let text: string
  try {
    const stats = statSync(path, { throwIfNoEntry: false })
    if (stats === undefined) return noSite([], '')
    state = stateOf(stats)
    if (!stats.isFile()) return failed('this is not a regular file')
    if (leadsOut(contentDir)) return failed('the symbolic link leads out of the folder and is not read')
    if (stats.size > SITE_LIMIT_BYTES)
      return failed(`the file has ${stats.size} bytes; ${SITE_LIMIT_BYTES} is the limit`)
    const decoded = decodeText(readBounded(path, SITE_LIMIT_BYTES))
    if (decoded.badLine !== null)
      return failed(`the file is not valid UTF-8; line ${decoded.badLine} is the first at fault`)
    text = decoded.text
  } catch (error) {
    return failed(reasonOf(error))
  }
  // Schemas, YAML and selectors are half of what a build loads, and most content has no such file.
  const { parseSiteConfig } = await import('./parse-site-config.ts')
  return parseSiteConfig(text, contentDir, state)
}

/** Whether `site.yaml` is a symbolic link out of its folder. */
function leadsOut(contentDir: string): boolean {
  return !realpathSync(join(contentDir, SITE_FILE)).startsWith(realpathSync(contentDir) + sep)
}
