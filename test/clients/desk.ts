import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { Test } from 'tap'
import { newToken } from '../conformance/account-service.ts'
import { PASSWORD } from '../support/account-pages-visitor.ts'
import { launchChromium } from '../support/chromium.ts'
import { temporaryFolder } from '../support/content-tree.ts'

/** A person at a desk with Chromium, who allows whatever a client opens there. */
export interface Desk {
  readonly email: string
  /** Folder with programs that open an address in the browser, under the names by which programs look for one. */
  readonly programs: string
  readonly opened: readonly string[]
  /** Opens an address, signs in where that is asked, and allows the request. @returns where the browser is sent */
  open(url: string | URL): Promise<URL>
  /** Obtains an access token with the simplest application, for a client that is given one. */
  token(): Promise<string>
}

let people = 0

/** Makes an account on the page for it, in the browser. */
export async function startDesk(t: Test, accountUrl: string): Promise<Desk> {
  const email = `desk-${++people}-${process.pid}@example.org`
  const opened: string[] = []
  const browser = await launchChromium()
  t.teardown(() => browser.close())
  const context = await browser.newContext()
  await signUp(await context.newPage(), accountUrl, email)

  async function open(url: string | URL): Promise<URL> {
    opened.push(String(url))
    const page = await context.newPage()
    const away = page.waitForRequest((request) => !isAt(request.url(), accountUrl) && request.isNavigationRequest())
    const allowed = allow(page, String(url)).then(() => away)
    const target = new URL((await Promise.race([away, allowed])).url())
    allowed.catch(() => {})
    // The application's own page ends the visit. Where nobody listens, the browser has its page for that.
    await page.waitForLoadState().catch(() => {})
    await page.close()
    return target
  }

  /** Signs in where that is asked, and allows the request, unless the browser is sent away before. */
  async function allow(page: Page, url: string): Promise<void> {
    await page.goto(url)
    const password = page.getByLabel('Password')
    const button = page.getByRole('button', { name: 'Allow' })
    if ((await password.count()) > 0) await signIn(page, email)
    else if ((await button.count()) === 0) throw new Error(`the page says ${await page.locator('main').innerText()}`)
    await button.click()
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://desk').searchParams.get('url') ?? ''
    open(url).then(
      () => response.end(),
      (error: unknown) => {
        console.error(`the browser failed at ${url}: ${String(error)}`)
        response.writeHead(500).end(String(error))
      },
    )
  })
  t.teardown(() => server.close().closeAllConnections())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/?url=`
  return {
    email,
    opened,
    open,
    token: () => newToken(accountUrl, { approve: open }),
    programs: await writePrograms(t, address),
  }
}

function isAt(address: string, origin: string): boolean {
  return address.startsWith(`${origin}/`)
}

async function signUp(page: Page, accountUrl: string, email: string): Promise<void> {
  await page.goto(`${accountUrl}/sign-up`)
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('heading', { name: 'Ready to sign in' }).waitFor()
  await page.close()
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Writes programs that hand an address to the desk. Clients try these names, the variable `BROWSER`, or both. */
async function writePrograms(t: Test, desk: string): Promise<string> {
  const folder = join(await temporaryFolder(t), 'bin')
  mkdirSync(folder)
  const program = `#!${process.execPath}\nvoid fetch(${JSON.stringify(desk)} + encodeURIComponent(process.argv.at(-1)))\n`
  for (const name of ['xdg-open', 'browser.cjs']) writeFileSync(join(folder, name), program, { mode: 0o755 })
  return folder
}
