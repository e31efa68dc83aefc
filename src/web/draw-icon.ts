import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { serviceOfIcon } from '../docs/site/services.ts'
import { markup, trusted, type Markup } from './markup.ts'
import { serviceIcon } from './service-icons.ts'

/** Names of other sets, such as those of Starlight and Font Awesome, for what Lucide draws. */
const LUCIDE_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'add-document': 'file-plus',
    'approve-check': 'check',
    'approve-check-circle': 'circle-check',
    'arrow-up-right-from-square': 'external-link',
    bars: 'menu',
    'book-open-cover': 'book-open',
    'circle-exclamation': 'circle-alert',
    'circle-info': 'info',
    'circle-question': 'circle-question-mark',
    close: 'x',
    comment: 'message-circle',
    'comment-alt': 'message-square',
    cube: 'box',
    cubes: 'boxes',
    document: 'file-text',
    'down-arrow': 'arrow-down',
    'down-caret': 'chevron-down',
    email: 'mail',
    envelope: 'mail',
    error: 'circle-x',
    external: 'external-link',
    'forward-slash': 'slash',
    gear: 'settings',
    gears: 'settings',
    information: 'info',
    'left-arrow': 'arrow-left',
    'left-caret': 'chevron-left',
    'list-format': 'list',
    magnifier: 'search',
    'magnifying-glass': 'search',
    'open-book': 'book-open',
    'paper-plane': 'send',
    random: 'shuffle',
    'right-arrow': 'arrow-right',
    'right-caret': 'chevron-right',
    robot: 'bot',
    'screwdriver-wrench': 'wrench',
    setting: 'settings',
    'shield-halved': 'shield-half',
    translate: 'languages',
    'triangle-exclamation': 'triangle-alert',
    'up-arrow': 'arrow-up',
    'up-caret': 'chevron-up',
    'wand-magic-sparkles': 'wand-sparkles',
    warning: 'triangle-alert',
  }),
)

const NAME = /^[a-z][a-z\d]*(?:-[a-z\d]+)*$/
/** Icons whose drawings are kept, and names without one. */
const KEPT_LIMIT = 1000

const require = createRequire(import.meta.url)
const kept = new Map<string, Markup | null>()

/**
 * Draws an icon of a text by the name that its author wrote: one of Lucide (ISC), else that of a service. A name without a
 * drawing shows nothing. The text beside it says what it means.
 *
 * @param last whether it stands at the end of its link
 */
export function drawIcon(name: string, last: boolean): Markup | null {
  const drawing = drawingOf(name.toLowerCase())
  return drawing && markup`<span class="icon${last && ' last'}">${drawing}</span>`
}

function drawingOf(name: string): Markup | null {
  const known = kept.get(name)
  if (known !== undefined) return known
  const service = serviceOfIcon(name)
  const drawing = lucideIcon(LUCIDE_NAMES.get(name) ?? name) ?? (service === undefined ? null : serviceIcon(service))
  if (kept.size < KEPT_LIMIT) kept.set(name, drawing)
  return drawing
}

/** The drawing of Lucide with that name, from its package, or null. */
function lucideIcon(name: string): Markup | null {
  if (!NAME.test(name)) return null
  try {
    const file = readFileSync(require.resolve(`lucide-static/icons/${name}.svg`), 'utf8')
    const [, lines = ''] = /<svg[^>]*>(.*)<\/svg>/s.exec(file) ?? []
    return markup`<svg class="line" viewBox="0 0 24 24" aria-hidden="true">${trusted(lines.replace(/\s*\n\s*/g, ''))}</svg>`
  } catch {
    return null
  }
}
