import type { Page } from 'playwright-core'
import t from 'tap'
import {
  assertAccessible,
  assertAccessibleInBothLooks,
  NARROW,
  NO_BROWSER,
  startSite,
  stopClock,
  until,
  WIDE,
} from './browser-fixture.ts'
import { startHeldSite } from './held-site.ts'

const SITE_YAML = `name: Lantern
logo: brand/logo.svg
accent: '#b23a07'
navigation: [{ label: API, to: /api }, { label: More, links: [{ label: Code, to: https://code.example }] }]
footer: { text: © Lantern, groups: [{ title: More, links: [{ label: Errors, to: /api/errors }] }] }
editUrl: https://code.example/edit/{path}
`
const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="30"><circle r="9"/></svg>'

async function isOpen(page: Page, group: string): Promise<boolean> {
  return page
    .locator(`details[data-group="${group}"]`)
    .evaluate((element) => (element as unknown as { open: boolean }).open)
}

t.test('finding one’s way in a browser', { skip: NO_BROWSER }, async (t) => {
  const site = await startSite(t, { 'site.yaml': SITE_YAML, 'brand/logo.svg': LOGO })

  t.test('the sidebar opens by keys, and stays as it was from page to page', async (t) => {
    const page = await site.open(t, '/en/content/sources/hugo', { viewport: WIDE })
    t.equal(await isOpen(page, 'content/sources'), true, 'what holds the page is open')
    t.equal(await isOpen(page, 'icons'), false)
    await page.locator('summary[data-section="icons"]').focus()
    await page.keyboard.press('Enter')
    t.equal(await isOpen(page, 'icons'), true)
    await page.locator('.site-nav').evaluate((nav) => ((nav as unknown as { scrollTop: number }).scrollTop = 150))
    await page.locator('details[data-group="icons"] a').first().press('Enter')
    await page.waitForURL('**/en/icons')
    t.equal(await isOpen(page, 'icons'), true)
    await page.goto(`${site.url}/zh/content/sources/hugo`)
    t.equal(await isOpen(page, 'icons'), true, 'in another language too')
    t.ok(await page.locator('.site-nav [aria-current=page]').isVisible())
    await page.locator('summary[data-section="icons"]').press('Enter')
    await page.reload()
    t.equal(await isOpen(page, 'icons'), false, 'a group that was closed stays so')
  })

  t.test('nothing moves when the state of the sidebar comes back', async (t) => {
    const held = await startHeldSite(t, site.url, '<details data-group="mcp">')
    const page = await site.open(t, '/en', { viewport: WIDE })
    const api = page.locator('summary[data-section="api"]')
    await held.movesIn(page, '/en/content/sources/hugo', () => api.press('Enter'))
    const moves = await held.movesIn(page, '/en/content/checking', () => page.waitForLoadState())
    t.equal(await isOpen(page, 'api'), true)
    t.strictSame(moves, [])
  })

  t.test('the contents mark the section that is read, the first and the last one too', async (t) => {
    const page = await site.open(t, '/en/mcp/documentation', { viewport: WIDE })
    const links = page.locator('.contents a')
    const marked = page.locator('.contents a[aria-current]')
    const last = (await links.last().textContent()) ?? ''
    await page.mouse.move(700, 400)
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
    await until(page, `document.querySelector('.contents a[aria-current]') !== null`)
    await until(page, `[...document.querySelectorAll('.contents a')].at(-1).hasAttribute('aria-current')`)
    t.equal(await marked.textContent(), last)
    await page.evaluate('scrollTo(0, 0)')
    await until(page, `document.querySelector('.contents a[aria-current]') === null`)
    const short = links.nth((await links.count()) - 2)
    await short.click()
    // On the way there, sections that are passed may be marked.
    const asked = JSON.stringify(await short.textContent())
    await until(page, `document.querySelector('.contents a[aria-current]')?.textContent === ${asked}`)
    t.equal(await marked.count(), 1)
  })

  t.test('a page is copied as Markdown, and its menu closes by Escape', async (t) => {
    const page = await site.open(t, '/en/content/checking', {
      viewport: WIDE,
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await stopClock(page)
    await page.locator('.copy-page').press('Enter')
    await page.locator('.copy-page', { hasText: 'Copied' }).waitFor()
    await page.clock.resume()
    const copied = await page.evaluate('navigator.clipboard.readText()')
    t.equal(copied, await (await fetch(`${site.url}/en/content/checking.md`)).text())
    const summary = page.locator('.page-menu > summary')
    await summary.press('Enter')
    await page.keyboard.press('Tab')
    t.equal(await page.evaluate('document.activeElement.textContent'), 'View as Markdown')
    await assertAccessible(t, page, 'the open menu')
    await page.keyboard.press('Escape')
    t.notOk(await page.locator('.page-menu').getAttribute('open'))
    t.equal(await page.evaluate('document.activeElement.parentElement.className'), 'page-menu')
    const menu = page.locator('.in-header details')
    await menu.locator('summary').press('Enter')
    await assertAccessible(t, page, 'the open menu of the header')
    await summary.click()
    t.equal(await menu.getAttribute('open'), null, 'a menu closes when something else is chosen')
  })

  const PANELS = [
    { path: '/en/content/sources/hugo', button: '.menu-button', panel: '.site-nav' },
    { path: '/en/content/sources/hugo', button: '.contents-button button', panel: '.contents' },
    { path: '/search?q=search&locale=en', button: '.menu-button', panel: '.site-nav' },
    { path: '/ko/none', button: '.menu-button', panel: '.site-nav' },
  ]
  for (const { button, panel, path } of PANELS) {
    t.test(`the panel ${panel} of ${path} opens by keys, and closes when the focus leaves it`, async (t) => {
      const page = await site.open(t, path, { viewport: NARROW })
      const opener = page.locator(button)
      const shown = page.locator(panel)
      await opener.press('Enter')
      t.ok(await shown.locator('a').first().isVisible())
      await page.keyboard.press('Tab')
      await page.keyboard.press('Shift+Tab')
      t.ok(await shown.isVisible(), 'its button belongs to it')
      await shown.locator('a:visible, summary:visible').last().focus()
      t.ok(await shown.isVisible())
      await page.keyboard.press('Tab')
      t.notOk(await shown.isVisible())
      t.equal(await page.evaluate(`document.activeElement.closest('${panel}, ${button}')`), null)
    })
  }

  t.test('an unknown address leads on by keys', async (t) => {
    const page = await site.open(t, '/en/docs/v2/content/checking.htm', { viewport: WIDE })
    t.equal(await page.locator('input[name=q]').inputValue(), 'docs v2 content checking')
    await page.locator('article li a').first().press('Enter')
    await page.waitForURL('**/en/content/checking')
    t.equal(await page.locator('h1').textContent(), 'Checking content')
  })

  for (const path of ['/en/content/sources/hugo', '/zh', '/ko/mcp/documentation', '/ko/none/search']) {
    t.test(`${path} is accessible`, async (t) => {
      const page = await site.open(t, path)
      await assertAccessibleInBothLooks(t, page, path)
      if (path.includes('none')) return
      await page.setViewportSize(NARROW)
      await page.locator('.menu-button').click()
      t.ok(await page.locator('.site-nav .site-links a').first().isVisible(), 'links of the header are in the menu')
      await assertAccessible(t, page, `${path} with its menu`)
    })
  }
})
