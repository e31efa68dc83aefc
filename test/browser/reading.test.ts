import t from 'tap'
import type { Page } from 'playwright-core'
import { NO_BROWSER, openIn, stopClock, violations } from './browser-fixture.ts'
import { temporaryFolder, writeFiles } from '../support/content-tree.ts'
import { startService } from '../support/start-service.ts'

const tab = (label: string, text: string): string => `<Tab title="${label}">\n\n${text}\n\n</Tab>\n`

const TABS = `---
title: Tabs
---

<Tabs>
${tab('npm', 'First npm.') + tab('pnpm', 'First pnpm.') + tab('Bun', 'First bun.')}</Tabs>

<Tabs>
${tab('npm', 'Second npm.') + tab('pnpm', 'Second pnpm.\n\n## Deep')}</Tabs>

<Tabs groupId="own">
${tab('npm', 'Own npm.') + tab('pnpm', 'Own pnpm.')}</Tabs>

\`\`\`js {1} showLineNumbers
first() // [!code ++]
second('<&>')
\`\`\`
`

const LAMP =
  '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="90"><rect width="9" height="9" fill="white"/></svg>'

const PAGES = {
  'docs/en/index.md': '---\ntitle: Home\n---\n\nText.\n',
  'docs/en/tabs.mdx': TABS,
  'docs/en/more.mdx': TABS.replace('title: Tabs', 'title: More'),
  'docs/en/lamps.md': '---\ntitle: Lamps\n---\n\n<img src="./light.svg" dark="./dark.svg" alt="Lamp">\n',
  'docs/en/light.svg': LAMP,
  'docs/en/dark.svg': LAMP.replace('white', 'black'),
  'docs/en/parts.md': '---\ntitle: Parts\n---\n\n## First\n\nText.\n\n## Second\n\nText.\n',
}

function visibleTexts(page: Page): Promise<string[]> {
  return page.locator('.tab p:not(.component-title):visible').allTextContents()
}

t.test('reading in a browser', { skip: NO_BROWSER }, async (t) => {
  const content = await temporaryFolder(t)
  await writeFiles(content, PAGES)
  const site = await openIn(t, (await startService(t, { content })).url)

  await t.test('an address whose fragment is not correctly encoded takes nothing away', async (t) => {
    const page = await site.open(t, '/en/parts#%')
    const menu = page.locator('details.page-menu')
    await menu.locator('summary').press('Enter')
    t.not(await menu.getAttribute('open'), null)
    await page.keyboard.press('Escape')
    t.equal(await menu.getAttribute('open'), null)
  })

  await t.test('tabs work with the keyboard alone', async (t) => {
    const page = await site.open(t, '/en/tabs')
    const first = page.getByRole('tablist').first()
    t.strictSame(await visibleTexts(page), ['First npm.', 'Second npm.', 'Own npm.'])
    await first.getByRole('tab', { name: 'npm', exact: true }).focus()
    await page.keyboard.press('ArrowRight')
    t.equal(await page.evaluate('document.activeElement.textContent'), 'pnpm')
    t.equal(await first.getByRole('tab', { name: 'pnpm' }).getAttribute('aria-selected'), 'true')
    t.equal(await first.locator('[tabindex="0"]').count(), 1)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    t.equal(await page.evaluate('document.activeElement.textContent'), 'npm', 'they go round')
    await page.keyboard.press('End')
    t.strictSame((await visibleTexts(page))[0], 'First bun.')
    await page.keyboard.press('Home')
    t.strictSame((await visibleTexts(page))[0], 'First npm.')
    await page.keyboard.press('ArrowLeft')
    t.strictSame((await visibleTexts(page))[0], 'First bun.')
    t.strictSame(await violations(page), [])
  })

  await t.test('tabs with the same name are chosen together, and remembered for other pages', async (t) => {
    const page = await site.open(t, '/en/tabs')
    await page.getByRole('tab', { name: 'pnpm' }).first().click()
    t.strictSame(await visibleTexts(page), ['First pnpm.', 'Second pnpm.', 'Own npm.'])
    await page.getByRole('tab', { name: 'Bun' }).click()
    t.strictSame(await visibleTexts(page), ['First bun.', 'Second pnpm.', 'Own npm.'])
    await page.goto(`${site.url}/en/more`)
    t.strictSame(await visibleTexts(page), ['First bun.', 'Second pnpm.', 'Own npm.'])
  })

  await t.test('an address that leads into a panel opens it', async (t) => {
    const page = await site.open(t, '/en/tabs#deep')
    t.ok(await page.getByText('Second pnpm.').isVisible())
  })

  await t.test('without JavaScript all panels stand below one another', async (t) => {
    const page = await site.open(t, '/en/tabs', { javaScriptEnabled: false })
    t.equal((await visibleTexts(page)).length, 7)
    t.equal(await page.locator('.tab-list:visible').count(), 0)
    t.equal(await page.locator('.tab > .component-title:visible').count(), 7)
  })

  await t.test('the script moves nothing when it makes tabs', async (t) => {
    const page = await site.open(t, '/en/tabs')
    await page.route('**/_/page.*', (route) => route.abort())
    await page.reload()
    const place = (): Promise<string> =>
      page.evaluate('JSON.stringify(document.querySelector(".code").getBoundingClientRect())')
    const before = await place()
    await page.unroute('**/_/page.*')
    await page.reload()
    t.equal(await place(), before)
  })

  await t.test('code is copied without its marks and numbers', async (t) => {
    const page = await site.open(t, '/en/tabs', { permissions: ['clipboard-read', 'clipboard-write'] })
    const code = page.locator('.code').first()
    await stopClock(page)
    await code.hover()
    await code.locator('button').click()
    await code.getByText('Copied').waitFor()
    t.equal(await page.evaluate('navigator.clipboard.readText()'), "first()\nsecond('<&>')\n")
    t.ok((await code.locator('.f').count()) > 0, 'it is coloured')
  })

  await t.test('the link of a heading copies its address', async (t) => {
    const page = await site.open(t, '/en/tabs#deep', { permissions: ['clipboard-read', 'clipboard-write'] })
    await stopClock(page)
    await page.locator('.anchor').first().click()
    await page.locator('.anchor.copied').waitFor()
    t.equal(await page.evaluate('navigator.clipboard.readText()'), `${site.url}/en/tabs#deep`)
  })

  await t.test('paper has all panels', async (t) => {
    const page = await site.open(t, '/en/tabs')
    await page.emulateMedia({ media: 'print' })
    t.equal((await visibleTexts(page)).length, 7)
  })

  await t.test('an image that is enlarged is the one of the theme', async (t) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await site.open(t, '/en/lamps', { colorScheme })
      const image = page.locator('article').getByRole('img', { name: 'Lamp' })
      const source = await image.getAttribute('src')
      t.match(source, `/${colorScheme}.svg`)
      await image.click()
      t.equal(await page.getByRole('dialog').locator('img').getAttribute('src'), source?.replace(/^\//, `${site.url}/`))
    }
  })
})
