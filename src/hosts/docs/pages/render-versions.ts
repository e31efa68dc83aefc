import { pageUrl } from '../../../docs/paths.ts'
import type { PageVersion } from '../../../docs/versions/doc-version.ts'
import type { ServedVersion, ServedVersions } from '../../../docs/served/served-versions.ts'
import { FALLBACK_LOCALE, type Locale } from '../../../shared/locale.ts'
import { markup, type Markup } from '../../../web/markup.ts'
import { fill, type Messages } from '../../../web/messages.ts'

/** The versions of the documentation, as a page of one of them shows them. */
export interface PageVersions extends ServedVersions {
  readonly current: PageVersion
  /** Paths of the page in the versions that have it, by their names. */
  readonly paths: ReadonlyMap<string, string>
}

/** Renders the switch: the same page in each version, or where that begins. It needs no script. */
export function renderVersionSwitch(
  { current, paths, versions }: PageVersions,
  locale: Locale,
  messages: Messages,
): Markup {
  const shown = versions.find(({ name }) => name === current.name)
  const items = versions.map((version) => {
    const path = paths.get(version.name) ?? homeOf(version, locale)
    const isCurrent = version === shown && markup` aria-current="true"`
    return path !== null && markup`<li><a href="${pageUrl('', locale, path)}"${isCurrent}>${version.label}</a></li>\n`
  })
  return markup`<details class="versions"><summary>${fill(messages.versionShown, { version: shown?.label ?? current.name })}</summary>
<ul aria-label="${messages.versions}">
${items}</ul>
</details>
`
}

/** Says on a page of another version than the default one what is read, and where the default one has the page. */
export function renderVersionNote(
  { current, default: first, paths, versions }: PageVersions,
  locale: Locale,
  messages: Messages,
): Markup | null {
  const at = versions.findIndex(({ name }) => name === current.name)
  const newestAt = versions.findIndex(({ name }) => name === first)
  const shown = versions[at]
  const newest = versions[newestAt]
  if (shown === undefined || newest === undefined || shown === newest) return null
  const said = fill(at < newestAt ? messages.unreleasedVersion : messages.olderVersion, {
    version: shown.label,
    newest: newest.label,
  })
  const same = paths.get(newest.name)
  const path = same ?? homeOf(newest, locale)
  const text = fill(same === undefined ? messages.startOf : messages.samePageIn, { newest: newest.label })
  const link = path !== null && markup` <a href="${pageUrl('', locale, path)}">${text}</a>`
  return markup`<p class="other-version" lang="${locale}">${said}${link}</p>\n`
}

/** Path of the page with which a version begins, in the locale or in English; null: it has no page in either. */
function homeOf({ homes }: ServedVersion, locale: Locale): string | null {
  return homes[locale] ?? homes[FALLBACK_LOCALE] ?? null
}
