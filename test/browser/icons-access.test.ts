import t from 'tap'
import { assertAccessibleInBothLooks, NARROW, NO_BROWSER, until, violations, WIDE } from './browser-fixture.ts'
import { startHeldSite } from './held-site.ts'
import { focused, MOVING, openTile, RAIN, search, startIconsSite } from './icons-fixture.ts'

t.test('the icons can be used by everyone', { skip: NO_BROWSER }, async (t) => {
  const { open, url } = await startIconsSite(t)

  await t.test('no page breaks a rule of accessibility, in any language, colours or size', async (t) => {
    const page = await open(t, '/')
    const languages = ['en', 'zh', 'ko'] as const
    const paths = ['/?', '/?q=rain&style=line', '/?q=qqzzxx', `${RAIN}?`, '/icons/none?']
    for (const lang of languages) {
      for (const path of paths) {
        await page.goto(`${url}${path}&lang=${lang}`)
        await assertAccessibleInBothLooks(t, page, `${path}&lang=${lang}`)
      }
    }
    await page.goto(`${url}/?q=rain&lang=en`)
    await openTile(page, 'Rain')
    for (const viewport of [WIDE, NARROW]) {
      await page.setViewportSize(viewport)
      t.strictSame(await violations(page), [], `dialog, ${viewport.width}`)
      t.equal(await page.evaluate('document.querySelector("dialog").scrollWidth <= innerWidth'), true)
    }
  })

  await t.test('nothing moves when the controls come that need a script', async (t) => {
    for (const viewport of [WIDE, NARROW]) {
      const page = await open(t, '/icons/none', { ...MOVING, viewport })
      const held = await startHeldSite(t, url, '</main>')
      const pause = page.getByRole('button', { name: 'Pause animations' })
      for (const path of ['/?q=rain', '/icons/lucide-heart', RAIN]) {
        t.strictSame(await held.movesIn(page, path, () => pause.waitFor()), [], `${path}, ${viewport.width}`)
      }
    }
  })

  await t.test('the filters are a panel on a narrow screen, and its button tells how many are set', async (t) => {
    const page = await open(t, '/?lang=en', { viewport: NARROW })
    await page.getByRole('button', { name: 'Filters' }).click()
    const panel = page.getByRole('complementary', { name: 'Filters' })
    await panel.getByRole('radio', { name: 'Arrows' }).check()
    t.strictSame(await violations(page), [])
    await panel.getByRole('button', { name: 'Show results' }).click()
    await page.getByRole('button', { name: 'Filters (1)' }).waitFor()
    t.equal(await panel.isVisible(), false)
    t.match(page.url(), /\?category=arrows&lang=en$/)
  })

  await t.test('a reader goes through the icons with the keyboard alone', async (t) => {
    const page = await open(t, '/?q=rain', { viewport: WIDE })
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    t.equal(await page.evaluate('document.activeElement.tagName'), 'MAIN', 'the first link skips to it')
    await page.locator('.tile').first().focus()
    await page.keyboard.press('ArrowRight')
    t.equal(await focused(page), 1)
    await page.keyboard.press('ArrowDown')
    const below = await focused(page)
    t.ok(below > 2)
    await page.keyboard.press('ArrowUp')
    t.equal(await focused(page), 1)
    await page.keyboard.press('End')
    t.equal(await focused(page), (await page.locator('.tile').count()) - 1)
    await page.keyboard.press('Home')
    t.equal(await focused(page), 0)
    t.equal(await page.locator('.tile[tabindex="0"]').count(), 1, 'all icons are one stop of the Tab key')
    await page.keyboard.press('Escape')
    t.equal(await page.evaluate('document.activeElement.name'), 'q')
    await page.keyboard.press('ArrowDown')
    t.equal(await focused(page), 0)
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Rain' })
    await dialog.waitFor()
    t.equal(await page.evaluate('document.activeElement.tagName'), 'H1', 'what has opened is read first')
    t.match(page.url(), `${url}${RAIN}`)
    await page.keyboard.press('Escape')
    await page.waitForURL(/\?q=rain#/)
    t.equal(await dialog.isVisible(), false)
    await until(page, `document.activeElement === document.querySelector('.tile')`)
  })

  await t.test('searching, filters, pages and icons work without JavaScript', async (t) => {
    const page = await open(t, '/', { javaScriptEnabled: false, viewport: WIDE, locale: 'zh-CN' })
    t.equal(await page.locator('html').getAttribute('lang'), 'zh')
    await page.getByRole('radio', { name: '箭头' }).check()
    await page.getByRole('button', { name: '显示结果' }).click()
    await page.waitForURL('**category=arrows**')
    t.ok(await page.getByRole('radio', { name: '箭头' }).isChecked())
    await page.getByRole('link', { name: '下一页' }).click()
    await page.waitForURL('**page=2**')
    t.match(await page.locator('.paging p').textContent(), /^第 2 页/)
    await page.getByRole('link', { name: '清除筛选' }).click()
    await search(page).fill('로딩')
    await page.keyboard.press('Enter')
    await page.waitForURL('**q=**')
    await page.getByRole('link', { name: '한국어' }).click()
    await page.waitForURL('**lang=ko**')
    t.match(await page.locator('.count').textContent(), /^“로딩”: 아이콘 \d+개$/)
    await page.locator('.tile').first().click()
    await page.waitForURL('**/icons/*lang=ko')
    t.equal(await page.locator('html').getAttribute('lang'), 'ko')
    t.match(await page.locator('.snippet code').first().textContent(), `<img src="${url}/assets/`)
    t.strictSame(await page.locator('button:visible').allTextContents(), ['적용'], 'no button does nothing')
    await page.getByRole('link', { name: '모든 아이콘' }).click()
    t.equal(page.url(), `${url}/?lang=ko`)
  })

  await t.test('the colours that a reader chooses turn black icons round', async (t) => {
    const page = await open(t, '/?set=line-md', { colorScheme: 'light' })
    const filter = (): Promise<string> => page.evaluate(`getComputedStyle(document.querySelector('.tile img')).filter`)
    t.equal(await filter(), 'none')
    await page.locator('button.theme').click()
    await page.locator('button.theme').click()
    t.equal(await page.locator('button.theme').getAttribute('aria-label'), 'Colours: Dark')
    t.equal(await filter(), 'invert(0.88)')
    await page.goto(`${url}/?set=meteocons&style=fill`)
    t.equal(await filter(), 'none', 'coloured ones stay as they are')
  })
})
