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

const REDIRECT_URI = 'http://localhost:9/callback'

/** Makes an account, as a person with a browser does, and connects an application. */
export async function becomeMember(port: number): Promise<Member> {
  const origin = `http://localhost:${port}`
  const place = { nodeUrl: `http://127.0.0.1:${port}`, accountUrl: origin }
  const person = await signUp(place)
  const { clientId, tokens } = await connect(place, person)
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
