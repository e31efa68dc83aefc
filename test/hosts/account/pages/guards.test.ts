import t from 'tap'
import type { Test } from 'tap'
import { startAccountPages, startPagesDatabase } from '../../../support/account-pages.ts'
import { createVisitor, PASSWORD } from '../../../support/account-pages-visitor.ts'
import type { Page } from '../../../support/account-pages-visitor.ts'

const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

const database = await startPagesDatabase(t)

/** The fields that keep a page to itself. */
function checkHeaders(t: Test, name: string, { headers }: Page): void {
  t.equal(headers.get('content-security-policy'), POLICY, `${name}: policy`)
  t.equal(headers.get('x-frame-options'), 'DENY', `${name}: no frames`)
  t.equal(headers.get('referrer-policy'), 'same-origin', `${name}: no referrer`)
  t.equal(headers.get('x-content-type-options'), 'nosniff', `${name}: its type is meant`)
  t.equal(headers.get('cache-control'), 'no-store', `${name}: not kept`)
  t.equal(headers.get('content-encoding'), null, `${name}: not compressed`)
}

void t.test('every page keeps to itself', async (t) => {
  const { url } = await startAccountPages(t, database)
  const visitor = createVisitor(url)
  const pages = ['/', '/sign-in', '/sign-up', '/authorize?x=1', '/authorize?refused', '/nothing']
  for (const path of pages) checkHeaders(t, path, await visitor.get(path))
  checkHeaders(t, 'a form without its key', await visitor.post('/sign-in', { email: 'x' }))
  checkHeaders(t, 'a form that is too large', await visitor.post('/sign-in', 'x'.repeat(17_000)))
  await visitor.signUp('ann@example.org')
  await visitor.signIn('ann@example.org')
  const members = ['', '/applications', '/activity', '/password', '/delete'].map((path) => `/account${path}`)
  for (const path of [...members, '/authorize?x=1']) {
    const page = await visitor.get(path)
    t.equal(page.status, 200, path)
    checkHeaders(t, path, page)
    const isFlow = path.startsWith('/authorize')
    t.equal(page.headers.get('cross-origin-opener-policy'), isFlow ? null : 'same-origin', path)
    for (const name of page.headers.keys()) t.notMatch(name, /^access-control/, `${path} is for no other origin`)
  }
  const preflight = await fetch(`${url}/account/delete`, {
    method: 'OPTIONS',
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
  })
  t.equal(preflight.headers.get('access-control-allow-origin'), null)
})

void t.test('a form is done only for a page of ours in the same session', async (t) => {
  const { accounts, stores, url } = await startAccountPages(t, database)
  const ann = createVisitor(url)
  const bob = createVisitor(url, { address: '198.51.100.2' })
  for (const [visitor, email] of [
    [ann, 'ann@example.org'],
    [bob, 'bob@example.org'],
  ] as const) {
    await visitor.signUp(email)
    t.equal((await visitor.signIn(email)).location, '/account')
  }
  const user = (await stores.users.findByEmail('ann@example.org'))!
  const grant = await stores.connect(user.id, 'cli_x', 'Agent')
  const annsKey = (await ann.get('/account')).hidden('formKey')
  const bobsKey = (await bob.get('/account')).hidden('formKey')
  const beforeSignIn = (await createVisitor(url).get('/sign-in')).hidden('formKey')
  t.not(annsKey, '')
  t.not(annsKey, bobsKey)

  const forms: readonly (readonly [string, Record<string, string>])[] = [
    ['/account/delete', { current: PASSWORD }],
    ['/account/password', { current: PASSWORD, next: 'another heron over fields' }],
    ['/account/applications/revoke', { grant: grant.id }],
    ['/authorize/decision', { query: 'x=1', decision: 'allow' }],
    ['/sign-out', {}],
  ]
  const attacks: readonly (readonly [string, Record<string, string>, Record<string, string>])[] = [
    ['no key', {}, {}],
    ['an empty key', { formKey: '' }, {}],
    ["another session's key", { formKey: bobsKey }, {}],
    ['the key of a form before sign-in', { formKey: beforeSignIn }, {}],
    ['a key with something after it', { formKey: `${annsKey}x` }, {}],
    ['another origin', { formKey: annsKey }, { origin: 'https://evil.example' }],
    ['an origin that is not told', { formKey: annsKey }, { origin: 'null' }],
    ['another port', { formKey: annsKey }, { origin: 'http://localhost:1' }],
    ['another scheme', { formKey: annsKey }, { origin: url.replace('http:', 'https:') }],
    ['a cross-site request', { formKey: annsKey }, { 'sec-fetch-site': 'cross-site' }],
    ['a same-site request', { formKey: annsKey }, { 'sec-fetch-site': 'same-site' }],
    ['an address that somebody typed', { formKey: annsKey }, { 'sec-fetch-site': 'none' }],
  ]
  for (const [action, fields] of forms) {
    for (const [name, key, headers] of attacks) {
      t.equal((await ann.post(action, { ...fields, ...key }, headers)).status, 403, `${action}: ${name}`)
    }
    const repeated = await ann.post(action, `formKey=x&formKey=${annsKey}&${new URLSearchParams(fields).toString()}`)
    t.equal(repeated.status, 400, `${action}: two keys`)
    const json = await ann.post(action, JSON.stringify({ ...fields, formKey: annsKey }), {
      'content-type': 'text/plain',
    })
    t.equal(json.status, 415, `${action}: a form as text`)
  }
  t.equal((await ann.get('/account')).status, 200, 'still signed in')
  t.not(await stores.users.find(user.id), null, 'still there')
  t.equal((await stores.grants.list(user.id)).length, 1, 'the application still has access')
  const signIn = await accounts.signIn({ email: 'ann@example.org', password: PASSWORD }, '198.51.100.9', '')
  t.equal(signIn.outcome, 'begun', 'the password is what it was')
})

void t.test('a sign-in form is done only for the browser that got it', async (t) => {
  const { hasher, url } = await startAccountPages(t, database)
  const victim = createVisitor(url)
  const attacker = createVisitor(url)
  const fields = { email: 'ann@example.org', password: PASSWORD }
  const attackersKey = (await attacker.get('/sign-in')).hidden('formKey')
  t.equal((await victim.post('/sign-in', { ...fields, formKey: attackersKey })).status, 403, 'without a cookie')
  await victim.get('/sign-in')
  const refused = await victim.post('/sign-in', { ...fields, formKey: attackersKey })
  t.equal(refused.status, 403, "with another browser's key")
  t.match(refused.html, 'The form had expired')
  t.match(refused.html, 'value="ann@example.org"', 'what was typed is still there')
  const again = await victim.post('/sign-in', { ...fields, formKey: refused.hidden('formKey') })
  t.equal(again.status, 400, 'the page that says so has a key that is right')
  t.equal(hasher.counts.verified, 1)
  const crossSite = await victim.post(
    '/sign-in',
    { ...fields, formKey: again.hidden('formKey') },
    { origin: 'https://evil.example' },
  )
  t.equal(crossSite.status, 403)
  t.equal(hasher.counts.verified, 1)
})

void t.test('a browser that sends neither Origin nor Sec-Fetch-Site still needs the key', async (t) => {
  const { url } = await startAccountPages(t, database)
  const visitor = createVisitor(url, { origin: null })
  t.equal((await visitor.post('/sign-in', { email: 'a@b.c', password: 'x' })).status, 403)
  t.equal((await visitor.signUp('ann@example.org')).location, '/sign-in?notice=made')
})

void t.test('bodies are bounded, UTF-8, and name each field once', async (t) => {
  const { url } = await startAccountPages(t, database)
  const visitor = createVisitor(url)
  const key = (await visitor.get('/sign-in')).hidden('formKey')
  const start = `formKey=${key}&password=x&email=`
  t.equal((await visitor.post('/sign-in', `${start}a%40b.c`)).status, 400)
  t.equal((await visitor.post('/sign-in', `${start}%FF`)).status, 400)
  t.equal((await visitor.post('/sign-in', `${start}%zz`)).status, 400)
  t.equal((await visitor.post('/sign-in', `${start}a&email=b`)).status, 400)
  t.equal((await visitor.post('/sign-in', start + 'x'.repeat(17_000))).status, 413)
  const page = await visitor.get('/account/delete')
  t.equal(page.status, 303)
  t.equal(page.location, '/sign-in?continue=%2Faccount%2Fdelete')
  const late = await visitor.post('/authorize/decision', { query: 'client_id=x&state=1', decision: 'allow' })
  t.equal(late.location, '/authorize?client_id=x&state=1', 'whose session has ended is asked again')
  const method = await fetch(`${url}/sign-out`)
  t.equal(method.status, 405)
  t.match(method.headers.get('allow'), /POST/)
})

void t.test('no form leads to another site', async (t) => {
  const { url } = await startAccountPages(t, database)
  const visitor = createVisitor(url)
  await visitor.signUp('ann@example.org')
  const hostile = [
    '//evil.example',
    'https://evil.example/account',
    '/\\evil.example',
    '/account/../../evil',
    '/account\r\nSet-Cookie: a=b',
    'javascript:alert(1)',
    '/sign-out',
    '/account@evil.example',
  ]
  for (const target of hostile) {
    const asked = await visitor.get(`/sign-in?continue=${encodeURIComponent(target)}`)
    t.equal(asked.hidden('continue'), '', `${target} is not in the form`)
    const browser = createVisitor(url)
    const { location } = await browser.submit('/sign-in', '/sign-in', {
      email: 'ann@example.org',
      password: PASSWORD,
      continue: target,
    })
    t.equal(location, '/account', target)
    const out = await browser.submit('/account', '/sign-out', { continue: target })
    t.equal(out.location, '/sign-in?notice=signed-out', `sign-out to ${target}`)
  }
})
