import { text } from '../../http/route/reply.ts'
import type { Route } from '../../http/route/route.ts'
import { LOCALES } from '../../shared/locale.ts'
import { joinScripts } from '../../web/join-parts.ts'
import { searchTexts } from '../../web/search-texts.ts'
import { BOX_PARTS, readStatic } from '../../web/static-files.ts'

/**
 * Sites embed the widget by an address that never changes. So a release reaches their readers within five minutes, and who
 * comes again meanwhile does not wait.
 */
const CACHING = 'public, max-age=300, stale-while-revalidate=86400'

/**
 * The script that puts a search box on other sites.
 *
 * @param eventsPath address that counts what readers do; null: nothing is counted
 */
export function widgetRoute(eventsPath: string | null): Route {
  const body = text(widgetScript(eventsPath))
  const mediaType = 'text/javascript; charset=utf-8'
  return {
    path: WIDGET_PATH,
    name: WIDGET_PATH,
    answer: { status: 200, mediaType, body, cacheControl: CACHING, tagged: true },
  }
}

/** Address of the script that puts a search box on other sites. */
const WIDGET_PATH = '/widget.js'

const PARTS = [...BOX_PARTS, 'search/look.js', 'search/dialog.js', 'search/element.js', 'search/widget.js']

/**
 * Writes the script of the widget: everything that it needs, and no name that the page around it could see.
 *
 * @param eventsPath address that counts what readers do; null: nothing is counted
 */
export function widgetScript(eventsPath: string | null): string {
  const texts = Object.fromEntries(LOCALES.map((locale) => [locale, searchTexts(locale)]))
  const style = readStatic('search/widget.css')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
  const given = { EVENTS_PATH: eventsPath, STYLE: style, TEXTS: texts }
  const constants = Object.entries(given).map(([name, value]) => `const ${name} = ${JSON.stringify(value)}\n`)
  return `(() => {\n'use strict'\n${constants.join('')}${joinScripts(PARTS.map(readStatic))}})()\n`
}
