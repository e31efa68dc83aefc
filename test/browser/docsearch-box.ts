import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import type { Test } from 'tap'
import { startTlsFront } from '../support/tls-front.ts'
import { violations, type Site } from './browser-fixture.ts'

const { resolve } = createRequire(import.meta.url)
const VERSIONS = [3, 4]

/** Serves a site with the search box of DocSearch at `/3` and `/4`, and its pages at all other addresses. */
async function serveSite(t: Test, host: string): Promise<string> {
  const files = new Map<string, { readonly type: string; readonly body: string | Buffer }>()
  for (const version of VERSIONS) {
    const options = JSON.stringify({ container: '#search', appId: `${host}/`, apiKey: 'any', indexName: 'docs' })
    const body = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
      <title>A site</title><link rel="stylesheet" href="/${version}.css"><main><h1>A site</h1><div id="search"></div></main>
      <script src="/${version}.js"></script><script>docsearch(${options})</script></html>`
    files.set(`/${version}`, { type: 'text/html', body })
    files.set(`/${version}.js`, { type: 'text/javascript', body: readFileSync(resolve(`docsearch-${version}`)) })
    files.set(`/${version}.css`, { type: 'text/css', body: readFileSync(resolve(`docsearch-css-${version}`)) })
  }
  const server = createServer(({ url = '' }, response) => {
    const { body, type } = files.get(url) ?? { type: 'text/html', body: `<title>${url}</title>` }
    response.writeHead(200, { 'Content-Type': type }).end(body)
  })
  t.teardown(() => server.close().closeAllConnections())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return `http://localhost:${(server.address() as AddressInfo).port}`
}

/** Rules that DocSearch breaks itself, whatever it shows: its dialog is a button, and its options hold links. */
const BROKEN_BY_DOCSEARCH = /^(?:nested-interactive|label-content-name-mismatch|aria-valid-attr-value|color-contrast): /

async function assertAddsNoFault(t: Test, page: Page, what: string): Promise<void> {
  const faults = (await violations(page)).filter((fault) => !BROKEN_BY_DOCSEARCH.test(fault))
  t.strictSame(faults, [], `${what} breaks no rule of accessibility that DocSearch keeps`)
}

/**
 * DocSearch listens for its keys a while after the page has loaded, so they are pressed until it does. It focuses its field a
 * while after it is there.
 */
async function openDialog(page: Page): Promise<void> {
  const isOpen = () =>
    page
      .locator('.DocSearch-Input:focus')
      .waitFor({ timeout: 2000 })
      .then(() => true)
      .catch(() => false)
  do await page.keyboard.press('Control+k')
  while (!(await isOpen()))
}

/** DocSearch focuses its field by a program and by an attribute. Chromium remarks so where a frame comes between the two. */
const FOCUSED_ALREADY = 'Autofocus processing was blocked because a document already has a focused element.'

/**
 * Uses the search boxes of DocSearch on a site of another origin than the service, by an application id as documented.
 *
 * @param site any site that is open in the browser
 */
export async function useDocSearch(t: Test, serviceUrl: string, site: Site): Promise<void> {
  const url = await serveSite(t, await startTlsFront(t, serviceUrl))

  for (const version of VERSIONS) {
    await t.test(`DocSearch ${version} searches, marks, follows by keyboard, and remembers`, async (t) => {
      const page = await site.open(t, '/', { ignoreHTTPSErrors: true })
      const complaints: string[] = []
      page.on('pageerror', ({ message }) => complaints.push(message))
      page.on('console', (message) => {
        if (message.text() !== FOCUSED_ALREADY) complaints.push(message.text())
      })
      await page.goto(`${url}/${version}`)
      const groups = page.locator('.DocSearch-Hit-source')
      const option = (name: string) => page.getByRole('option', { name })

      await openDialog(page)
      await page.keyboard.type('oil crank')
      // The option is there for the first letters already.
      await option('Oil the crank').locator('mark', { hasText: 'crank' }).first().waitFor()
      t.strictSame(await option('Oil the crank').locator('mark').allTextContents(), ['Oil', 'crank', 'crank'])
      await page.getByRole('searchbox').fill('crank')
      await option('Crank & calls').waitFor()
      t.strictSame(await groups.allTextContents(), ['Guides', 'Api'], 'sections of the navigation are groups')
      t.match(await option('Crank & calls').textContent(), 'The crank as an <endpoint>.', 'texts are no HTML')
      await assertAddsNoFault(t, page, 'results')

      await page.evaluate(`document.documentElement.dataset.theme = 'dark'`)
      await page.setViewportSize({ width: 375, height: 700 })
      const hits = page.locator('.DocSearch-Hit')
      for (const box of await Promise.all((await hits.all()).map((hit) => hit.boundingBox())))
        t.ok(box !== null && box.x >= 0 && box.x + box.width <= 375, 'a hit fits into 375 pixels')
      await page.getByRole('searchbox').fill('xylophone')
      await page.locator('.DocSearch-NoResults').filter({ hasText: 'xylophone' }).waitFor()
      await assertAddsNoFault(t, page, 'no results, in the dark')

      await page.getByRole('searchbox').fill('crank')
      await option('Oil the crank').waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.waitForURL(`${serviceUrl}/en/guides/crank#oil-the-crank`)
      t.strictSame(complaints, [])

      await page.goto(`${url}/${version}`)
      await openDialog(page)
      await option('Oil the crank').waitFor()
      t.strictSame(await groups.allTextContents(), ['Recent'])
    })
  }
}
