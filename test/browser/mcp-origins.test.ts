// Whose pages may call MCP, by what a browser sends: pages of any origin reach a public host under its name, and a page that
// gives its own name another address (DNS rebinding) reaches none.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import t from 'tap'
import { ALL_CONTENT, ALL_HOSTS } from '../support/account-neighbours.ts'
import { startAccount } from '../support/account-service.ts'
import { launchChromium } from '../support/chromium.ts'
import { freePort } from '../support/free-port.ts'
import { NO_BROWSER } from './browser-fixture.ts'

const LISTED = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
const FIELDS = {
  'Content-Type': 'application/json',
  Accept: 'application/json, text/event-stream',
  'MCP-Protocol-Version': '2025-11-25',
}

/** Calls an endpoint as a script of a page does. @returns the status, or why the browser gave nothing */
function callFrom(page: Pick<Page, 'evaluate'>, url: string): Promise<string> {
  const init = JSON.stringify({ method: 'POST', headers: FIELDS, body: JSON.stringify(LISTED) })
  return page.evaluate(`
    fetch(${JSON.stringify(url)}, ${init}).then(
      async (answer) => answer.status + ((await answer.text()).includes('"tools"') ? ' with tools' : ''),
      (error) => error.name)
  `)
}

t.test('pages and MCP', { skip: NO_BROWSER }, async (t) => {
  const site = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html')
    response.end('<title>Elsewhere</title>')
  })
  site.listen(0, '127.0.0.1')
  await once(site, 'listening')
  t.teardown(() => site.close())
  const sitePort = (site.address() as AddressInfo).port
  const [docsPort, iconsPort] = [await freePort(), await freePort()]
  const [docsUrl, iconsUrl] = [`http://docs.example.com:${docsPort}`, `http://icons.internal:${iconsPort}`]
  const { accountUrl } = await startAccount(
    t,
    {
      ...ALL_HOSTS,
      DOCS_PORT: String(docsPort),
      ICONS_PORT: String(iconsPort),
      DOCS_URL: docsUrl,
      ICONS_URL: iconsUrl,
    },
    ALL_CONTENT,
  )
  const browser = await launchChromium(['--host-resolver-rules=MAP * 127.0.0.1', '--no-proxy-server'])
  t.teardown(() => browser.close())
  const open = async (url: string): Promise<Page> => {
    const page = await browser.newPage()
    await page.goto(url)
    return page
  }
  const elsewhere = await open(`http://app.example.net:${sitePort}/`)

  await t.test('a page of another origin calls a public host, with and without the slash', async (t) => {
    for (const path of ['/mcp', '/mcp/']) t.equal(await callFrom(elsewhere, docsUrl + path), '200 with tools')
  })

  await t.test('and so does one without an origin, such as that of an application', async (t) => {
    await elsewhere.setContent('<iframe sandbox="allow-scripts" srcdoc="<title>Apart</title>"></iframe>')
    const frame = await (await elsewhere.waitForSelector('iframe')).contentFrame()
    t.equal(await frame!.evaluate('self.origin'), 'null')
    t.equal(await callFrom(frame!, `${docsUrl}/mcp`), '200 with tools')
  })

  await t.test('a host under a private name, and that of accounts, refuse pages of other origins', async (t) => {
    for (const url of [`${iconsUrl}/mcp`, `${iconsUrl}/mcp/docs/`, `${accountUrl}/mcp`, `${accountUrl}/mcp/`]) {
      t.equal(await callFrom(elsewhere, url), '403', url)
    }
    for (const origin of [docsUrl, `http://localhost:${sitePort}`]) {
      const page = await open(`${origin}/healthz`)
      t.equal(await callFrom(page, `${iconsUrl}/mcp`), '200 with tools', `${origin} may`)
    }
  })

  await t.test('a page whose own name leads to the address of a host reaches its MCP by no name', async (t) => {
    for (const port of [docsPort, iconsPort]) {
      const page = await open(`http://rebound.example.net:${port}/healthz`)
      t.equal(await callFrom(page, '/mcp'), '403', `its own origin, port ${port}`)
      await page.close()
    }
  })
})
