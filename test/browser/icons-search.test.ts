import type { Page } from 'playwright-core'
import t from 'tap'
import { assertAccessible, NO_BROWSER, stopClock } from './browser-fixture.ts'
import { count, focused, MOVING, search, startIconsSite } from './icons-fixture.ts'

t.test('the icons are searched in a browser', { skip: NO_BROWSER }, async (t) => {
  const { open, url } = await startIconsSite(t)

  await t.test('typing searches, and the address, the title and the status follow', async (t) => {
    const page = await open(t, '/')
    await page.keyboard.press('/')
    await page.keyboard.type('a/b')
    t.equal(await search(page).inputValue(), 'a/b', 'a slash is a character while one types')
    await search(page).fill('raining')
    await count(page, /^\d+ icons for “raining”$/)
    t.equal(await page.getByRole('status').textContent(), await page.locator('.count').textContent())
    t.match(await page.locator('.tile').first().getAttribute('href'), /^\/icons\/.*rain/)
    t.equal(page.url(), `${url}/?q=raining`)
    t.equal(await page.title(), 'raining · Signpost Icons')
    t.equal(await page.evaluate('history.length'), 2, 'a search is not a page to go back to')
    await page.reload()
    t.match(await page.locator('.count').textContent(), /icons for “raining”/)
  })

  await t.test('the script shows the icons that the server shows', async (t) => {
    // The order of attributes may differ. `media` is excluded, because motion.js sets it.
    const tiles = (page: Page): Promise<unknown> =>
      page.evaluate(`[...document.querySelectorAll('.grid *')].map((element) => [
        element.localName,
        element.childElementCount === 0 ? element.textContent : '',
        ...[...element.attributes].filter(({ name }) => name !== 'media').map(({ name, value }) => name + '=' + value).toSorted(),
      ])`)
    const page = await open(t, '/?q=cloud&category=weather', MOVING)
    const fromServer = await tiles(page)
    await search(page).fill('')
    await count(page, /^\d+ icons$/)
    await search(page).fill('cloud')
    await count(page, /for “cloud”/)
    t.strictSame(await tiles(page), fromServer)
  })

  await t.test('typing several letters asks once, and an answer that comes late replaces nothing', async (t) => {
    const page = await open(t, '/')
    // The clock stands still between keys, however long the browser takes for each. Timers run only with `runFor`.
    await stopClock(page)
    const asked: string[] = []
    let release = (): void => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/api/v1/icons?*', async (route) => {
      const q = new URL(route.request().url()).searchParams.get('q') ?? ''
      asked.push(q)
      if (q === 'snow') await held
      await route.continue().catch(() => {})
    })
    const first = page.waitForRequest('**/api/v1/icons?*')
    await search(page).pressSequentially('snow')
    await page.clock.runFor(1000)
    await first
    await search(page).fill('heart')
    await page.clock.runFor(1000)
    await count(page, /“heart”/)
    release()
    await page.evaluate(`fetch('/readyz')`)
    t.strictSame(asked, ['snow', 'heart'])
    t.match(await page.locator('.count').textContent(), /“heart”/)
  })

  await t.test('filters narrow the list together and are cleared at once', async (t) => {
    const page = await open(t, '/?q=rain')
    const all = await page.locator('.count').textContent()
    await page.getByRole('radio', { name: 'Monochrome' }).check()
    await page.waitForURL('**/?q=rain&style=monochrome')
    t.match(await page.locator('.tile').first().getAttribute('href'), '/icons/meteocons-monochrome-')
    await page.getByRole('radio', { name: 'Thunderstorms' }).check()
    await page.waitForURL('**/?q=rain&category=thunderstorms&style=monochrome')
    await page.getByRole('link', { name: 'Clear filters' }).click()
    await page.waitForURL('**/?q=rain')
    t.equal(await page.locator('.count').textContent(), all)
    t.equal(await page.getByRole('link', { name: 'Clear filters' }).isVisible(), false)
    t.equal(await page.evaluate('document.activeElement.name'), 'q')
  })

  await t.test('more icons follow in the list, and the focus goes to the first of them', async (t) => {
    const page = await open(t, '/')
    t.equal(await page.locator('.tile').count(), 48)
    await page.getByRole('link', { name: 'Show more icons' }).click()
    await page.locator('.tile').nth(95).waitFor()
    t.match(await page.getByRole('status').textContent(), /^96 of \d,\d{3} shown$/)
    t.equal(await focused(page), 48)
    const ids: string[] = await page.evaluate(`[...document.querySelectorAll('.tile')].map(({ href }) => href)`)
    t.equal(new Set(ids).size, 96, 'no icon is there twice')
    t.match(await page.locator('.more').getAttribute('href'), 'page=3')
  })

  await t.test('where nothing is found, words that are close lead on', async (t) => {
    const page = await open(t, '/')
    const suggested = page.waitForResponse('**/api/v1/suggest?*')
    await search(page).fill('heazzzzqq')
    await page.getByText('No icon found for “heazzzzqq”.').waitFor()
    // The words that come with the answer replace the examples, of which heart is one.
    await (await suggested).finished()
    const word = page.locator('.nothing').getByRole('link', { name: 'heart', exact: true })
    await word.click()
    await page.waitForURL('**/?q=heart')
    await page.locator('.tile').first().waitFor()
    t.ok((await page.locator('.tile').count()) > 0)
    await page.goto(`${url}/?q=qqzzxx&lang=ko`)
    t.ok(await page.getByText('“qqzzxx”에 맞는 아이콘이 없습니다.').isVisible())
    await page.locator('.nothing').getByRole('link', { name: '로딩' }).click()
    await page.locator('.tile').first().waitFor()
    t.ok((await page.locator('.tile').count()) > 0, 'the words that a page begins with find icons')
  })

  await t.test('where nothing is found, the nearest icons are shown and reached by keys', async (t) => {
    const page = await open(t, '/?q=heart')
    const title = page.getByRole('heading', { name: 'Nearest icons' })
    t.equal(await title.isVisible(), false)
    await search(page).fill('giraffe')
    await title.waitFor()
    t.equal(await page.locator('.tile').count(), 6)
    t.equal(await page.getByRole('status').textContent(), '0 icons for “giraffe”. Nearest icons')
    await assertAccessible(t, page, 'nearest icons')
    await search(page).focus()
    await page.keyboard.press('ArrowDown')
    t.equal(await focused(page), 0, 'the arrow leads into the list')
    await page.keyboard.press('End')
    t.equal(await focused(page), 5)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByRole('heading', { level: 1 }).waitFor()
    for (const view of ['q=长颈鹿&lang=zh', 'q=기린&lang=ko']) {
      await page.goto(`${url}/?${view}`)
      t.equal(await page.locator('.tile').count(), 6, 'the server shows them too')
      await assertAccessible(t, page, view)
    }
    await page.goto(`${url}/?q=xqzvkwj`)
    t.equal(await title.isVisible(), false)
    await search(page).fill('moon')
    await count(page, /for “moon”/)
    t.equal(await title.isVisible(), false)
  })

  await t.test('past the limit the page says for how long, and goes on by itself', async (t) => {
    const page = await open(t, '/')
    // The second passes with `runFor` alone, so the words are there for as long as this test reads them.
    await stopClock(page)
    let refusals = 0
    await page.route('**/api/v1/icons?*', (route) => {
      if (refusals++ > 0) return route.continue()
      return route.fulfill({ status: 429, headers: { 'retry-after': '1' }, json: { error: { code: 'rate_limited' } } })
    })
    const refused = page.waitForResponse('**/api/v1/icons?*')
    await search(page).fill('moon')
    await page.clock.runFor(500)
    await refused
    await page.locator('.count').getByText('goes on by itself in 1 s').waitFor()
    t.match(await page.getByRole('status').textContent(), 'goes on by itself in 1 s')
    await page.clock.runFor(1000)
    await count(page, /for “moon”/)
  })

  await t.test('a refused search leaves the list and its further icons as they were', async (t) => {
    const page = await open(t, '/')
    await stopClock(page)
    const asked: string[] = []
    let isRefused = true
    await page.route('**/api/v1/icons?*', (route) => {
      asked.push(new URL(route.request().url()).search)
      if (!isRefused) return route.continue()
      return route.fulfill({
        status: 429,
        headers: { 'retry-after': '9' },
        json: { error: { code: 'rate_limited' } },
      })
    })
    const more = page.getByRole('link', { name: 'Show more icons' })
    const all = (await page.locator('.count').textContent()) ?? ''
    await search(page).fill('moon')
    await page.clock.runFor(500)
    await count(page, /goes on by itself in 9 s/)
    t.notOk(await more.isVisible(), 'there is no more of what is not shown yet')
    await search(page).fill('')
    await page.clock.runFor(500)
    t.equal(await page.locator('.count').textContent(), all)
    t.equal(await page.getByRole('status').textContent(), all)
    await more.click()
    await count(page, /goes on by itself in 9 s/)
    isRefused = false
    await page.clock.runFor(9000)
    await page.locator('.tile').nth(95).waitFor()
    t.equal(await page.locator('.count').textContent(), all)
    t.strictSame(asked, ['?q=moon&limit=48&offset=0&include=facets', '?limit=48&offset=48', '?limit=48&offset=48'])
  })
})
