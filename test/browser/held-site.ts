import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import type { Test } from 'tap'
import { until } from './browser-fixture.ts'

export interface HeldSite {
  /**
   * Opens a page, whose rest is only sent when its first part has been shown.
   *
   * @param isReady Waits for what is expected of the whole page.
   * @returns each move of an element of the first part: the element, and where it was and is, in pixels from the top
   */
  readonly movesIn: (page: Page, path: string, isReady: () => Promise<unknown>) => Promise<string[]>
}

/** What follows the first part of a document. It shows that the browser has read that part. */
const HELD = 'held here'

/** Passes on what `origin` answers. A document is held at `mark`, so that its first part can be seen. */
export async function startHeldSite(t: Test, origin: string, mark: string): Promise<HeldSite> {
  let release = (): void => {}
  const pass = async ({ url = '' }: IncomingMessage, response: ServerResponse): Promise<unknown> => {
    const answer = await fetch(origin + url)
    const type = answer.headers.get('content-type') ?? ''
    const body = Buffer.from(await answer.arrayBuffer())
    response.writeHead(answer.status, { 'content-type': type })
    if (!type.startsWith('text/html')) return response.end(body)
    const at = body.indexOf(mark)
    if (at === -1) throw new Error(`${url} has no ${mark}`)
    release = () => response.end(body.subarray(at))
    return response.write(Buffer.concat([body.subarray(0, at), Buffer.from(`<!--${HELD}-->`)]))
  }
  const server = createServer((request, response) => void pass(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    async movesIn(page, path, isReady) {
      await page.goto(url + path, { waitUntil: 'commit' })
      await until(page, `document.evaluate('//comment()[.="${HELD}"]', document).iterateNext() !== null`)
      await page.evaluate(WATCH)
      release()
      await isReady()
      return page.evaluate(MOVES)
    },
  }
}

const FRAMES = 'const frames = () => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)))'

/** Waits until what there is has been shown, and observes it from then on. */
const WATCH = `(async () => {
  ${FRAMES}
  await frames()
  window.moves = []
  const seen = new Set(document.querySelectorAll('*'))
  const take = (entries) => {
    for (const { node, previousRect, currentRect } of entries.flatMap(({ sources }) => sources)) {
      const element = node instanceof Element ? node : node?.parentElement
      if (seen.has(element))
        window.moves.push(element.outerHTML.slice(0, 80) + ': ' + previousRect.top + ' to ' + currentRect.top)
    }
  }
  new PerformanceObserver((list) => take(list.getEntries())).observe({ type: 'layout-shift' })
})()`

/** Waits until the observer was told of everything, and gives what moved. */
const MOVES = `(async () => {
  ${FRAMES}
  await frames()
  await frames()
  return window.moves
})()`
