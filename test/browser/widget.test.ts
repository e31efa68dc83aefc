import type { Page } from 'playwright-core'
import t from 'tap'
import { readDays } from '../../src/analytics/day-files.ts'
import { DOCUMENTATION } from '../hosts/docs/documentation.ts'
import { startService } from '../support/start-service.ts'
import { assertAccessible, assertAccessibleInBothLooks, NO_BROWSER, openIn, until } from './browser-fixture.ts'
import { useDocSearch } from './docsearch-box.ts'
import { serveHostPages } from './host-page.ts'

const CONTENT = {
  ...DOCUMENTATION,
  'docs/en/guides/crank.md':
    '---\ntitle: The crank\n---\n\nThe crank turns.\n\n## Oil the crank\n\nOil for the crank.\n',
  'docs/en/api/crank.md': '---\ntitle: Crank & calls\n---\n\nThe crank as an `<endpoint>`.\n',
}

/** Collects what the page complains about. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  return complaints
}

/** Opens the dialog and types into it. */
async function search(page: Page, query: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill(query)
  await page.getByRole('status').filter({ hasText: /\d/ }).waitFor({ state: 'attached' })
}

/** Colour of the text in the dialog as the browser draws it. */
function inkOf(page: Page): Promise<string> {
  return page.evaluate(
    `getComputedStyle(document.querySelector('signpost-search').shadowRoot.querySelector('dialog')).color`,
  )
}

t.test('search boxes on a page of another origin', { skip: NO_BROWSER }, async (t) => {
  const service = await startService(t, { content: CONTENT, env: { SEARCH_ANALYTICS: 'on' } })
  const tag = (attributes = ''): string => `<script src="${service.url}/widget.js" ${attributes}></script>`
  const hostUrl = await serveHostPages(t, service.url, {
    '/': { body: tag('data-locale="auto"') },
    '/zh': { html: 'lang="zh-CN"', body: tag() },
    '/ko': { html: 'lang="ko"', body: tag() },
    '/head': { head: tag('async') },
    '/into': { head: tag('data-into="main" data-placeholder="Look up" data-section="api" data-hotkeys="/"') },
    '/element': {
      head: tag('data-into="none"'),
      body: `<signpost-search origin="${service.url}" locale="ko" hotkeys="none"></signpost-search>`,
    },
  })
  const site = await openIn(t, hostUrl)

  await t.test('a reader finds a page with the keyboard alone, under a strict policy', async (t) => {
    const page = await site.open(t, '/')
    const complaints = complaintsOf(page)
    await page.reload()
    await page.keyboard.press('/')
    await page.getByRole('dialog', { name: 'Search the documentation' }).waitFor()
    await page.keyboard.insertText('oil crank')
    const option = page.getByRole('option').first()
    await option.waitFor()
    t.match(await page.getByRole('status').textContent(), /^\d+ results$/)
    t.match(await page.getByRole('option').nth(1).textContent(), 'Oil the crank', 'a section stands below its page')
    await page.keyboard.press('ArrowDown')
    const input = page.getByRole('combobox', { name: 'Search the documentation' })
    t.equal(await input.getAttribute('aria-activedescendant'), await option.getAttribute('id'))
    t.strictSame(complaints, [])
    await page.keyboard.press('Enter')
    await page.waitForURL(`${service.url}/en/guides/crank*`)
  })

  await t.test('it breaks no rule of accessibility, in any language, colours or size', async (t) => {
    for (const [path, query] of [
      ['/', 'crank'],
      ['/zh', '部件'],
      ['/ko', '위젯'],
    ] as const) {
      const page = await site.open(t, path)
      await page.getByRole('button').waitFor()
      await assertAccessibleInBothLooks(t, page, `${path}, closed`)
      await search(page, query)
      await page.keyboard.press('ArrowDown')
      await assertAccessibleInBothLooks(t, page, `${path}, results`)
      await page.getByRole('combobox').fill('xylophone quark')
      await page.getByRole('status').filter({ hasText: 'xylophone' }).waitFor({ state: 'attached' })
      await assertAccessibleInBothLooks(t, page, `${path}, nothing found`)
    }
  })

  await t.test(
    'Escape closes it and gives the focus back, and keys in fields of the page are left alone',
    async (t) => {
      const page = await site.open(t, '/')
      await page.getByRole('textbox', { name: 'Name' }).fill('a')
      await page.keyboard.type('/b')
      t.equal(await page.getByRole('textbox', { name: 'Name' }).inputValue(), 'a/b')
      t.equal(await page.getByRole('dialog').count(), 0)
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
      t.equal(await page.evaluate('document.activeElement.localName'), 'signpost-search')
    },
  )

  await t.test('keys that are pressed in the dialog are not taken by the page, but Ctrl K is', async (t) => {
    const page = await site.open(t, '/')
    // Sphinx looks at the element that has the focus, and mdBook at the target. To both it is the widget.
    await page.evaluate(`window.heard = []; document.addEventListener('keydown', (event) => {
      if (event.ctrlKey || document.activeElement.localName === 'input') return
      heard.push(event.key)
      event.preventDefault()
    })`)
    await page.keyboard.press('Control+k')
    const input = page.getByRole('combobox')
    await input.waitFor()
    await page.keyboard.type('s/')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.type('x')
    t.equal(await input.inputValue(), 'sx/')
    await input.fill('crank')
    await page.getByRole('status').filter({ hasText: /\d/ }).waitFor({ state: 'attached' })
    await page.keyboard.press('ArrowDown')
    t.equal(await page.getByRole('option', { selected: true }).count(), 1)
    await page.keyboard.press('Tab')
    t.equal(await page.evaluate('document.activeElement.shadowRoot.activeElement.localName'), 'button')
    await page.keyboard.press('Control+k')
    t.equal(await page.evaluate('document.activeElement.shadowRoot.activeElement.localName'), 'input')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    t.strictSame(await page.evaluate('heard'), [])
  })

  await t.test('it has the language of the page and follows its changes', async (t) => {
    const page = await site.open(t, '/zh')
    await page.getByRole('button', { name: '搜索' }).waitFor()
    await page.evaluate(`document.documentElement.lang = 'ko-KR'`)
    await page.getByRole('button', { name: '검색' }).waitFor()
    await search(page, '위젯')
    t.match(await page.getByRole('status').textContent(), /^결과 \d+개$/)
  })

  await t.test('it has the colours of the page, of its attribute, or of the system', async (t) => {
    const page = await site.open(t, '/', { colorScheme: 'light' })
    await search(page, 'crank')
    const light = await inkOf(page)
    await page.evaluate(`document.documentElement.dataset.theme = 'dark'`)
    await until(page, `document.querySelector('signpost-search').shadowRoot.querySelector('[data-scheme=dark]')`)
    const dark = await inkOf(page)
    t.not(dark, light)
    await page.evaluate(`document.querySelector('signpost-search').setAttribute('theme', 'light')`)
    t.equal(await inkOf(page), light)
    await page.evaluate(`document.querySelector('signpost-search').removeAttribute('theme')`)
    await page.evaluate(`delete document.documentElement.dataset.theme`)
    await page.emulateMedia({ colorScheme: 'dark' })
    await until(page, `document.querySelector('signpost-search').shadowRoot.querySelector('[data-scheme=system]')`)
    t.equal(await inkOf(page), dark)
    await page.evaluate(
      `document.querySelector('signpost-search').style.setProperty('--signpost-text', 'rgb(1, 2, 3)')`,
    )
    t.equal(await inkOf(page), 'rgb(1, 2, 3)', 'a property of the page goes before')
  })

  await t.test('it stands where its script says, with what its attributes say', async (t) => {
    const floating = await site.open(t, '/head')
    await floating.getByRole('button').waitFor()
    t.equal(await floating.evaluate(`getComputedStyle(document.querySelector('signpost-search')).position`), 'fixed')

    const into = await site.open(t, '/into')
    await into.locator('main > signpost-search').waitFor()
    await into.getByRole('button', { name: 'Look up' }).waitFor()
    await into.keyboard.press('Control+k')
    t.equal(await into.getByRole('dialog').count(), 0)
    await into.keyboard.press('/')
    await into.getByRole('combobox').fill('crank')
    await into.getByRole('option').first().waitFor()
    t.match(await into.getByRole('option').first().getAttribute('href'), `${service.url}/en/api/`)
    t.equal(await into.getByRole('group').count(), 0, 'no section but its own is offered')

    const element = await site.open(t, '/element')
    t.equal(await element.locator('signpost-search').count(), 1)
    await element.keyboard.press('/')
    t.equal(await element.getByRole('dialog').count(), 0)
    await element.evaluate(`document.querySelector('signpost-search').open('위젯')`)
    await element.getByRole('option').first().waitFor()
  })

  await t.test('results can be limited to a section, and the list says where nothing is found', async (t) => {
    const page = await site.open(t, '/')
    await search(page, 'crank')
    const sections = page.getByRole('group', { name: 'Sections' })
    t.equal(await sections.getByRole('button', { pressed: true }).textContent(), 'All sections')
    await sections.getByRole('button', { name: /api/i }).focus()
    await page.keyboard.press('Space')
    await page.getByRole('status').filter({ hasText: '1 result' }).waitFor({ state: 'attached' })
    t.match(await sections.getByRole('button', { pressed: true }).textContent(), /api/i)
    t.ok(await page.evaluate(`document.activeElement.shadowRoot.activeElement.matches('[aria-pressed=true]')`))
    await page.getByRole('combobox').fill('xylophone')
    await page.getByText('Check the spelling').waitFor()
    t.match(await sections.getByRole('button', { pressed: true }).textContent(), /api/i, 'the section stays in sight')
    t.match(await page.getByRole('option').getAttribute('href'), `${service.url}/search?q=xylophone`)
  })

  await t.test('recent searches are offered, can be removed, and are none where nothing is kept', async (t) => {
    const page = await site.open(t, '/')
    for (const query of ['crank', 'sprocket']) {
      await search(page, query)
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.waitForURL(`${service.url}/**`)
      await page.goto(hostUrl)
    }
    await page.keyboard.press('Control+k')
    t.strictSame(await page.getByRole('option').locator('b').allTextContents(), ['sprocket', 'crank'])
    await assertAccessible(t, page, 'recent searches')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Delete')
    t.strictSame(await page.getByRole('option').locator('b').allTextContents(), ['crank'])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('option', { name: /^The crank/ }).waitFor()
    t.equal(await page.getByRole('combobox').inputValue(), 'crank')
    await page.getByRole('combobox').fill('')
    await page.getByRole('button', { name: 'Forget recent searches' }).click()
    t.equal(await page.getByRole('option').count(), 0)
    t.equal(await page.evaluate(`localStorage.length`), 0)

    const refused = await site.open(t, '/')
    await refused.addInitScript(
      `Object.defineProperty(window, 'localStorage', { get() { throw new Error('refused') } })`,
    )
    await refused.reload()
    await search(refused, 'crank')
    t.equal(await refused.getByRole('option', { name: /^The crank/ }).count(), 1)
  })

  await t.test('the box of DocSearch there searches the same service', (t) => useDocSearch(t, service.url, site))

  await t.test('what readers do is counted from other origins too, and typing is not', async (t) => {
    await service.stop()
    const [record] = readDays(service.dataDir, 2, Date.now(), (file) => t.fail(file))
    t.ok((record?.clicks.byPosition[0] ?? 0) >= 3, 'clicks on the first result')
    t.equal(record?.totals.programs.searches, 0)
    t.ok((record?.totals.readers.searches ?? 0) > 3)
  })
})
