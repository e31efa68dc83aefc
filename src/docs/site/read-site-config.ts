import { realpathSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { LineCounter, parseDocument } from 'yaml'
import { FALLBACK_LOCALE } from '../../shared/locale.ts'
import { reason } from '../tree/reason.ts'
import type { ContentFault } from '../content.ts'
import { decodeText } from '../../shared/decode-text.ts'
import { readBounded } from '../../shared/read-bounded.ts'
import { compileSelector } from '../readers/html/selectors.ts'
import { findCircles } from './redirects.ts'
import { NO_SITE_CONFIG, siteSchema } from './site-config.ts'
import type { SiteConfig, SourceConfig } from './site-config.ts'
import { explainIssues } from './explain-issues.ts'
import { findInside } from './inside.ts'
import { SITE_FILE, SITE_LIMIT_BYTES, stateOf } from './site-file.ts'
import { checkVersions } from './check-versions.ts'
import { createYamlPlaces } from './yaml-places.ts'
import type { Place, ValuePath, YamlPlaces } from './yaml-places.ts'

const ALIAS_LIMIT = 100
/** Maximum number of faults that are reported; whoever mends them starts with the first ones anyway. */
const FAULT_LIMIT = 100

const START: Place = { line: 1, column: 1 }

/** `site.yaml` of a content folder, read once. */
export interface SiteFile {
  /** What it says, without the members that are at fault. */
  readonly config: SiteConfig
  readonly faults: readonly ContentFault[]
  /** A text that changes when the file is written; `''` without the file. */
  readonly state: string
  /** Place of a value of `config` in the file, for faults that only the content shows. */
  readonly placeOf: (path: ValuePath) => Place
}

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
export function readSiteConfig(contentDir: string): SiteFile {
  let state = 'unreadable'
  const failed = (message: string): SiteFile =>
    noSite([{ file: SITE_FILE, ...START, code: 'bad_site', message }], state)
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
    return failed(reason(error))
  }
  return parseSiteConfig(text, contentDir, state)
}

/** Parses the text of a `site.yaml` that stands in `contentDir`. */
function parseSiteConfig(text: string, contentDir: string, state: string): SiteFile {
  const faults: ContentFault[] = []
  const fault = (place: Place, message: string): void => {
    if (faults.length < FAULT_LIMIT) faults.push({ file: SITE_FILE, ...place, code: 'bad_site', message })
  }
  const counter = new LineCounter()
  // Excerpts in messages, and the check for unique names, would take quadratic time.
  const options = { logLevel: 'silent', prettyErrors: false, uniqueKeys: false, lineCounter: counter } as const
  let places: YamlPlaces
  let value: unknown
  try {
    const document = parseDocument(text, options)
    places = createYamlPlaces(document, counter)
    for (const { message, pos } of document.errors) fault(places.at(pos[0]), message)
    for (const { name, place } of places.repeated()) fault(place, `${name} stands here a second time`)
    if (faults.length > 0) return noSite(faults, state)
    value = document.toJS({ maxAliasCount: ALIAS_LIMIT })
  } catch (error) {
    // The parser, and what walks its tree, call themselves for each level of nesting.
    const message = error instanceof RangeError ? 'its values are nested too deeply' : reason(error)
    fault(START, message)
    return noSite(faults, state)
  }
  const parsed = siteSchema.safeParse(value ?? {})
  if (!parsed.success) {
    const explained = explainIssues(parsed.error.issues.slice(0, FAULT_LIMIT))
    for (const { path, message, what } of explained) fault(places.of(path, what), message)
  }
  const config: SiteConfig = { ...(parsed.success ? parsed.data : soundMembers(value)) }
  for (const { path, message } of checkTogether(config, contentDir)) {
    fault(places.of(path), message)
    delete config[path[0] as keyof SiteConfig]
  }
  return { config, faults: faults.sort(byPlace), state, placeOf: (path) => places.of(path) }
}

/** The members of a faulty file that are at no fault themselves, so that their other faults are found too. */
function soundMembers(value: unknown): SiteConfig {
  const written = typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
  const sound = Object.entries(siteSchema.shape).flatMap(([name, schema]) => {
    const read = Object.hasOwn(written, name) ? schema.safeParse(written[name]) : null
    return read?.success === true ? [[name, read.data] as const] : []
  })
  return Object.fromEntries(sound)
}

/** Checks what the schema of single values cannot: folders, and versions and redirects among one another. */
function checkTogether(config: SiteConfig, contentDir: string): { path: ValuePath; message: string }[] {
  const faults: { path: ValuePath; message: string }[] = []
  for (const [at, source] of (config.sources ?? []).entries()) {
    for (const { member, message } of checkSource(source, contentDir)) {
      faults.push({ path: ['sources', at, member], message: `sources.${at}.${member}: ${message}` })
    }
  }
  faults.push(...checkVersions(config))
  for (const from of findCircles(config.redirects ?? {}, config.rootLocale ?? FALLBACK_LOCALE)) {
    faults.push({ path: ['redirects', from], message: `redirects: ${from} leads around in a circle` })
  }
  return faults
}

function checkSource(
  { folder, selector }: SourceConfig,
  contentDir: string,
): { readonly member: keyof SourceConfig; readonly message: string }[] {
  const faults: { member: keyof SourceConfig; message: string }[] = []
  const found = findInside(contentDir, folder, 'folder')
  if (typeof found === 'string') faults.push({ member: 'folder', message: found })
  try {
    if (selector !== undefined) compileSelector(selector)
  } catch (error) {
    faults.push({ member: 'selector', message: reason(error) })
  }
  return faults
}

/** Whether `site.yaml` is a symbolic link out of its folder. */
function leadsOut(contentDir: string): boolean {
  return !realpathSync(join(contentDir, SITE_FILE)).startsWith(realpathSync(contentDir) + sep)
}

function byPlace(a: ContentFault, b: ContentFault): number {
  return a.line - b.line || (a.column ?? 0) - (b.column ?? 0)
}

function noSite(faults: readonly ContentFault[], state: string): SiteFile {
  return { config: NO_SITE_CONFIG, faults, state, placeOf: () => START }
}
