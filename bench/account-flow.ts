import { createHash, randomBytes } from 'node:crypto'
import type { Answer, Client, Passes } from './account-client.ts'
import { passEach } from './account-client.ts'
import { ISSUER, PASSWORD, REDIRECT_URI, type People, type Person } from './account-people.ts'

export const STEPS = ['sign-in', 'authorize', 'exchange', 'refresh'] as const
export type Step = (typeof STEPS)[number]

export interface StepMeasure {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Processor time of the service for one item, all threads. */
  readonly cpuUs: number
}

/** Number of concurrent sign-ins. The service hashes two passwords at a time, and the others wait. */
const SIGN_INS_AT_ONCE = 4
const AT_ONCE = 16

/**
 * Measures how applications get their tokens. Sign-in by the form costs a hash and a session. The authorization request of
 * a person who has approved before gives a code. An exchange and a refresh follow. Each step uses the results of the step
 * before it.
 *
 * @param options `cpuTimeUs` returns the processor time of the service since its start.
 */
export async function measureFlow(options: {
  readonly client: Client
  readonly people: People
  /** People who sign in, each from an address of their own. Each authorizes `codesEach` times. */
  readonly persons: readonly Person[]
  readonly codesEach: number
  readonly cpuTimeUs: () => number
}): Promise<Record<Step, StepMeasure>> {
  const { client, codesEach, cpuTimeUs, people, persons } = options

  async function measure<Item, T>(
    items: readonly Item[],
    atOnce: number,
    work: (item: Item) => Promise<T>,
  ): Promise<readonly [StepMeasure, readonly T[]]> {
    const before = cpuTimeUs()
    const { p50Ms, p99Ms, perSecond, results }: Passes<T> = await passEach(items, atOnce, work)
    return [{ perSecond, p50Ms, p99Ms, cpuUs: (cpuTimeUs() - before) / items.length }, results]
  }

  const forms = await passEach(persons, AT_ONCE, (person) => openForm(client, person))
  const [signIn, cookies] = await measure(forms.results, SIGN_INS_AT_ONCE, (form) => submitForm(client, form))
  const requests = Array.from({ length: codesEach }, () => cookies)
    .flat()
    .map((cookie) => ({ cookie, verifier: randomBytes(32).toString('base64url') }))
  const [authorize, codes] = await measure(requests, AT_ONCE, ({ cookie, verifier }) =>
    askCode(client, people.clientId, cookie, verifier),
  )
  const shown = codes.map((code, position) => ({ code, verifier: requests[position]!.verifier }))
  const [exchange, first] = await measure(shown, AT_ONCE, ({ code, verifier }) =>
    askTokens(client, {
      grant_type: 'authorization_code',
      code,
      code_verifier: verifier,
      client_id: people.clientId,
      redirect_uri: REDIRECT_URI,
    }),
  )
  const [refresh] = await measure(first, AT_ONCE, (token) =>
    askTokens(client, { grant_type: 'refresh_token', refresh_token: token, client_id: people.clientId }),
  )
  return { 'sign-in': signIn, authorize, exchange, refresh }
}

interface Form {
  readonly person: Person
  readonly address: string
  readonly key: string
  readonly cookie: string
}

const FORM_TYPE = { 'Content-Type': 'application/x-www-form-urlencoded' }
let addresses = 0

/** @returns an address in a new network, because limits count addresses and the networks around them */
function newAddress(): string {
  addresses++
  return `10.${addresses & 255}.${(addresses >> 8) & 255}.${(addresses >> 16) & 255}`
}

async function openForm(client: Client, person: Person): Promise<Form> {
  const address = newAddress()
  const page = await client.ask({ path: '/sign-in', headers: { Accept: 'text/html', 'X-Forwarded-For': address } })
  const key = /name="formKey" value="([^"]*)"/.exec(page.text)?.[1]
  if (key === undefined) throw new Error(`no form: ${page.status} ${page.text.slice(0, 500)}`)
  return { person, address, key, cookie: cookiesOf(page) }
}

/** @returns the cookies of a browser after sign-in */
async function submitForm(client: Client, { address, cookie, key, person }: Form): Promise<string> {
  const answer = await client.ask({
    method: 'POST',
    path: '/sign-in',
    headers: { ...FORM_TYPE, Origin: ISSUER, Cookie: cookie, 'X-Forwarded-For': address },
    body: new URLSearchParams({ formKey: key, email: person.email, password: PASSWORD }).toString(),
  })
  if (answer.headers.location !== '/account')
    throw new Error(`no sign-in: ${answer.status} ${answer.text.slice(0, 500)}`)
  return [cookie, cookiesOf(answer)].filter((text) => text !== '').join('; ')
}

async function askCode(client: Client, clientId: string, cookie: string, verifier: string): Promise<string> {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: REDIRECT_URI,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: 'bench',
    resource: `${ISSUER}/mcp`,
  })
  const answer = await client.ask({
    path: `/authorize?${query.toString()}`,
    headers: { Accept: 'text/html', Cookie: cookie },
  })
  const text = answer.headers.location ?? answer.text
  const code = /[?&;]code=([\w-]+)/.exec(text)?.[1]
  if (code === undefined) throw new Error(`no code: ${answer.status} ${text.slice(0, 2000)}`)
  return code
}

/** @returns the refresh token of the new pair */
async function askTokens(client: Client, fields: Readonly<Record<string, string>>): Promise<string> {
  const body = new URLSearchParams(fields).toString()
  const headers = { ...FORM_TYPE, 'X-Forwarded-For': newAddress() }
  const { status, text } = await client.ask({ method: 'POST', path: '/token', headers, body })
  if (status !== 200) throw new Error(`no tokens: ${status} ${text}`)
  return (JSON.parse(text) as { readonly refresh_token: string }).refresh_token
}

function cookiesOf({ headers }: Answer): string {
  return (headers['set-cookie'] ?? []).map((line) => line.slice(0, line.indexOf(';'))).join('; ')
}
