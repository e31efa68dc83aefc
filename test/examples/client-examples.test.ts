import { spawn } from 'node:child_process'
import { once } from 'node:events'
import t, { type Test } from 'tap'
import { NO_BROWSER, openIn, violations } from '../browser/browser-fixture.ts'
import { startService, type RunningService } from '../support/start-service.ts'
import { pattern, readInstructions, runExample } from './run-example.ts'

/** Serves the pages as their README says, on a free port, until the test ends. @returns what the command prints first */
async function servePages(t: Test, url: string): Promise<string> {
  const { command } = readInstructions('search-page')
  const child = spawn('sh', ['-c', `exec ${command} ${url} 0`], { stdio: ['ignore', 'pipe', 'inherit'] })
  t.teardown(() => child.kill())
  const [printed] = (await once(child.stdout, 'data')) as [Buffer]
  return printed.toString().trimEnd()
}

async function searchOnPages(t: Test, service: RunningService): Promise<void> {
  const printed = await servePages(t, service.url)
  const [address = ''] = /http:\/\/localhost:\d+/.exec(printed) ?? []
  const written = printed.replaceAll(address, 'http://localhost:8081').replace(service.url, 'http://localhost:4000')
  t.equal(written, readInstructions('search-page').prints)
  const site = await openIn(t, address)
  for (const path of ['/', '/react']) {
    const page = await site.open(t, '/style.css')
    const complaints: string[] = []
    page.on('pageerror', ({ message }) => complaints.push(message))
    page.on('console', (message) => complaints.push(message.text()))
    await page.goto(address + path)
    const field = page.getByRole('searchbox', { name: 'Search the documentation' })
    await field.pressSequentially('wind')
    const link = page.getByRole('link', { name: 'Flying a kite' })
    await link.waitFor()
    t.equal(await link.getAttribute('href'), `${service.url}/en/flying`)
    t.equal(await page.getByRole('status').textContent(), 'Pages found: 1')
    t.strictSame(await violations(page), [])
    await field.fill('xylophone')
    await page.getByRole('status').filter({ hasText: 'Nothing was found.' }).waitFor()
    t.equal(await link.count(), 0)
    t.strictSame(complaints, [], 'the policy refuses nothing, and nothing fails')
    await field.fill('w'.repeat(201))
    await page.getByRole('status').filter({ hasText: '200' }).waitFor()
  }
}

t.test('the examples of the typed client', async (t) => {
  const service = await startService(t, { content: 'examples/docs-folder' })

  await t.test('the program searches, as its README shows', async (t) => {
    const instructions = readInstructions('typescript-client')
    t.match(await runExample(instructions, service.url), pattern(instructions.prints))
    const short = { ...instructions, command: instructions.command.replace(/\S+$/, 'a') }
    t.match(await runExample(short, service.url), /^400 invalid_query: /)
  })

  await t.test('the pages search while the reader types, and show what goes wrong', { skip: NO_BROWSER }, (t) =>
    searchOnPages(t, service),
  )
})
