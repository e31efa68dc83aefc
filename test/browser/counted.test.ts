import t from 'tap'
import type { Page } from 'playwright-core'
import { readDays } from '../../src/analytics/day-files.ts'
import { startService } from '../support/start-service.ts'
import { DOCUMENTATION } from '../hosts/docs/documentation.ts'
import { assertAccessible, NO_BROWSER, openIn } from './browser-fixture.ts'

const CONTENT = {
  ...DOCUMENTATION,
  // What is found for a part of the word "crank" has another number of results than what is found for all of it.
  'docs/en/guides/fruit.md': '---\ntitle: Fruit\n---\n\nA cranberry is red.\n',
  'docs/en/guides/crank.md': '---\ntitle: The crank\n---\n\nThe crank turns.\n',
  'docs/en/guides/spring.md': '---\ntitle: The spring\n---\n\nA spring drives the crank.\n',
  'docs/en/guides/flange.md': '---\ntitle: The flange\n---\n\nThe flange holds.\n',
  'docs/en/api/flange.md': '---\ntitle: Flange calls\n---\n\nThe flange as an endpoint.\n',
}

interface Sent {
  readonly kind: string
  readonly [member: string]: unknown
}

/** Collects the events that a page sends. */
async function eventsOf(page: Page): Promise<Sent[]> {
  const sent: Sent[] = []
  // What a beacon sends cannot be seen from outside.
  await page.exposeFunction('onSent', (text: string) => sent.push(JSON.parse(text) as Sent))
  await page.addInitScript(`
    const send = navigator.sendBeacon.bind(navigator)
    navigator.sendBeacon = (url, blob) => { void blob.text().then(onSent); return send(url, blob) }
  `)
  await page.reload()
  return sent
}

/** Types into the search box until its results are there. */
async function type(page: Page, query: string, note: string): Promise<void> {
  await page.getByRole('combobox').fill('')
  await page.getByRole('combobox').pressSequentially(query)
  await page.getByRole('status').filter({ hasText: note }).waitFor({ state: 'attached' })
}

t.test('what readers do is counted in a browser', { skip: NO_BROWSER }, async (t) => {
  const service = await startService(t, { content: CONTENT, env: { SEARCH_ANALYTICS: 'on' } })
  const site = await openIn(t, service.url)

  await t.test('a click on a result of the box leads to its page', async (t) => {
    for (let n = 0; n < 3; n++) {
      const page = await site.open(t, '/en')
      await type(page, 'crank', '3 results')
      const option = page.getByRole('option').nth(1)
      const address = new URL((await option.getAttribute('href')) ?? '', service.url).pathname
      await option.click()
      await page.waitForURL(`**${address}*`)
    }
  })

  await t.test('a query that found nothing is counted when another one begins or the box is left', async (t) => {
    const page = await site.open(t, '/en')
    const sent = await eventsOf(page)
    await type(page, 'zebra', 'Nothing found for “zebra”')
    t.strictSame(sent, [])
    let counted = 0
    const bothCounted = page.waitForResponse((response) => response.url().endsWith('/api/events') && ++counted === 2)
    await page.getByRole('combobox').fill('quagga')
    await page.getByRole('status').filter({ hasText: 'quagga' }).waitFor({ state: 'attached' })
    await page.getByRole('combobox').blur()
    while (sent.length < 2) await page.waitForTimeout(20)
    // The end of the page would end beacons that are on their way.
    await bothCounted
    t.strictSame(sent, [
      { kind: 'search', query: 'zebra', locale: 'en', found: false },
      { kind: 'search', query: 'quagga', locale: 'en', found: false },
    ])
  })

  await t.test('a click on the page of results leads to its page', async (t) => {
    const page = await site.open(t, '/search?q=crank&locale=en')
    const link = page.locator('.results > li').nth(2).locator('a').first()
    const address = new URL((await link.getAttribute('href')) ?? '', service.url).pathname
    await link.click()
    await page.waitForURL(`**${address}*`)
  })

  await t.test('a search that was limited to a section is counted on the way to all its results', async (t) => {
    for (const last of ['flange', 'flange', 'xylophone']) {
      const page = await site.open(t, '/en')
      await type(page, 'flange', '2 results')
      await page.locator('[data-filter=api]').click()
      await page.getByRole('status').filter({ hasText: '1 result' }).waitFor({ state: 'attached' })
      if (last === 'flange') await page.getByRole('combobox').press('Enter')
      else {
        await page.getByRole('combobox').fill(last)
        await page.getByRole('status').filter({ hasText: last }).waitFor({ state: 'attached' })
        await page.getByRole('option').click()
      }
      await page.waitForURL(`**/search?q=${last}&locale=en&section=api`)
    }
  })

  await t.test('a page whose path has a question mark and a number sign takes clicks and feedback', async (t) => {
    const page = await site.open(t, '/search?q=oddity&locale=en')
    const taken = page.waitForResponse('**/api/events')
    await page
      .locator('.results a')
      .first()
      .click({ modifiers: ['Control'] })
    t.equal((await taken).status(), 204)
    await page.goto(`${service.url}/en/guides/a%20b%3Fc%23d%25`)
    const rated = page.waitForResponse('**/api/events')
    await page.getByRole('group', { name: 'Was this page helpful?' }).getByRole('button', { name: 'Yes' }).click()
    t.equal((await rated).status(), 204)
  })

  await t.test('feedback is taken with and without a script, in three languages', async (t) => {
    for (const [path, question, no, thanks] of [
      ['/en/guides/start', 'Was this page helpful?', 'No', 'Thank you'],
      ['/zh/guides/start', '本页对您有帮助吗？', '没有', '感谢'],
      ['/ko/guides/start', '이 페이지가 도움이 되었나요?', '아니요', '감사합니다'],
    ] as const) {
      for (const javaScriptEnabled of [true, false]) {
        const page = await site.open(t, path, { javaScriptEnabled })
        const form = page.getByRole('group', { name: question })
        if (javaScriptEnabled) await assertAccessible(t, page, path)
        await form.getByRole('button', { name: no }).click()
        await page.getByText(thanks).waitFor()
        t.equal(await form.isVisible(), false, `${path} asks once`)
        t.equal(new URL(page.url()).pathname, path)
        if (javaScriptEnabled) await assertAccessible(t, page, `${path}, answered`)
      }
    }
  })

  await t.test('who asks not to be counted sends nothing and is not asked', async (t) => {
    const page = await site.open(t, '/en/guides/start')
    await page.addInitScript('Object.defineProperty(navigator, "globalPrivacyControl", { value: true })')
    const sent = await eventsOf(page)
    t.equal(await page.locator('form.feedback').isVisible(), false)
    await type(page, 'zebra', 'Nothing found')
    await page.getByRole('combobox').blur()
    await page.evaluate('true')
    t.strictSame(sent, [])
  })

  await t.test('searches, clicks with their places and feedback are in the counts, and typing is not', async (t) => {
    await service.stop()
    const [record] = readDays(service.dataDir, 2, Date.now(), (file) => t.fail(file))
    const asked = record?.queries.find(({ query, source }) => query === 'crank' && source === 'readers')
    t.equal(asked?.searches, 4)
    const refined = record?.queries.find(({ query, source }) => query === 'flange' && source === 'readers')
    t.equal(refined?.searches, 3)
    t.strictSame(record?.clicks, { byPosition: [1, 3, 1, 0, 0, 0, 0, 0, 0, 0, 0], positions: 10 })
    t.match(record?.totals, { readers: { searches: 10, nothing: 2 }, programs: { searches: 0 } })
    t.match(record?.pages, [
      { page: '/en/guides/a%20b%3Fc%23d%25', helpful: 1 },
      { unhelpful: 2 },
      { unhelpful: 2 },
      { unhelpful: 2 },
    ])
  })
})
