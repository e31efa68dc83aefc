import { LOCALES, type Locale } from '../../../../src/shared/locale.ts'
import type { NavSection, Page } from '../../../../src/docs/page.ts'
import { NO_LOOK } from '../../../../src/docs/site/site-look.ts'
import { NO_SERVED_VERSIONS } from '../../../../src/docs/served/served-versions.ts'
import { renderFirstParts } from '../../../../src/web/in-page.ts'
import { toHtml } from '../../../../src/web/markup.ts'
import { assetUrls, loadStaticFiles } from '../../../../src/web/static-files.ts'

export const SITE = {
  siteUrl: 'https://docs.example',
  assets: assetUrls(loadStaticFiles()),
  site: {
    names: new Map<Locale, string>(),
    locales: LOCALES,
    look: NO_LOOK,
    versions: NO_SERVED_VERSIONS,
    sections: [],
    nav: (..._of: [Locale, string | null]): readonly NavSection[] => [],
  },
}

export function page(members: Partial<Page> = {}): Page {
  return {
    locale: 'en',
    path: 'api/search',
    siteAddress: null,
    title: 'Search',
    description: 'How to search',
    section: 'api',
    updatedAt: '2026-11-20T00:00:00Z',
    markdown: 'Text\n\n## First\n\n### Second\n',
    ...members,
  }
}

/** A section from the paths of its pages. */
export function section(name: string, ...paths: readonly string[]): NavSection {
  const pages = paths.map((path) => ({ path, title: `Page ${path}`, description: '' }))
  return { name, title: `Section ${name}`, pages }
}

/** An HTML document of a site without a look, without the script and the style sheet that stand in each. */
export function withoutInPage(html: string): string {
  return html.replace(toHtml(renderFirstParts(true, NO_LOOK, SITE.assets)), '')
}
