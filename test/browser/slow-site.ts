import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import type { Test } from 'tap'

/** Passes on what `origin` answers. A document stops for a while at `mark`, so that what is before it can be seen. */
export async function slowly(t: Test, origin: string, mark: string): Promise<string> {
  const pass = async ({ url = '' }: IncomingMessage, response: ServerResponse): Promise<unknown> => {
    const answer = await fetch(origin + url)
    const type = answer.headers.get('content-type') ?? ''
    const body = Buffer.from(await answer.arrayBuffer())
    response.writeHead(answer.status, { 'content-type': type })
    if (!type.startsWith('text/html')) return response.end(body)
    const at = body.indexOf(mark)
    if (at === -1) throw new Error(`${url} has no ${mark}`)
    response.write(body.subarray(0, at))
    await setTimeout(500)
    return response.end(body.subarray(at))
  }
  const server = createServer((request, response) => void pass(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** @returns the number of elements that moved since the page began, other than by what a person did */
export async function moved(page: Page): Promise<number> {
  return page.evaluate(
    `new Promise((resolve) => {
      let sum = 0
      new PerformanceObserver((list) => { for (const entry of list.getEntries()) sum += entry.sources.length })
        .observe({ type: 'layout-shift', buffered: true })
      requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum))))
    })`,
  )
}
