import { existsSync, readFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { BrowserContextOptions, Page } from 'playwright-core'
import type { Test } from 'tap'
import { CHROMIUM, launchChromium } from '../support/chromium.ts'
import { temporaryFolder, writeFiles, type Files } from '../support/content-tree.ts'
import { startService } from '../support/start-service.ts'

const CONTENT = fileURLToPath(new URL('../../content', import.meta.url))
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export const WIDE = { width: 1440, height: 900 }
export const NARROW = { width: 320, height: 640 }
const LOOKS = [
  { colorScheme: 'dark', viewport: NARROW },
  { colorScheme: 'light', viewport: WIDE },
] as const

const WAIT_MS = 30_000

/** Reason why the tests cannot run here, or false. */
export const NO_BROWSER = existsSync(CHROMIUM) ? false : `needs Chromium at ${CHROMIUM}`

export interface Site {
  readonly url: string
  /** Opens a page in a new browser profile, which closes when the test ends. */
  open(t: Test, path: string, options?: BrowserContextOptions): Promise<Page>
}

/** Starts the service with our own documentation and `extra` files, and a browser. */
export async function startSite(t: Test, extra: Files): Promise<Site> {
  const content = await temporaryFolder(t)
  await cp(CONTENT, content, { recursive: true })
  await writeFiles(content, extra)
  const { url } = await startService(t, { content })
  return openIn(t, url)
}

/** Starts a browser for the service at `url`. */
export async function openIn(t: Test, url: string): Promise<Site> {
  const browser = await launchChromium()
  t.teardown(() => browser.close())
  return {
    url,
    async open(test, path, options) {
      const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
      test.teardown(() => context.close())
      const page = await context.newPage()
      await page.goto(url + path)
      return page
    },
  }
}

/**
 * @returns the faults that axe-core finds in the current state of the page, as `rule: element`. What takes its time and tells
 * nothing about faults is left out: details of rules that hold, and style sheets read again for rules that do not run.
 */
export async function violations(page: Page): Promise<string[]> {
  if (await page.evaluate(`typeof axe === 'undefined'`)) await page.evaluate(`${AXE};undefined`)
  return page.evaluate(`
    axe.run(document, { resultTypes: ['violations'], preload: false }).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html)))
  `)
}

/** @returns the number of CSS pixels by which the page is wider than its window */
export async function overflow(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
}

/** Asserts that the current state of the page breaks no rule of accessibility and fits into the width of its window. */
export async function assertAccessible(t: Test, page: Page, what: string): Promise<void> {
  const width = page.viewportSize()?.width
  t.strictSame(await violations(page), [], `${what}, ${width}`)
  t.equal(await overflow(page), 0, `${what} fits into ${width}`)
}

/**
 * Asserts the same in light colours on a wide screen and in dark ones on a narrow screen. `scripts/page-faults.ts` looks at
 * all pairs. The page stays wide and light.
 */
export async function assertAccessibleInBothLooks(t: Test, page: Page, what: string): Promise<void> {
  for (const { colorScheme, viewport } of LOOKS) {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme })
    await assertAccessible(t, page, `${what}, ${colorScheme}`)
  }
}

/** Stops the clock of a page, so that what it shows for a time stays. Its timers run with `page.clock.runFor` alone. */
export async function stopClock({ clock }: Page): Promise<void> {
  await clock.install({ time: '2026-01-01' })
  await clock.pauseAt('2026-01-02')
}

/**
 * Waits until an expression of the page is true. The policy of the pages forbids Playwright's own method.
 *
 * @throws if it is still false after as long as Playwright waits for an element
 */
export async function until(page: Page, expression: string): Promise<void> {
  const deadline = performance.now() + WAIT_MS
  while (!(await page.evaluate<boolean>(expression))) {
    if (performance.now() > deadline) throw new Error(`this stays false: ${expression}`)
    await page.waitForTimeout(30)
  }
}

/** Waits until the clipboard has a text. A click only begins to copy. */
export async function untilCopied(page: Page, text: string): Promise<void> {
  await until(page, `navigator.clipboard.readText().then((copied) => copied === ${JSON.stringify(text)})`)
}
