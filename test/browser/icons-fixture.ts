import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import type { Test } from 'tap'
import { startOwnService } from '../support/own-catalogue.ts'
import { openIn } from './browser-fixture.ts'

export const MOVING = { reducedMotion: 'no-preference' } as const
/** Path of an icon that has all formats and styles. */
export const RAIN = '/icons/meteocons-fill-rain'

export interface IconsSite {
  readonly url: string
  /** Opens a page in a new browser profile, which closes when the test ends. */
  readonly open: (t: Test, path: string, options?: BrowserContextOptions) => Promise<Page>
}

/** Starts the service with its own icons, and a browser. */
export async function startIconsSite(t: Test): Promise<IconsSite> {
  const { iconsUrl } = await startOwnService(t, { TRUSTED_PROXIES: '127.0.0.0/8,::1/128' })
  const site = await openIn(t, iconsUrl)
  let visitors = 0
  return {
    url: iconsUrl,
    open(test, path, options) {
      visitors++
      // Every profile has an address of its own, so that one test does not use up the limit of another.
      const extraHTTPHeaders = { 'x-forwarded-for': `203.0.113.${visitors}` }
      return site.open(test, path, { locale: 'en-GB', extraHTTPHeaders, ...options })
    },
  }
}

export function search(page: Page): Locator {
  return page.getByRole('searchbox')
}

/** Waits until the line above the icons matches the text. */
export async function count(page: Page, text: RegExp): Promise<void> {
  await page.locator('.count').filter({ hasText: text }).waitFor()
}

export async function openTile(page: Page, name: string): Promise<void> {
  await page
    .locator('.tile')
    .filter({ hasText: new RegExp(`^${name}$`) })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('heading', { level: 1 }).waitFor()
}

/** @returns the position of the focused icon, or -1 if none has the focus */
export function focused(page: Page): Promise<number> {
  return page.evaluate(`[...document.querySelectorAll('.tile')].indexOf(document.activeElement)`)
}
