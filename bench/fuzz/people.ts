import { createHash } from 'node:crypto'
import type { Attack } from './attack.ts'
import type { Behaviours } from './behaviour.ts'
import { listToolsMessage } from './rpc.ts'
import { toMessage } from './requests.ts'

const FORM = 'Content-Type: application/x-www-form-urlencoded'
const PASSWORD = 'a long enough sentence'
const MEMBER_PAGES = ['/account', '/account/activity', '/account/applications', '/account/password']

/** People with browsers, and their applications: several requests that follow from each other. */
export const PEOPLE: Behaviours = {
  forms: { weight: 2, only: 'account', run: useAccount },
  connects: { weight: 1, only: 'account', run: connectApplication },
}

/** Signs up or in as a browser does, looks at some pages, and leaves. */
async function useAccount(attack: Attack): Promise<void> {
  const { random } = attack
  do {
    const path = random.pick(['/sign-in', '/sign-up'])
    const [cookie, key] = [await open(attack, path, []), keyOf(attack)]
    if (cookie === null || key === null) return
    const email = `${random.below(5000)}@example.org`
    const password = random.pick([PASSWORD, PASSWORD, 'short', 'x'.repeat(500)])
    submit(attack, path, [`Cookie: ${cookie}`], { formKey: key, email, password })
    if (random.chance(0.3)) return attack.reset()
    if (!(await attack.answered())) return
    const signedIn = cookieOf(attack)
    if (signedIn === null || !/\r\nlocation: /i.test(attack.reader.lastHead)) continue
    await lookAndLeave(attack, [`Cookie: ${signedIn}`], password)
  } while (attack.targeted && !attack.over)
}

async function lookAndLeave(attack: Attack, fields: readonly string[], password: string): Promise<void> {
  const { random } = attack
  await open(attack, random.pick(MEMBER_PAGES), fields)
  await open(attack, '/account/delete', fields)
  const formKey = keyOf(attack)
  if (formKey === null) return
  if (random.chance(0.5)) submit(attack, '/sign-out', fields, { formKey, continue: '/' })
  else submit(attack, '/account/delete', fields, { formKey, current: password })
  await attack.answered()
}

/** Asks the member for approval, changes the code for tokens, uses one and revokes it. */
async function connectApplication(attack: Attack): Promise<void> {
  const { random, reader, surface } = attack
  const { clientId, cookie, formKey, origin, redirectUri } = surface.found.member
  const fields = [`Cookie: ${cookie}`]
  do {
    const verifier = random.bytes(32).toString('base64url')
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: redirectUri,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      state: 'x',
      resource: `${origin}/mcp`,
    }).toString()
    await open(attack, `/authorize?${query}`, fields)
    submit(attack, '/authorize/decision', fields, { formKey, query, decision: 'allow', replaces: '' })
    if (!(await attack.answered())) return
    const code = /[?;]code=([\w-]+)/.exec(reader.body)?.[1]
    if (code === undefined) return
    const exchange = {
      grant_type: 'authorization_code',
      code,
      code_verifier: verifier,
      client_id: clientId,
      redirect_uri: redirectUri,
    }
    submit(attack, '/token', [], exchange)
    if (!(await attack.answered())) return
    const token = /"access_token":"([^"]+)"/.exec(reader.body)?.[1]
    if (token === undefined) return
    const listed = listToolsMessage()
    const call = [
      'Content-Type: application/json',
      'Accept: application/json, text/event-stream',
      `Authorization: Bearer ${token}`,
    ]
    attack.send(
      toMessage({ method: 'POST', path: '/mcp', fields: [...call, ...listed.fields], body: Buffer.from(listed.body) }),
    )
    if (!(await attack.answered())) return
    submit(attack, '/revoke', [], { token, client_id: clientId })
  } while ((await attack.answered()) && attack.targeted && !attack.over)
}

/** Opens a page. @returns the cookie that it sets, or null */
async function open(attack: Attack, path: string, fields: readonly string[]): Promise<string | null> {
  attack.reader.keepBody = true
  attack.send(attack.get(path, fields))
  return (await attack.answered()) ? cookieOf(attack) : null
}

function submit(
  attack: Attack,
  path: string,
  fields: readonly string[],
  members: Readonly<Record<string, string>>,
): void {
  const origin = `Origin: http://localhost:${attack.host.port}`
  const body = Buffer.from(new URLSearchParams(members).toString())
  attack.send(toMessage({ method: 'POST', path, fields: [FORM, origin, ...fields], body }))
}

/** @returns the cookie that the last answer sets, or null */
function cookieOf({ reader }: Attack): string | null {
  return /\r\nset-cookie: ([^;\r]+)/i.exec(reader.lastHead)?.[1] ?? null
}

/** @returns the key of the form on the last page, or null */
function keyOf({ reader }: Attack): string | null {
  return /name="formKey" value="([^"]+)"/.exec(reader.body)?.[1] ?? null
}
