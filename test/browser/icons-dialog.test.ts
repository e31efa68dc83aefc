import type { Locator, Page, Route } from 'playwright-core'
import t from 'tap'
import { NO_BROWSER, stopClock, until, untilCopied, violations } from './browser-fixture.ts'
import { count, MOVING, openTile, RAIN, search, startIconsSite } from './icons-fixture.ts'

/** Holds the next request of an address. @returns what waits for it, and what lets its answer come and waits until it is taken */
async function holdOne(page: Page, address: string) {
  let take = (_route: Route): void => {}
  const asked = new Promise<Route>((resolve) => (take = resolve))
  await page.route(address, take, { times: 1 })
  return {
    asked,
    async release(): Promise<void> {
      const answered = page.waitForResponse(address)
      await (await asked).continue()
      await (await answered).finished()
      // The page has taken an answer before one that is asked for later.
      await page.evaluate(`fetch('/readyz').then((response) => response.text())`)
    },
  }
}

t.test('an icon is looked at in a browser', { skip: NO_BROWSER }, async (t) => {
  const { open, url } = await startIconsSite(t)

  await t.test('the dialog has an address, goes from style to style, and Back closes it', async (t) => {
    const page = await open(t, '/?q=rain')
    await openTile(page, 'Rain')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('link', { name: 'Line' }).click()
    await page.waitForURL('**/icons/meteocons-line-rain')
    await dialog.locator('code', { hasText: 'meteocons-line-rain' }).first().waitFor()
    await page.goBack()
    t.equal(page.url(), `${url}/?q=rain`)
    await dialog.waitFor({ state: 'hidden' })
    await until(page, `document.title === 'rain · Signpost Icons'`)
    await page.goForward()
    await dialog.waitFor()
    await page.reload()
    t.equal(await page.locator('h1').textContent(), 'Rain', 'the address has a page of its own')
    t.equal(await dialog.count(), 0)
    await page.goBack()
    await page.locator('.grid .tile').first().waitFor()
    t.equal(page.url(), `${url}/?q=rain`)
    t.equal(await search(page).inputValue(), 'rain')
  })

  await t.test('what was chosen of an icon is not written over the address of the list', async (t) => {
    const page = await open(t, '/?q=rain')
    const dialog = page.getByRole('dialog')
    const languages = (): Promise<string> => page.locator('.languages').innerHTML()
    const before = await languages()
    await openTile(page, 'Rain')
    const held = await holdOne(page, `**${RAIN}?*`)
    await dialog.getByRole('combobox', { name: 'Speed' }).selectOption('2')
    await held.asked
    await page.keyboard.press('Escape')
    await page.waitForURL(`${url}/?q=rain`)
    await held.release()
    t.equal(page.url(), `${url}/?q=rain`, 'an answer that comes late')
    t.equal(await languages(), before)

    await openTile(page, 'Rain')
    await stopClock(page)
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes(`${RAIN}?`)) asked.push(request.url())
    })
    await dialog.getByRole('combobox', { name: 'Speed' }).selectOption('2')
    await page.keyboard.press('Escape')
    await page.waitForURL(`${url}/?q=rain`)
    await page.clock.runFor(1000)
    await page.evaluate(`fetch('/readyz')`)
    t.strictSame(asked, [], 'nothing is asked for what is closed')
  })

  await t.test('a search that is under way when an icon is opened waits until it is closed', async (t) => {
    const page = await open(t, '/')
    const dialog = page.getByRole('dialog')
    const openFirst = async (): Promise<void> => {
      await page.locator('.tile').first().click()
      await dialog.getByRole('heading', { level: 1 }).waitFor()
    }
    const held = await holdOne(page, '**/api/v1/icons?*')
    await search(page).fill('rain')
    await held.asked
    await openFirst()
    const icon = { url: page.url(), title: await page.title() }
    await held.release()
    t.strictSame({ url: page.url(), title: await page.title() }, icon)
    await page.keyboard.press('Escape')
    await count(page, /for “rain”/)
    t.equal(page.url(), `${url}/?q=rain`)
    t.equal(await page.title(), 'rain · Signpost Icons')
    t.equal(await page.evaluate('document.activeElement.name'), 'q', 'the icon is no longer in the list')

    await stopClock(page)
    await search(page).fill('moon')
    await openFirst()
    await page.clock.runFor(1000)
    t.match(page.url(), /\/icons\//)
    await page.goBack()
    await count(page, /for “moon”/)
    t.equal(page.url(), `${url}/?q=moon`)
    t.equal(await page.title(), 'moon · Signpost Icons')
  })

  await t.test('the id, links and code are copied, and it is said', async (t) => {
    const page = await open(t, '/?q=rain', { permissions: ['clipboard-read', 'clipboard-write'] })
    await openTile(page, 'Rain')
    const dialog = page.getByRole('dialog')
    const copied = (): Promise<string> => page.evaluate('navigator.clipboard.readText()')
    await dialog.getByRole('button', { name: 'Copy the id' }).click()
    await dialog.getByRole('status').getByText('Copied: meteocons-fill-rain').waitFor()
    t.equal(await copied(), 'meteocons-fill-rain')
    await dialog.getByRole('button', { name: 'Copy the link to dotLottie' }).click()
    await dialog.getByRole('status').getByText('.lottie').waitFor()
    const answer = await page.request.get(await copied())
    t.equal(answer.status(), 200)
    const tab = (name: string): Locator => dialog.getByRole('tab', { name, exact: true })
    await tab('HTML').focus()
    for (const target of ['HTML', 'React', 'Vue', 'Svelte', 'lottie-web', 'dotLottie']) {
      t.equal(await tab(target).getAttribute('aria-selected'), 'true', target)
      await dialog.getByRole('button', { name: `Copy the code for ${target}` }).click()
      await untilCopied(page, (await dialog.getByRole('tabpanel').locator('pre').textContent()) ?? '')
      await tab(target).press('ArrowRight')
    }
    t.equal(await tab('HTML').getAttribute('aria-selected'), 'true', 'from the last tab to the first')
    await dialog.getByRole('button', { name: 'Copy the code of Still SVG' }).click()
    await dialog.getByRole('status').getByText('meteocons-fill-rain-still.svg').waitFor()
    t.match(await copied(), /^<svg (?!.*<animate)/s)
  })

  await t.test('picture, files, code and address follow what is chosen', async (t) => {
    const page = await open(t, '/icons/lucide-heart', MOVING)
    const complaints: string[] = []
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('console', (message) => complaints.push(message.text()))
    await page.getByRole('textbox', { name: 'Colour', exact: true }).fill('#E11D48')
    await page.locator('.stage .drawing').waitFor()
    const stroke = `getComputedStyle(document.querySelector('.stage .drawing').shadowRoot.querySelector('path')).stroke`
    t.equal(await page.evaluate(stroke), 'rgb(225, 29, 72)')
    await page.waitForURL('**/icons/lucide-heart?color=e11d48')
    await page.getByRole('spinbutton', { name: 'Size in pixels' }).fill('96')
    t.equal((await page.locator('.stage .drawing').boundingBox())?.width, 96)
    await page.getByRole('combobox', { name: 'Speed' }).selectOption('2')
    await page.getByRole('combobox', { name: 'Plays' }).selectOption('hover')
    await page.waitForURL('**/icons/lucide-heart?color=e11d48&size=96&speed=2&trigger=hover')
    await page.getByRole('tab', { name: 'React' }).hover()
    await page.mouse.down()
    // The focus leaves the field, which tells of its change once more. What follows would come before the button is up.
    await page.waitForTimeout(500)
    await page.mouse.up()
    t.match(
      await page.getByRole('tabpanel').locator('pre').textContent(),
      /stroke="#e11d48"[^]*onPointerEnter=\{play\}/,
    )
    const file = await page.getByRole('link', { name: 'Download SVG' }).getAttribute('href')
    t.match(await (await page.request.get(url + file)).text(), /width="96"[^]*dur="1s"/)
    const paused = `document.querySelector('.stage .drawing')?.shadowRoot.firstElementChild.animationsPaused()`
    await until(page, `${paused} === true`)
    await page.locator('.stage').hover()
    await until(page, `${paused} === false`)
    t.strictSame(await violations(page), [])
    await page.reload()
    t.equal(
      await page.getByRole('textbox', { name: 'Colour', exact: true }).inputValue(),
      '#e11d48',
      'a link shares it',
    )
    await page.getByRole('link', { name: 'Reset' }).click()
    await page.waitForURL(/lucide-heart$/)
    t.match(await page.getByRole('tabpanel').locator('pre').textContent(), '<img src={')
    t.strictSame(complaints, [])
  })

  await t.test('what is chosen by keys keeps the focus, although the service writes it anew', async (t) => {
    const page = await open(t, '/icons/lucide-heart')
    const focus = (property: string): Promise<unknown> => page.evaluate(`document.activeElement.${property}`)
    await page.locator('.swatch[data-colour="#16a34a"]').focus()
    await page.keyboard.press('Enter')
    await page.locator('.swatch[data-colour="#16a34a"][aria-current]').waitFor()
    t.equal(await focus('dataset.colour'), '#16a34a')

    let release = (): void => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/icons/lucide-heart?*', (route) => held.then(() => route.continue()))
    await page.getByRole('combobox', { name: 'Speed' }).selectOption('2')
    await page.getByRole('tab', { name: 'React' }).click()
    release()
    await page.waitForURL('**/icons/lucide-heart?color=16a34a&speed=2')
    t.equal(await focus('dataset.target'), 'react', 'so does a tab that is reached before the answer')

    await page.getByRole('link', { name: 'Reset' }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/lucide-heart$/)
    t.equal(await page.getByRole('link', { name: 'Reset' }).count(), 0)
    t.equal(await focus('type'), 'color', 'the first field has it when the link is gone')
  })

  await t.test('where copying is refused, it is said', async (t) => {
    const page = await open(t, RAIN)
    await page.evaluate(`navigator.clipboard.writeText = () => Promise.reject(new Error('no'))`)
    await page.getByRole('button', { name: 'Copy the id' }).click()
    await page.getByRole('status').getByText('Copying was not allowed').waitFor()
    t.equal(await page.locator('.copied').count(), 0)
  })

  await t.test('the Lottie player is loaded when someone asks for it, and breaks no rule of the policy', async (t) => {
    const page = await open(t, '/', MOVING)
    const complaints: string[] = []
    const requests: string[] = []
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('console', (message) => {
      if (message.type() !== 'log') complaints.push(message.text())
    })
    page.on('request', (request) => requests.push(new URL(request.url()).pathname))
    await search(page).fill('thunderstorms day')
    await count(page, /“thunderstorms day”/)
    await openTile(page, 'Thunderstorms day')
    t.strictSame(
      requests.filter((path) => /player|\.json$/.test(path)),
      [],
    )
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Play in the Lottie player' }).click()
    await dialog.locator('.lottie-player svg path').first().waitFor({ state: 'attached' })
    t.equal(requests.filter((path) => path.startsWith('/_/player.')).length, 1)
    t.equal(requests.filter((path) => path.endsWith('.json')).length, 1)
    const frame = dialog.getByRole('slider', { name: 'Frame' })
    const picture = (): Promise<string> => dialog.locator('.lottie-player').innerHTML()
    const shown = `document.querySelector('dialog input[type=range]').value`
    const [first, before]: [string, string] = await page.evaluate(
      `[${shown}, document.querySelector('dialog .lottie-player').innerHTML]`,
    )
    await until(page, `Math.abs(${shown} - ${first}) > 3`)
    t.not(await picture(), before, 'it moves')
    await dialog.getByRole('button', { name: 'Pause animations' }).click()
    await frame.fill('100')
    const still = await picture()
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 150))')
    t.equal(await picture(), still, 'it stands still where one puts it')
    t.strictSame(await violations(page), [])
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('radio', { name: 'SVG Spinners' }).check()
    await page.waitForURL('**set=svg-spinners**')
    t.strictSame(complaints, [])
  })

  await t.test('readers who want less motion see stills until they press play', async (t) => {
    const page = await open(t, '/?q=rain', { reducedMotion: 'reduce' })
    const shown = (): Promise<string> => page.evaluate(`document.querySelector('.tile img').currentSrc`)
    await until(page, `document.querySelector('.tile img').currentSrc !== ''`)
    t.match(await shown(), /\.png\?/)
    await page.getByRole('button', { name: 'Play animations' }).click()
    await until(page, `document.querySelector('.tile img').currentSrc.includes('.svg?')`)
    await page.goto(`${url}/?set=svg-spinners`)
    t.equal(await page.getByRole('button', { name: 'Pause animations' }).count(), 1, 'the choice stays')
    await page.getByRole('button', { name: 'Pause animations' }).click()
    // Drawings come in any order, and this tile is looked at below.
    await page.locator('.tile').first().locator('.drawing').waitFor()
    const state = (): Promise<[boolean, number]> =>
      page.evaluate(`(() => {
        const svg = document.querySelector('.tile .drawing').shadowRoot.firstElementChild
        return [svg.animationsPaused(), svg.getCurrentTime()]
      })()`)
    t.strictSame(await state(), [true, 1.5])
    t.equal(await page.locator('.tile picture').first().isVisible(), false)
    await search(page).fill('ring')
    await count(page, /“ring”/)
    await page.locator('.tile .drawing').first().waitFor()
    t.strictSame(await state(), [true, 1.5], 'the icons of a later search stand still too')
  })

  await t.test('everyone may stop the animations, and what plays once plays again under the pointer', async (t) => {
    const page = await open(t, '/?q=heart&set=line-md', MOVING)
    t.equal(await page.locator('.drawing').count(), 0)
    await page.locator('.tile:has([data-smil=once])').first().hover()
    await page.locator('.tile .drawing').first().waitFor()
    await page.getByRole('button', { name: 'Pause animations' }).click()
    await until(page, `document.querySelectorAll('.drawing').length > 3`)
    await page.reload()
    await page.getByRole('button', { name: 'Play animations' }).waitFor()
    await page.getByRole('button', { name: 'Play animations' }).click()
    t.equal(await page.locator('.drawing').count(), 0)
  })
})
