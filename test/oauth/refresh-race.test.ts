// Real processes of one application that share a refresh token at first and nothing from then on, against the built service.
import { fork, type ChildProcess } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js'
import t, { type Test } from 'tap'
import { startAccountService } from '../conformance/account-service.ts'
import { newPerson } from '../support/browser-flow.ts'
import type { Beginning, Report } from '../support/refreshing-child.ts'
import { startPostgres } from '../support/start-postgres.ts'

const CHILD = fileURLToPath(new URL('../support/refreshing-child.ts', import.meta.url))
const REDIRECT_URI = 'http://127.0.0.1:8978/callback'
const PROCESSES = 4
const LIVES = 5

function startProcess(t: Test): ChildProcess {
  const child = fork(CHILD, [], { execArgv: ['--import=./scripts/register-typescript.mjs'] })
  t.teardown(() => void child.kill())
  return child
}

async function tell(child: ChildProcess, message: Beginning | 'call'): Promise<Report> {
  const report = once(child, 'message')
  child.send(message)
  return ((await report) as [Report])[0]
}

for (const where of ['PostgreSQL', 'the embedded database'] as const) {
  t.test(`four processes that refresh one token at once stay signed in for all lives, on ${where}`, async (t) => {
    const env = where === 'PostgreSQL' ? { DATABASE_URL: (await startPostgres(t)).url } : {}
    const { accountUrl, mcpUrl } = await startAccountService(t, env)
    const { email, ...person } = await newPerson(accountUrl)
    const post = async (path: string, init: RequestInit): Promise<Record<string, string>> =>
      (await fetch(accountUrl + path, { method: 'POST', ...init })).json() as Promise<Record<string, string>>
    const { client_id: clientId = '' } = await post('/register', {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ client_name: 'Windows', redirect_uris: [REDIRECT_URI] }),
    })
    const verifier = randomBytes(32).toString('base64url')
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    const query = `response_type=code&client_id=${clientId}&redirect_uri=${encodeURIComponent(REDIRECT_URI)}`
    const location = await person.approve(
      `${accountUrl}/authorize?${query}&code_challenge=${challenge}&code_challenge_method=S256`,
    )
    const tokens = (await post('/token', {
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: clientId,
        code: location.searchParams.get('code') ?? '',
        code_verifier: verifier,
      }),
    })) as unknown as OAuthTokens

    const children = Array.from({ length: PROCESSES }, () => startProcess(t))
    const begun = await Promise.all(children.map((child) => tell(child, { mcpUrl, clientId, tokens })))
    t.strictSame(new Set(begun.map(({ result }) => result)), new Set(['begun']))
    const seen = new Set([tokens.refresh_token])
    for (let life = 1; life <= LIVES; life++) {
      const reports = await Promise.all(children.map((child) => tell(child, 'call')))
      t.strictSame(new Set(reports.map(({ result }) => result)), new Set([email]), `life ${life}`)
      const successors = new Set(reports.map(({ refreshToken }) => refreshToken))
      t.equal(successors.size, 1, 'all have the same token')
      const [successor] = successors
      t.notOk(seen.has(successor), 'which is new')
      seen.add(successor)
    }
    // A thief who had the token of the life before, and comes after the processes have gone on.
    const stolen = [...seen].at(-2) ?? ''
    await tell(children[0]!, 'call')
    const refused = await post('/token', {
      body: new URLSearchParams({ grant_type: 'refresh_token', client_id: clientId, refresh_token: stolen }),
    })
    t.equal(refused['error'], 'invalid_grant')
    const last = await Promise.all(children.map((child) => tell(child, 'call')))
    t.ok(
      last.every(({ result }) => result !== email),
      'and nobody goes on',
    )
  })
}
