import t from 'tap'
import { hash } from '@node-rs/argon2'
import { THROTTLES } from '../../../src/account/users/limits.ts'
import { hashOf } from '../../../src/account/users/session-token.ts'
import { PASSWORD, startAccountPages, startPagesDatabase } from '../../support/account-pages.ts'
import { createVisitor } from '../../support/account-pages-visitor.ts'
import type { Page } from '../../support/account-pages-visitor.ts'

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
  const { hasher, url } = await startAccountPages(t, database)
  await createVisitor(url).signUp('ann@example.org')
  const attacker = createVisitor(url, { address: '203.0.113.5' })
  const { limit, windowMs } = THROTTLES.signInsOfAccountAndAddress
  for (let n = 0; n < limit; n++) t.equal((await attacker.signIn('ann@example.org', `guess number ${n}`)).status, 400)
  const verified = hasher.counts.verified
  const page = await attacker.signIn('ann@example.org')
  t.equal(page.status, 429, 'even the right password')
  const wait = Number(page.headers.get('retry-after'))
  t.ok(wait > windowMs / 1000 - 60 && wait <= windowMs / 1000 + 20, `${wait} s`)
  t.match(page.html, 'Try again in 15 minutes.')
  t.match(page.html, 'name="password"', 'the form is still there')
  t.equal(hasher.counts.verified, verified, 'nothing is hashed')
  t.equal((await attacker.signIn('bob@example.org')).status, 400, 'other accounts can be tried')
  const owner = createVisitor(url, { address: '203.0.113.6' })
  t.equal((await owner.signIn('ann@example.org')).location, '/account', 'its owner comes in from elsewhere')
})

t.test(
  'many addresses together cannot shut out a browser that has signed in before',
  { timeout: 60_000 },
  async (t) => {
    const { accounts, url } = await startAccountPages(t, database)
    const owner = createVisitor(url)
    await owner.signUp('ann@example.org')
    await owner.signIn('ann@example.org')
    await owner.submit('/account', '/sign-out', {})
    const { limit } = THROTTLES.signInsOfAccount
    let refused = 0
    for (let n = 0; n < limit; n += 10) {
      const tries = Array.from({ length: 10 }, (_, each) =>
        accounts.signIn({ email: 'ann@example.org', password: 'a wrong guess' }, `192.0.2.${n + each}`, ''),
      )
      for (const { outcome } of await Promise.all(tries)) if (outcome === 'refused') refused++
    }
    t.ok(refused >= limit - 1, 'so many guesses were let through')
    const stranger = createVisitor(url, { address: '192.0.2.250' })
    t.equal((await stranger.signIn('ann@example.org')).status, 429, 'then nobody may try')
    t.equal((await owner.signIn('ann@example.org')).location, '/account', 'but the owner in their own browser')

    const mark = owner.cookies.get('signpost-known') ?? ''
    for (const forged of [`${mark.slice(0, -1)}${mark.endsWith('A') ? 'B' : 'A'}`, 'A'.repeat(43), `.${mark}`]) {
      const result = await accounts.signIn({ email: 'ann@example.org', password: PASSWORD }, '192.0.2.251', forged)
      t.equal(result.outcome, 'limited', 'a mark that was made up helps nobody')
    }
  },
)

t.test('one address cannot make accounts without end', async (t) => {
  const { accounts } = await startAccountPages(t, database)
  const { limit } = THROTTLES.signUpsOfAddress
  const signUp = (n: number, address: string) =>
    accounts.signUp({ email: `user${n}@example.org`, password: PASSWORD, locale: null }, address)
  for (let n = 0; n < limit; n++) t.equal((await signUp(n, '2001:db8::1')).outcome, 'made')
  t.equal((await signUp(limit, '2001:db8::ffff')).outcome, 'limited', 'addresses of one subscriber count together')
  t.equal((await signUp(limit, '2001:db8:1::1')).outcome, 'made')
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
