import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { NO_BROWSER, openIn } from '../browser/browser-fixture.ts'
import { MOVING } from '../browser/icons-fixture.ts'
import { startOwnService } from '../support/own-catalogue.ts'
import { readInstructions } from './run-example.ts'

const SVG = 'img'
const LOTTIE = '.lottie'

/** Runs the command of the README with a free port, until the test ends. @returns what it prints first */
async function servePage(t: Test, iconsUrl: string): Promise<string> {
  const { command } = readInstructions('icon-page')
  const child = spawn('sh', ['-c', `exec ${command} ${iconsUrl} 0`], { stdio: ['ignore', 'pipe', 'inherit'] })
  t.teardown(() => child.kill())
  const [printed] = (await once(child.stdout, 'data')) as [Buffer]
  return printed.toString().trimEnd()
}

/** Waits until an element looks other than before. The test ends by its timeout if it never does. */
async function untilMoved(page: Page, selector: string): Promise<void> {
  const element = page.locator(selector)
  const before = await element.screenshot()
  while ((await element.screenshot()).equals(before)) await page.waitForTimeout(30)
}

/** Waits until the image can be drawn, and rejects if it cannot. @returns its address */
function loaded(page: Page): Promise<string> {
  return page.evaluate(`document.images[0].decode().then(() => document.images[0].currentSrc)`)
}

/** Whether the drawing of the Lottie file changes while the browser draws ten frames. */
function changesInFrames(page: Page): Promise<boolean> {
  return page.evaluate(`(async () => {
    const { outerHTML } = document.querySelector('${LOTTIE} svg')
    for (let frame = 0; frame < 10; frame++) await new Promise(requestAnimationFrame)
    return document.querySelector('${LOTTIE} svg').outerHTML !== outerHTML
  })()`)
}

/** Resolves once the player shows the frame from the middle of the Lottie file. */
function middleDrawn(page: Page): Promise<void> {
  return page.evaluate(`(async () => {
    const isMiddle = ({ currentFrame, totalFrames }) => totalFrames > 0 && currentFrame === Math.floor(totalFrames / 2)
    while (!lottie.getRegisteredAnimations().some(isMiddle)) await new Promise(requestAnimationFrame)
  })()`)
}

/** Resolves to what a policy refuses next in the page, as `directive address`, once `expression` has run there. */
function refusalOf(page: Page, expression: string): Promise<string> {
  return page.evaluate(`new Promise((resolve) => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      resolve(effectiveDirective + ' ' + blockedURI), { once: true })
    ${expression}
  })`)
}

t.test('the page shows its icons in motion under its strict policy', { skip: NO_BROWSER }, async (t) => {
  const { iconsUrl } = await startOwnService(t)
  const printed = await servePage(t, iconsUrl)
  const [url = ''] = /http:\/\/localhost:\d+/.exec(printed) ?? []
  t.equal(
    printed.replace(url, 'http://localhost:8080').replace(iconsUrl, 'http://localhost:4002'),
    readInstructions('icon-page').prints,
  )
  const policy = (await fetch(url)).headers.get('content-security-policy') ?? ''
  t.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self';/)
  t.notMatch(policy, /unsafe|\*/)
  const site = await openIn(t, url)

  t.test('both icons move, and the policy refuses nothing of the page', async (t) => {
    const page = await site.open(t, '/style.css', MOVING)
    const complaints: string[] = []
    page.on('console', (message) => complaints.push(message.text()))
    page.on('pageerror', ({ message }) => complaints.push(message))
    await page.goto(url)
    await page.locator(`${LOTTIE} svg`).waitFor()
    t.equal(await loaded(page), `${iconsUrl}/assets/meteocons-fill-rain.svg`)
    await untilMoved(page, SVG)
    await untilMoved(page, LOTTIE)
    t.strictSame(complaints, [])
  })

  t.test('the policy refuses scripts in the page, and images of other hosts', async (t) => {
    const page = await site.open(t, '/')
    const inline = `const script = document.createElement('script')
      script.textContent = 'document.title = "changed"'
      document.body.append(script)`
    t.equal(await refusalOf(page, inline), 'script-src-elem inline')
    t.equal(await page.title(), 'Icons on a page')
    t.equal(
      await refusalOf(page, `new Image().src = 'http://other.example/icon.svg'`),
      'img-src http://other.example/icon.svg',
    )
  })

  t.test('a reader who asked for less motion sees stills of both icons', async (t) => {
    const page = await site.open(t, '/')
    await page.locator(`${LOTTIE} svg`).waitFor()
    t.equal(await loaded(page), `${iconsUrl}/assets/meteocons-fill-rain.png`)
    // The player draws the first frame, and a moment later the one from the middle.
    await middleDrawn(page)
    t.notOk(await changesInFrames(page))
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await untilMoved(page, LOTTIE)
    t.ok(await changesInFrames(page))
  })
})
