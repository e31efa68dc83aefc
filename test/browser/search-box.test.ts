import type { CDPSession, Page } from 'playwright-core'
import t from 'tap'
import { startService } from '../support/start-service.ts'
import { DOCUMENTATION } from '../hosts/docs/documentation.ts'
import { assertAccessible, NO_BROWSER, openIn, until, type Site } from './browser-fixture.ts'

const CONTENT = {
  ...DOCUMENTATION,
  'docs/en/guides/crank.md': '---\ntitle: The crank\n---\n\nThe crank turns.\n',
  'docs/en/api/crank.md': '---\ntitle: Crank calls\n---\n\nThe crank as an endpoint.\n',
  'docs/en/api/flange.md': '---\ntitle: Flange calls\n---\n\nThe flange.\n',
  // More sections than are offered have more pages of it.
  ...Object.fromEntries(
    Array.from({ length: 12 }, (_, n) => [
      `docs/en/part-${n % 6}/flange-${n}.md`,
      `---\ntitle: Flange ${n}\n---\n\nThe flange.\n`,
    ]),
  ),
  'docs/zh/guides/crank.md': '---\ntitle: 曲柄\n---\n\n转动曲柄，然后安装部件。\n',
}

/** Opens a page with the focus in its box. @returns what composes there as an input method does, and the queries so far */
async function openBox(t: Parameters<Site['open']>[0], site: Site, path: string) {
  const page = await site.open(t, path)
  const queries: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/search') queries.push(searchParams.get('q') ?? '')
  })
  await page.getByRole('combobox').focus()
  const input: CDPSession = await page.context().newCDPSession(page)
  return {
    page,
    queries,
    compose: async (text: string): Promise<void> => {
      await input.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
    },
    /** Ends the composition with a text. */
    commit: async (text: string): Promise<void> => {
      await input.send('Input.insertText', { text })
    },
  }
}

function status(page: Page, text: string | RegExp): Promise<void> {
  return page.getByRole('status').filter({ hasText: text }).waitFor({ state: 'attached' })
}

t.test('the search box of our pages', { skip: NO_BROWSER }, async (t) => {
  const service = await startService(t, { content: CONTENT })
  const site = await openIn(t, service.url)

  await t.test('pinyin is searched when it has become characters, and not before', async (t) => {
    for (const path of ['/zh', '/en']) {
      const { commit, compose, page, queries } = await openBox(t, site, path)
      for (const text of ['q', 'qu', "qu'b", "qu'bing"]) await compose(text)
      t.equal(await page.getByRole('combobox').inputValue(), "qu'bing")
      await commit('曲柄')
      await page.getByRole('option').first().waitFor()
      t.strictSame(queries, ['曲柄'], path)
      await compose('an')
      await compose('anzhuang')
      await commit('安装')
      await until(page, `document.querySelector('[role=combobox]').value === '曲柄安装'`)
      await status(page, /./)
      t.strictSame(queries, ['曲柄', '曲柄安装'], path)
    }
  })

  await t.test('Korean is searched while the last syllable is composed, and not by its lone letters', async (t) => {
    const { commit, compose, page, queries } = await openBox(t, site, '/ko')
    await compose('ㅇ')
    await compose('위')
    await commit('위')
    await compose('ㅈ')
    await compose('제')
    const answered = page.waitForResponse((response) => new URL(response.url()).searchParams.get('q') === '위젯')
    await compose('젯')
    // An answer that comes later would take the selection back.
    await (await answered).finished()
    await status(page, /결과/)
    t.equal(await page.getByRole('combobox').inputValue(), '위젯')
    t.strictSame(queries, ['위제', '위젯'])
    await commit('젯')
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('ArrowDown')
    t.equal(await page.getByRole('option', { selected: true }).count(), 1)
  })

  await t.test('an Enter that ends a composition opens nothing', async (t) => {
    const { compose, page } = await openBox(t, site, '/ko')
    await compose('위젯')
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('ArrowDown')
    await page.evaluate(`document.querySelector('[role=combobox]').dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true }))`)
    t.equal(new URL(page.url()).pathname, '/ko')
  })

  await t.test('recent searches are offered in an empty box, and one of them is typed again by Enter', async (t) => {
    const { page } = await openBox(t, site, '/en')
    t.equal(await page.locator('.search-popup').isVisible(), false, 'there are none at first')
    await page.keyboard.insertText('crank')
    await page.getByRole('option').first().click()
    await page.waitForURL('**/en/*/crank*')
    await page.keyboard.press('/')
    await status(page, 'Recent searches. Delete removes the chosen one.')
    await assertAccessible(t, page, 'recent searches')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await status(page, /^\d+ results$/)
    t.equal(await page.getByRole('combobox').inputValue(), 'crank')
    await page.getByRole('combobox').fill('')
    await page.locator('.remove').click()
    t.equal(await page.locator('.search-popup').isVisible(), false)
    t.equal(await page.evaluate('localStorage.getItem("signpost:recent")'), null)
  })

  await t.test(
    'a recent search that is opened in a new tab is neither kept nor reported as an empty one',
    async (t) => {
      const { page } = await openBox(t, site, '/en')
      const keep = (queries: string[]): Promise<void> =>
        page.evaluate(`localStorage.setItem('signpost:recent', ${JSON.stringify(JSON.stringify(queries))})`)
      await keep(['', 'crank'])
      await page.reload()
      await page.evaluate(`window.chosen = 0; document.addEventListener('signpost:chosen', () => chosen++)`)
      await page.getByRole('combobox').focus()
      await page.getByRole('option').first().waitFor()
      t.equal(await page.getByRole('option').count(), 1, 'an empty text is no search')
      await keep(['crank'])
      const opened = page.context().waitForEvent('page')
      await page.getByRole('option', { name: 'crank' }).click({ button: 'middle' })
      await (await opened).waitForURL('**/search?q=crank*')
      t.equal(await page.evaluate(`localStorage.getItem('signpost:recent')`), '["crank"]')
      t.equal(await page.evaluate('chosen'), 0)
    },
  )

  await t.test('the chosen section stays in sight where it is not among the first or has nothing', async (t) => {
    const { page } = await openBox(t, site, '/en')
    const input = page.getByRole('combobox')
    const sections = page.getByRole('group', { name: 'Sections' })
    await page.keyboard.insertText('crank')
    await status(page, /^\d+ results$/)
    await sections.getByRole('button', { name: /^api/i }).click()
    await status(page, /^1 result$/)
    await input.fill('sprocket')
    await status(page, 'Nothing found for “sprocket”')
    const pressed = sections.getByRole('button', { pressed: true })
    t.match(await pressed.textContent(), /^api$/i)
    await input.fill('flange')
    await status(page, /^1 result$/)
    t.match(await pressed.textContent(), /^api 1$/i)
    t.equal(await sections.getByRole('button').count(), 8, 'it comes beside those that are offered')
  })

  await t.test('sections limit the results, and Tab leads to them', async (t) => {
    const { page } = await openBox(t, site, '/en')
    await page.keyboard.insertText('crank')
    await status(page, /^\d+ results$/)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    t.ok(await page.locator('.search-popup').isVisible(), 'the results stay while the focus is among them')
    await page.keyboard.press('Enter')
    await status(page, /^1 result$/)
    await assertAccessible(t, page, 'one section')
    const { pathname } = new URL((await page.getByRole('option').first().getAttribute('href')) ?? '', page.url())
    t.match(pathname, /^\/en\/api\//)
    await page.getByRole('combobox').press('Enter')
    await page.waitForURL('**/search?*')
    t.strictSame(Object.fromEntries(new URL(page.url()).searchParams), { q: 'crank', locale: 'en', section: 'api' })
    t.equal(await page.locator('.results > li').count(), 1, 'the page of results is of that section too')
  })

  await t.test('a section that is chosen when Escape comes limits what is shown next', async (t) => {
    const { page } = await openBox(t, site, '/en')
    const input = page.getByRole('combobox')
    await page.keyboard.insertText('crank')
    await status(page, /^\d+ results$/)
    let isHeld = true
    await page.route('**/api/search?*', (route) => (isHeld ? undefined : route.continue()))
    const asked = page.waitForRequest('**/api/search?*')
    await page.locator('[data-filter]').nth(1).click()
    await asked
    await page.keyboard.press('Escape')
    isHeld = false
    await input.blur()
    await input.focus()
    await status(page, /^1 result$/)
    t.equal(await page.locator('[data-filter]').nth(1).getAttribute('aria-pressed'), 'true')
  })

  await t.test('where nothing is found there is advice and a way on', async (t) => {
    for (const [path, advice] of [
      ['/en', 'Check the spelling'],
      ['/zh', '请检查拼写'],
      ['/ko', '철자를 확인'],
    ] as const) {
      const { page } = await openBox(t, site, path)
      await page.keyboard.insertText('xylophone')
      await page.getByText(advice).waitFor()
      await assertAccessible(t, page, `nothing found, ${path}`)
      await page.getByRole('option').click()
      await page.waitForURL('**/search?q=xylophone*')
    }
  })

  await t.test('nothing on the page moves while results come and go', async (t) => {
    const { page } = await openBox(t, site, '/en')
    await page.evaluate(`window.moved = []; new PerformanceObserver((list) => {
      const nodes = list.getEntries().flatMap(({ sources }) => sources.map(({ node }) => node))
      window.moved.push(...nodes.filter((node) => node && !document.querySelector('.search-popup').contains(node)))
    }).observe({ type: 'layout-shift' })`)
    await page.keyboard.type('the crank xylophone')
    await status(page, /./)
    await page.getByRole('combobox').fill('xylophone')
    await page.getByText('Check the spelling').waitFor()
    t.strictSame(await page.evaluate('window.moved.map(({ nodeName }) => nodeName)'), [])
  })
})
