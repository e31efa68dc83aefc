import t from 'tap'
import { EVERY_CONSTRUCT } from './every-construct.ts'
import { assertAccessibleInBothLooks, NARROW, NO_BROWSER, startSite, stopClock, violations } from './browser-fixture.ts'
import { HOSTILE_MARKDOWN } from '../hosts/docs/pages/hostile-markdown.ts'

t.test('pages in a browser', { skip: NO_BROWSER }, async (t) => {
  const hostile = HOSTILE_MARKDOWN.flatMap((markdown, n) =>
    ['md', 'mdx'].map((format) => [`docs/en/hostile/${format}-${n}.${format}`, `---\ntitle: H\n---\n\n${markdown}\n`]),
  )
  const site = await startSite(t, {
    'docs/en/every/construct.mdx': EVERY_CONSTRUCT,
    'docs/zh/every/construct.mdx': EVERY_CONSTRUCT.replace('title: Every construct', 'title: 每一种写法'),
    'docs/en/every/untranslated.md': '---\ntitle: Quokka\n---\n\n## Habits\n\nThe quokka smiles.\n',
    ...(Object.fromEntries(hostile) as Record<string, string>),
  })

  await t.test('no page breaks a rule of accessibility, in any language, colours or size', async (t) => {
    const page = await site.open(t, '/')
    const everywhere = ['/en', '/zh', '/ko', '/en/api/search', '/zh/every/construct', '/ko/every/construct', '/ko/none']
    for (const path of ['/search?q=search&locale=ko', ...everywhere]) {
      await page.goto(site.url + path)
      await assertAccessibleInBothLooks(t, page, path)
    }
  })

  await t.test('a reader finds a page with the keyboard alone', async (t) => {
    const page = await site.open(t, '/en/api')
    const input = page.getByRole('combobox')
    await page.keyboard.press('/')
    t.equal(await input.inputValue(), '', 'the key that focuses the box is not typed into it')
    await page.keyboard.insertText('quokka')
    const option = page.getByRole('option').first()
    await option.waitFor()
    t.equal(await page.getByRole('status').textContent(), '1 result')
    t.equal(await option.locator('mark').first().textContent(), 'Quokka')
    t.equal(await input.getAttribute('aria-expanded'), 'true')
    t.equal(await input.getAttribute('aria-activedescendant'), null)
    await page.keyboard.press('ArrowDown')
    t.equal(await input.getAttribute('aria-activedescendant'), await option.getAttribute('id'))
    t.equal(await option.getAttribute('aria-selected'), 'true')
    t.strictSame(await violations(page), [])
    await page.keyboard.press('Enter')
    await page.waitForURL('**/en/every/untranslated*')
    t.equal(await page.locator('h1').textContent(), 'Quokka')
  })

  await t.test(
    'results have the sections that match below their page, and Control with K leads to the box',
    async (t) => {
      const page = await site.open(t, '/en/api')
      await page.keyboard.press('Control+k')
      await page.keyboard.insertText('search limit parameter')
      const place = page.locator('[role=option].place').first()
      await place.waitFor()
      t.strictSame(await violations(page), [])
      const option = page.locator('[role=option]:has(+ .place)').first()
      const [address = '', fragment = ''] = ((await place.getAttribute('href')) ?? '').split('#')
      t.equal(
        address,
        ((await option.getAttribute('href')) ?? '').replace(/#.*/, ''),
        'a section stands below its page',
      )
      t.not(fragment, '')
      const heading = (await place.textContent())?.split(' › ').at(-1) ?? ''
      await place.click()
      await page.waitForURL(`**${address}#*`)
      t.equal(await page.locator(`[id="${decodeURIComponent(fragment)}"]`).textContent(), heading)
    },
  )

  await t.test('Escape closes the results, and then empties the box', async (t) => {
    const page = await site.open(t, '/en')
    const input = page.getByRole('combobox')
    await input.pressSequentially('a/quokka')
    await page.getByRole('listbox').waitFor()
    t.equal(await input.inputValue(), 'a/quokka', 'a slash is a character while one types')
    await page.keyboard.press('Escape')
    t.equal(await input.getAttribute('aria-expanded'), 'false')
    t.equal(await input.inputValue(), 'a/quokka')
    await page.keyboard.press('Escape')
    t.equal(await input.inputValue(), '')
  })

  await t.test('a search that Escape ends is asked again, and its signs are shown as they are', async (t) => {
    const page = await site.open(t, '/en')
    const input = page.getByRole('combobox')
    await input.fill('search')
    await page.getByRole('option').first().waitFor()
    let isHeld = true
    await page.route('**/api/search?*', (route) => (isHeld ? undefined : route.continue()))
    const asked = page.waitForRequest('**/api/search?*')
    await input.fill('$$zzqx')
    await asked
    await page.keyboard.press('Escape')
    isHeld = false
    await input.blur()
    await input.focus()
    await page.getByRole('status').filter({ hasText: '$$zzqx' }).waitFor({ state: 'attached' })
  })

  await t.test('a page that comes back as it was left has the colours that were chosen since', async (t) => {
    const page = await site.open(t, '/en')
    const comeBack = `dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))`
    await page.evaluate(`localStorage.setItem('theme', 'dark'); ${comeBack}`)
    t.equal(await page.getAttribute('html', 'data-theme'), 'dark')
    t.equal(await page.locator('button.theme').getAttribute('aria-label'), 'Colours: Dark')
    await page.evaluate(`localStorage.removeItem('theme'); ${comeBack}`)
    t.equal(await page.getAttribute('html', 'data-theme'), null)
  })

  await t.test('the arrows go round, and Enter with none chosen shows all results', async (t) => {
    const page = await site.open(t, '/en')
    await page.getByRole('combobox').fill('search')
    await page.getByRole('option').nth(8).waitFor()
    await page.keyboard.press('ArrowUp')
    t.equal(await page.locator('[aria-selected=true]').textContent(), 'Show all results')
    await page.keyboard.press('ArrowDown')
    t.equal(await page.locator('[aria-selected=true]').count(), 0)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/search?*')
    await page.locator('.results li').nth(8).waitFor()
    t.ok((await page.locator('.results li').count()) > 8)
  })

  await t.test('results in English are said to be so in the language of the reader', async (t) => {
    const page = await site.open(t, '/ko')
    await page.getByRole('combobox').fill('quokka')
    await page.getByRole('option').first().waitFor()
    t.equal(await page.getByRole('status').textContent(), '한국어 결과가 없어 영어 결과를 표시합니다. 결과 1개')
    t.equal(await page.getByRole('option').first().getAttribute('lang'), 'en')
  })

  await t.test('an answer that comes late does not replace that of a later query', async (t) => {
    const page = await site.open(t, '/en')
    let release = (): void => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/api/search?q=que*', async (route) => {
      await held
      await route.continue().catch(() => {})
    })
    const input = page.getByRole('combobox')
    const asked = page.waitForRequest('**/api/search?q=que*')
    await input.fill('query')
    await asked
    await input.fill('quokka')
    await page.getByRole('option').first().waitFor()
    release()
    t.equal(await page.getByRole('status').textContent(), '1 result')
  })

  await t.test('search and pages work without JavaScript', async (t) => {
    const page = await site.open(t, '/zh', { javaScriptEnabled: false, viewport: NARROW })
    await page.locator('input[type=search]').fill('quokka')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/search?*')
    t.equal(await page.locator('.results a').first().textContent(), 'Quokka')
    await page.getByText('没有找到中文内容').waitFor()
    t.ok(await page.getByText('没有找到中文内容').isVisible())
    await page.locator('.results a').first().click()
    await page.locator('.menu-button').click()
    t.ok(await page.locator('.site-nav').isVisible())
  })

  await t.test('the colours that a reader chooses stay, and are there before the page is drawn', async (t) => {
    const page = await site.open(t, '/en', { colorScheme: 'light' })
    const background = (): Promise<string> => page.evaluate('getComputedStyle(document.body).backgroundColor')
    const light = await background()
    await page.locator('button.theme').click()
    await page.locator('button.theme').click()
    t.equal(await page.locator('button.theme').getAttribute('aria-label'), 'Colours: Dark')
    const dark = await background()
    t.not(dark, light)
    await page.route('**/_/page.*', (route) => route.abort())
    await page.reload()
    t.equal(await background(), dark)
  })

  await t.test('code is copied as it is shown', async (t) => {
    const page = await site.open(t, '/en/every/construct', { permissions: ['clipboard-read', 'clipboard-write'] })
    const code = page.locator('.code').first()
    await stopClock(page)
    await code.hover()
    await code.locator('button').click()
    await code.getByText('Copied').waitFor()
    t.equal(await page.evaluate('navigator.clipboard.readText()'), await code.locator('code').textContent())
  })

  await t.test('nothing in a page runs, and nothing even tries to', async (t) => {
    const page = await site.open(t, '/en')
    const complaints: string[] = []
    page.on('dialog', (dialog) => void dialog.dismiss().then(() => complaints.push('dialog')))
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    for (const [file = ''] of hostile) {
      await page.goto(site.url + file.replace(/^docs/, '').replace(/\.mdx?$/, ''))
      t.equal(await page.evaluate('typeof window.pwned'), 'undefined', file)
      t.strictSame(complaints.splice(0), [], file)
    }
  })
})
