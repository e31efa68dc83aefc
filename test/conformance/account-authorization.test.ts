// The `authorization` command of the conformance suite, run against the built account host. It prints the address of an
// authorization request, and waits until a browser delivers the answer.
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { newPerson, type Person } from '../support/browser-flow.ts'
import { temporaryFolder } from '../support/content-tree.ts'
import { freePort } from '../support/free-port.ts'
import { runUnderNode22 } from '../support/node-22.ts'
import { startAccountService } from './account-service.ts'
import { SUITE, type Check } from './run-suite.ts'

const { accountUrl, mcpUrl, site } = await startAccountService(t)

interface Outcome {
  readonly code: number | null
  readonly output: string
  readonly checks: readonly Check[]
}

async function runAuthorizationSuite(t: Test, person: Person, clientId: string, port: number): Promise<Outcome> {
  const folder = await temporaryFolder(t)
  const asked = ['--url', accountUrl, '--client-id', clientId, '--resource', mcpUrl, '--port', String(port)]
  let output = ''
  const visits: Promise<void>[] = []
  const { code, stderr, stdout } = await runUnderNode22(
    [join(SUITE, 'dist/index.js'), 'authorization', ...asked, '--output-dir', folder],
    {
      onOutput(text) {
        output += text
        const [, url] = /^(http\S*\/authorize\?\S*)\n/m.exec(output) ?? []
        if (url !== undefined && visits.length === 0) visits.push(person.connect(url))
      },
    },
  )
  await Promise.all(visits)
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('checks.json'))
  const checks = await Promise.all(
    names.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')) as Check[]),
  )
  return { code, output: stdout + stderr, checks: checks.flat() }
}

function pass(t: Test, { checks, code, output }: Outcome): void {
  t.same(checks.map(({ id, status }) => `${id} ${status}`).toSorted(), [
    'authorization-code-grant SUCCESS',
    'authorization-server-metadata SUCCESS',
    'authorization-server-metadata-cimd SUCCESS',
  ])
  t.equal(code, 0, output.slice(-1000))
}

t.test('the account host passes all checks of authorization servers, for a client that registers', async (t) => {
  const port = await freePort()
  const answer = await fetch(`${accountUrl}/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ client_name: 'Suite', redirect_uris: [`http://127.0.0.1:${port}/callback`] }),
  })
  const { client_id: clientId } = (await answer.json()) as { client_id: string }
  pass(t, await runAuthorizationSuite(t, await newPerson(accountUrl), clientId, port))
})

t.test('and for one with a metadata document, at whatever port of this machine it listens', async (t) => {
  const metadata = { client_name: 'Suite', redirect_uris: ['http://127.0.0.1/callback'] }
  const clientId = site.publishClient('/suite.json', metadata)
  const person = await newPerson(accountUrl)
  pass(t, await runAuthorizationSuite(t, person, clientId, await freePort()))
  t.same(site.requests, ['/suite.json'], 'one authorization needs one fetch')
  t.match(person.consents, [/localhost/])
})
