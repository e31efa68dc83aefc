import { text } from '../../http/route/reply.ts'
import type { Route } from '../../http/route/route.ts'
import { WIDGET_PATH, widgetScript } from '../../web/widget.ts'

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
