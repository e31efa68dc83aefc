import t from 'tap'
import { NO_BROWSER, violations } from './browser-fixture.ts'
import { count, MOVING, openTile, RAIN, search, startIconsSite, until } from './icons-fixture.ts'

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
    t.equal(await dialog.isVisible(), false)
    t.equal(await page.title(), 'rain · Signpost Icons')
    await page.goForward()
    await dialog.waitFor()
    await page.reload()
    t.equal(await page.locator('h1').textContent(), 'Rain', 'the address has a page of its own')
    t.equal(await dialog.count(), 0)
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
    for (const target of ['HTML', 'React', 'lottie-web', 'dotLottie']) {
      const summary = dialog.locator('summary', { hasText: target })
      if ((await summary.locator('..').getAttribute('open')) === null) await summary.click()
      await dialog.getByRole('button', { name: `Copy the code for ${target}` }).click()
      t.equal(await copied(), await dialog.locator('details[open] code').last().textContent(), target)
    }
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
    const before = await picture()
    await until(page, `document.querySelector('dialog input[type=range]').value > 3`)
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
    await page.locator('.tile .drawing').first().waitFor()
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
