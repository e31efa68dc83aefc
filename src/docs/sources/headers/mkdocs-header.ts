import { withoutExtension } from '../../addresses.ts'
import { serviceAt } from '../../site/services.ts'
import { serviceLink, serviceLinks } from '../header.ts'
import type { HeaderEntry, SourceHeader } from '../source.ts'
import { list, record, text, texts } from '../values.ts'

/** Parts of a navigation that are looked at for the first page of a tab. */
const DEPTH_LIMIT = 50

/**
 * The header of MkDocs: its logo, tabs where the theme shows the first level of the navigation so, the repository and services.
 * @param root Folder of the pages as the configuration names it
 */
export function mkdocsHeader(config: Readonly<Record<string, unknown>>, file: string, root: string): SourceHeader {
  const theme = record(config['theme'])
  const logo = text(theme['logo'])
  const repository = text(config['repo_url'])
  const entries: HeaderEntry[] = [
    ...(texts(theme['features']).includes('navigation.tabs') ? tabsOf(config['nav']) : []),
    ...(repository === null ? [] : [repositoryLink(repository, text(config['repo_name']))]),
    ...serviceLinks(record(config['extra'])['social'], 'icon', 'name', 'link'),
  ]
  const seen = new Set<string | null>()
  return {
    file,
    logo: logo === null ? null : { light: `./${root}/${logo.replace(/^\/+/, '')}`, dark: null, replacesName: false },
    navigation: () => {
      seen.clear()
      return entries.filter(({ target }) => !seen.has(target) && seen.add(target))
    },
  }
}

function tabsOf(nav: unknown): HeaderEntry[] {
  return list(nav).flatMap((item) =>
    Object.entries(record(item)).map(([label, value]) => ({ label, target: firstPage(value, 0) })),
  )
}

/** Address of the first page of a part of the navigation, or null. */
function firstPage(item: unknown, depth: number): string | null {
  if (depth > DEPTH_LIMIT) return null
  if (typeof item !== 'string') {
    for (const each of Array.isArray(item) ? list(item) : Object.values(record(item))) {
      const found = firstPage(each, depth + 1)
      if (found !== null) return found
    }
    return null
  }
  if (/^[a-z]+:/i.test(item)) return item
  return `/${withoutExtension(item.replace(/^\/+/, '')).replace(/(^|\/)(?:index|README)$/i, '$1')}`
}

/** The repository has the name that the configuration gives it, else the icon of its host. */
function repositoryLink(target: string, label: string | null): HeaderEntry {
  const service = serviceAt(target)
  if (label !== null || service === undefined) return { label: label ?? hostOf(target), target }
  return serviceLink(service, null, target)
}

function hostOf(address: string): string | null {
  return URL.canParse(address) ? new URL(address).host : null
}
