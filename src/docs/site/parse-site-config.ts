import { LineCounter, parseDocument } from 'yaml'
import { FALLBACK_LOCALE } from '../../shared/locale.ts'
import { reasonOf } from '../../shared/reason.ts'
import type { ContentFault } from '../model/content-fault.ts'
import { compileSelector } from '../readers/html/selectors.ts'
import { findCircles } from './redirects.ts'
import { siteSchema, type SiteConfig, type SourceConfig } from './site-config.ts'
import { explainIssues } from './yaml/explain-issues.ts'
import { findInside } from './inside.ts'
import { FILE_START, noSite, SITE_FILE, type SiteFile } from './site-file.ts'
import { checkVersions } from './check-versions.ts'
import { createYamlPlaces, type Place, type ValuePath, type YamlPlaces } from './yaml/yaml-places.ts'

const ALIAS_LIMIT = 100
/** Maximum number of faults that are reported; whoever mends them starts with the first ones anyway. */
const FAULT_LIMIT = 100

/** Parses the text of a `site.yaml` that stands in `contentDir`. */
export function parseSiteConfig(text: string, contentDir: string, state: string): SiteFile {
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
    value = withoutNulls(document.toJS({ maxAliasCount: ALIAS_LIMIT }))
  } catch (error) {
    // The parser, and what walks its tree, call themselves for each level of nesting.
    const message = error instanceof RangeError ? 'its values are nested too deeply' : reasonOf(error)
    fault(FILE_START, message)
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

/** The same values without members that have none, such as `url:`. A locale without a value, `en:`, is one without aliases. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).filter(([, member]) => member !== null)
  return Object.fromEntries(members.map(([name, member]) => [name, name === 'locales' ? member : withoutNulls(member)]))
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
    faults.push({ member: 'selector', message: reasonOf(error) })
  }
  return faults
}

function byPlace(a: ContentFault, b: ContentFault): number {
  return a.line - b.line || (a.column ?? 0) - (b.column ?? 0)
}
