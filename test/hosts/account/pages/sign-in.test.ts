import t from 'tap'
import { hash } from '@node-rs/argon2'
import { hashOf } from '../../../../src/account/users/session-token.ts'
import { NOBODY_ID } from '../../../../src/account/users/user-store.ts'
import { Unavailable } from '../../../../src/shared/unavailable.ts'
import { countStatements } from '../../../support/count-statements.ts'
import { startAccountPages, startPagesDatabase } from '../../../support/account-pages.ts'
import { createVisitor, PASSWORD } from '../../../support/account-pages-visitor.ts'
import type { Page } from '../../../support/account-pages-visitor.ts'

const database = await startPagesDatabase(t)

/** A page without what differs from one to the next of the same: keys, ids of requests, dates. */
function comparable({ headers, html, location, status }: Page): unknown {
  const fields = [...headers].filter(([name]) => !['x-request-id', 'date', 'set-cookie'].includes(name))
  const cookies = headers.getSetCookie().map((line) => line.replace(/=[^;]*/, '=…'))
  return { status, location, fields, cookies, html: html.replace(/name="formKey" value="[^"]*"/g, '') }
}

t.test('sign-up says the same whether the address had an account or not, and costs the same', async (t) => {
  const { hasher, stores, url } = await startAccountPages(t, database)
  const first = await createVisitor(url).signUp('ann@example.org')
  const hashes = hasher.counts.hashed
  const second = await createVisitor(url).signUp('Ann@Example.org', 'somebody else tries this')
  t.strictSame(comparable(second), comparable(first))
  t.equal(hasher.counts.hashed - hashes, hashes, 'as many hashes')
  t.equal(first.location, '/sign-in?notice=made')
  const user = await stores.users.findByEmail('ann@example.org')
  t.equal(user?.email, 'ann@example.org', 'the account is the first one')
  t.equal((await createVisitor(url).signIn('ann@example.org', 'somebody else tries this')).status, 400)
  t.equal((await createVisitor(url).signIn('ANN@example.org')).location, '/account')
})

t.test('a sign-in that fails says the same whether there is an account or not, and costs the same', async (t) => {
  const { hasher, url } = await startAccountPages(t, database)
  await createVisitor(url).signUp('ann@example.org')
  const attempt = async (email: string): Promise<{ page: unknown; verified: number }> => {
    const before = hasher.counts.verified
    const page = await createVisitor(url, { address: '198.51.100.7' }).signIn(email, 'wrong password here')
    return { page: JSON.stringify(comparable(page)).replaceAll(email, '…'), verified: hasher.counts.verified - before }
  }
  const known = await attempt('ann@example.org')
  t.equal(known.verified, 1)
  t.strictSame(await attempt('bob@example.org'), known)
  t.strictSame(await attempt('no address here'), known)
})

t.test('a sign-in gives a session of its own that nobody could have planted', async (t) => {
  const { sessions, url } = await startAccountPages(t, database)
  const planted = 'A'.repeat(43)
  const visitor = createVisitor(url)
  await visitor.signUp('ann@example.org')
  visitor.cookies.set('signpost', planted)
  const page = await visitor.signIn('ann@example.org')
  const token = visitor.cookies.get('signpost') ?? ''
  t.match(token, /^[\w-]{43}$/)
  t.not(token, planted)
  t.equal(await sessions.get(hashOf(planted)), null)
  t.equal(await sessions.get(token), null, 'the store knows the hash of the cookie alone')
  t.equal((await sessions.get(hashOf(token)))?.formKey.length, 43)
  const line = page.headers.getSetCookie().find((each) => each.startsWith('signpost='))
  t.match(line, /; Path=\/; HttpOnly; SameSite=Lax$/)

  await visitor.signIn('ann@example.org')
  t.equal(visitor.cookies.get('signpost'), token, 'who is signed in is sent on')
  const again = createVisitor(url)
  again.cookies.set('signpost', token)
  const key = (await createVisitor(url).get('/sign-in')).hidden('formKey')
  t.ok(key)
  t.equal((await again.get('/account')).status, 200)
  const { accounts } = await startAccountPages(t, database)
  t.equal(await accounts.find(token), null, 'another host knows nothing of it')
})

t.test('a sign-in is in the activity if it gave a session, and gives none that is not', async (t) => {
  const { sessions, stores, url } = await startAccountPages(t, database)
  await createVisitor(url).signUp('ann@example.org')
  const { id } = (await stores.users.findByEmail('ann@example.org'))!
  const signIns = async (): Promise<number> =>
    (await stores.audit.list(id, { limit: 9, before: null })).filter(({ kind }) => kind === 'session.signed_in').length
  const down = (): Promise<never> => Promise.reject(new Unavailable('down', { retryAfterSeconds: 2 }))
  const kept = { sessions: { ...sessions }, audit: { ...stores.audit } }

  sessions.put = down
  t.equal((await createVisitor(url).signIn('ann@example.org')).status, 503)
  t.equal(await signIns(), 0)

  const begun: string[] = []
  sessions.put = (hash, session) => {
    begun.push(hash)
    return kept.sessions.put(hash, session)
  }
  stores.audit.write = down
  t.equal((await createVisitor(url).signIn('ann@example.org')).status, 503)
  t.equal(begun.length, 1)
  t.equal(await sessions.get(begun[0] ?? ''), null)

  Object.assign(stores.audit, kept.audit)
  t.equal((await createVisitor(url).signIn('ann@example.org')).location, '/account')
  t.equal(await signIns(), 1)
})

t.test('on https the cookies are Secure and bound to the host', async (t) => {
  const siteUrl = 'https://account.example'
  const { url } = await startAccountPages(t, database, { siteUrl })
  const visitor = createVisitor(url, { origin: siteUrl })
  await visitor.signUp('ann@example.org')
  const page = await visitor.signIn('ann@example.org')
  t.equal(page.location, '/account')
  const lines = page.headers.getSetCookie()
  t.ok(lines.some((line) => line.startsWith('__Host-signpost=')))
  for (const line of lines) t.match(line, /^__Host-.*; Path=\/; HttpOnly; SameSite=Lax; Secure$/)
})

t.test('one address can try one account a few times, and is told when to come back', async (t) => {
  const { guard, hasher, url } = await startAccountPages(t, database)
  await createVisitor(url).signUp('ann@example.org')
  const attacker = createVisitor(url, { address: '203.0.113.5' })
  t.equal((await attacker.signIn('ann@example.org', 'a wrong guess')).status, 400)
  let tries = 1
  while ((await guard.stranger(hashOf('ann@example.org'), '203.0.113.5')) === null) tries++
  t.equal(tries, 14)
  const verified = hasher.counts.verified
  const page = await attacker.signIn('ann@example.org')
  t.equal(page.status, 429, 'even the right password')
  const wait = Number(page.headers.get('retry-after'))
  t.ok(wait > 14 * 60 && wait <= 15 * 60 + 20, `${wait} s`)
  t.match(page.html, 'Try again in 15 minutes. Until then, sign in from a browser in which you have signed in')
  t.match(page.html, 'name="password"', 'the form is still there')
  t.equal(hasher.counts.verified, verified, 'nothing is hashed')
  t.equal((await attacker.signIn('bob@example.org')).status, 400, 'other accounts can be tried')
  const owner = createVisitor(url, { address: '203.0.113.6' })
  t.equal((await owner.signIn('ann@example.org')).location, '/account', 'its owner comes in from elsewhere')
})

t.test(
  'guesses from many networks shut out neither a known browser nor a new one with the right password',
  async (t) => {
    const { accounts, guard, url } = await startAccountPages(t, database)
    const email = 'ann@example.org'
    const owner = createVisitor(url)
    await owner.signUp(email)
    await owner.signIn(email)
    await owner.submit('/account', '/sign-out', {})
    const attack = async (address: string): Promise<void> => {
      while ((await guard.stranger(hashOf(email), address)) === null);
    }
    for (let n = 1; n <= 9; n++) await attack(`2001:${n}:1:1::1`)
    const newBrowser = createVisitor(url, { address: '2001:a:1:1::1' })
    t.equal((await newBrowser.signIn(email, 'typed wrong at first')).status, 400)
    t.equal((await newBrowser.signIn(email)).location, '/account', 'a new browser of the owner gets in')

    // The owner's own network too: it is full of guessers.
    for (let n = 1; n <= 15; n++) await attack(`127.0.0.${n}`)
    t.match(await guard.stranger(hashOf(email), '127.0.0.1'), { outcome: 'limited' })
    t.equal((await owner.signIn(email)).location, '/account', 'a known browser gets in from there')
    const mark = owner.cookies.get('signpost-known') ?? ''
    const signIn = (marks: string) => accounts.signIn({ email, password: PASSWORD }, '127.0.0.1', marks)
    for (const forged of [`${mark.slice(0, -1)}${mark.endsWith('A') ? 'B' : 'A'}`, 'A'.repeat(43), `.${mark}`]) {
      t.equal((await signIn(forged)).outcome, 'limited', 'a mark that was made up helps nobody')
    }

    const other = 'another heron over fields'
    await owner.submit('/account/password', '/account/password', { current: PASSWORD, next: other })
    t.equal((await signIn(mark)).outcome, 'limited', 'a mark ends with the password that was given for it')
    t.not(owner.cookies.get('signpost-known'), mark)
    await owner.submit('/account', '/sign-out', {})
    t.equal((await owner.signIn(email, other)).location, '/account', 'and is replaced where the password was changed')
  },
)

t.test('the database has as much to do for an account that does not exist', async (t) => {
  const counted = countStatements(database)
  const { accounts, hasher, stores } = await startAccountPages(t, counted.database)
  const ann = { email: 'ann@example.org', password: PASSWORD, locale: null }
  const work = async (ask: () => Promise<unknown>) => {
    counted.statements.length = 0
    const before = { ...hasher.counts }
    await ask()
    // What is written without waiting for it has come to the database when this has.
    await stores.audit.list('usr_0', { limit: 1, before: null })
    const statements = counted.statements.slice(0, -1)
    return {
      statements,
      hashed: hasher.counts.hashed - before.hashed,
      verified: hasher.counts.verified - before.verified,
    }
  }
  const signUp = await work(() => accounts.signUp(ann, '192.0.2.1'))
  t.strictSame(await work(() => accounts.signUp(ann, '192.0.2.1')), signUp, 'sign-up')
  t.equal(signUp.statements.length, 2)

  const wrong = (email: string) => work(() => accounts.signIn({ email, password: 'a wrong guess' }, '192.0.2.1', ''))
  const existing = await wrong('ann@example.org')
  t.strictSame(await wrong('bob@example.org'), existing, 'sign-in')
  t.equal(existing.statements.length, 2)
  t.equal(existing.verified, 1)
  const user = await stores.users.findByEmail('ann@example.org')
  const kinds = async (userId: string) =>
    (await stores.audit.list(userId, { limit: 9, before: null })).map(({ kind }) => kind)
  t.strictSame(await kinds(user?.id ?? ''), ['session.sign_in_failed', 'account.created'])
  t.match(await kinds(NOBODY_ID), ['session.sign_in_failed', 'account.created'])
})

t.test('a hash of older parameters is made anew at the next sign-in', async (t) => {
  const { stores, url } = await startAccountPages(t, database)
  await createVisitor(url).signUp('ann@example.org')
  const old = await hash(PASSWORD, { memoryCost: 8192, timeCost: 1 })
  await database.kysely.updateTable('users').set({ password_hash: old }).execute()
  const visitor = createVisitor(url)
  t.equal((await visitor.signIn('ann@example.org')).location, '/account')
  t.match((await stores.users.findByEmail('ann@example.org'))?.passwordHash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  t.equal((await visitor.get('/account')).status, 200, 'no session ends by it')
  t.equal((await createVisitor(url).signIn('ann@example.org')).location, '/account')
})

t.test('where sign-up is closed nobody makes an account, and no page offers it', async (t) => {
  const { stores, url } = await startAccountPages(t, database, { signup: 'closed' })
  const visitor = createVisitor(url)
  t.equal((await visitor.get('/sign-up')).status, 403)
  const formKey = (await visitor.get('/sign-in')).hidden('formKey')
  const page = await visitor.post('/sign-up', { formKey, email: 'ann@example.org', password: PASSWORD })
  t.equal(page.status, 403)
  t.match(page.html, 'Sign-up is closed')
  t.equal(await stores.users.findByEmail('ann@example.org'), null)
  for (const path of ['/', '/sign-in']) t.notMatch((await visitor.get(path)).html, 'href="/sign-up')
})

t.test('what is wrong with a sign-up is said beside its field, and the password is not sent back', async (t) => {
  const { url } = await startAccountPages(t, database)
  const page = await createVisitor(url).signUp('"><script>alert(1)</script>', 'password1234')
  t.equal(page.status, 400)
  t.match(page.html, '<title>Error: ')
  t.match(page.html, 'href="#email"')
  t.match(page.html, 'href="#password"')
  t.match(page.html, 'value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"')
  t.notMatch(page.html, 'password1234')
  t.notMatch(page.html, '<script')
})
