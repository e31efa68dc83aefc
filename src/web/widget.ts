import { LOCALES } from '../shared/locale.ts'
import { joinScripts } from './join-parts.ts'
import { searchTexts } from './search-texts.ts'
import { BOX_PARTS, readStatic } from './static-files.ts'

/** Address of the script that puts a search box on other sites. */
export const WIDGET_PATH = '/widget.js'

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
