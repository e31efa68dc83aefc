import { setTimeout as sleep } from 'node:timers/promises'
import { connect, signUp } from '../../test/support/account-client.ts'

/** An account of the service, a browser that has signed in, and an application that the account has approved. */
export interface Member {
  /** Origin of the account host, as its forms send it. */
  readonly origin: string
  readonly email: string
  readonly cookie: string
  /** Key of the forms of the browser's session. */
  readonly formKey: string
  readonly clientId: string
  readonly redirectUri: string
  readonly accessToken: string
}

const CONNECT_LIMIT_MS = 30_000
const RETRY_MS = 500
const REDIRECT_URI = 'http://localhost:9/callback'

/** Stands for a member where the service has none. Its credentials are good for nothing. */
export const NOBODY: Member = {
  origin: 'http://localhost',
  email: 'nobody@example.org',
  cookie: 'signpost=x',
  formKey: 'x',
  clientId: 'x',
  redirectUri: REDIRECT_URI,
  accessToken: 'x',
}

/** Makes an account, as a person with a browser does, and connects an application. */
export async function becomeMember(port: number): Promise<Member> {
  const origin = `http://localhost:${port}`
  const place = { nodeUrl: `http://127.0.0.1:${port}`, accountUrl: origin }
  const person = await signUp(place)
  const { clientId, tokens } = await connectWhenItAnswers(place, person)
  const browser = person.at(place)
  const { hidden } = await browser.get('/account/password')
  return {
    origin,
    email: person.email,
    cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    formKey: hidden('formKey'),
    clientId,
    redirectUri: REDIRECT_URI,
    accessToken: tokens.access,
  }
}

/** Signing may be refused with 503 while a service on a busy machine still loads its threads. */
async function connectWhenItAnswers(...args: Parameters<typeof connect>): ReturnType<typeof connect> {
  const until = performance.now() + CONNECT_LIMIT_MS
  for (;;) {
    try {
      return await connect(...args)
    } catch (error) {
      if (performance.now() > until) throw error
      await sleep(RETRY_MS)
    }
  }
}
