import t from 'tap'
import { newObjectId } from '../../../../src/shared/object-id.ts'
import { Unavailable } from '../../../../src/shared/unavailable.ts'
import { startAccountPages, startPagesDatabase } from '../../../support/account-pages.ts'
import type { PagesSite } from '../../../support/account-pages.ts'
import { createVisitor, PASSWORD } from '../../../support/account-pages-visitor.ts'
import type { Visitor } from '../../../support/account-pages-visitor.ts'

const database = await startPagesDatabase(t)
const NEXT = 'another heron over fields'

async function signedIn({ url }: PagesSite, email: string): Promise<Visitor> {
  const visitor = createVisitor(url)
  await visitor.signUp(email)
  await visitor.signIn(email)
  return visitor
}

t.test('a new password ends all other sessions and keeps this one', async (t) => {
  const site = await startAccountPages(t, database)
  const here = await signedIn(site, 'ann@example.org')
  const elsewhere = createVisitor(site.url)
  await elsewhere.signIn('ann@example.org')
  const before = here.cookies.get('signpost')
  const change = (current: string, next: string) =>
    here.submit('/account/password', '/account/password', { current, next })

  t.match((await change('not the password', NEXT)).html, 'This is not your current password.')
  t.match((await change(PASSWORD, 'password1234')).html, 'guessed first')
  t.match((await change(PASSWORD, 'ann@example.org!')).html, 'must not contain')
  t.equal((await elsewhere.get('/account')).status, 200, 'nothing has changed so far')

  t.equal((await change(PASSWORD, NEXT)).location, '/account/password?changed=1')
  t.not(here.cookies.get('signpost'), before, 'a session with another id')
  t.equal((await here.get('/account')).status, 200)
  t.equal((await elsewhere.get('/account')).status, 303)
  const old = createVisitor(site.url)
  old.cookies.set('signpost', before ?? '')
  t.equal((await old.get('/account')).status, 303)
  t.equal((await old.signIn('ann@example.org', PASSWORD)).status, 400)
  t.equal((await old.signIn('ann@example.org', NEXT)).location, '/account')
})

t.test('a sign-in with the old password that was under way while it was changed gives no session', async (t) => {
  let heldUp: Promise<void> | null = null
  let read = (): void => {}
  const site = await startAccountPages(t, database, {
    users: (users) => ({
      ...users,
      async findByEmail(key) {
        const user = await users.findByEmail(key)
        read()
        await heldUp
        return user
      },
    }),
  })
  const owner = await signedIn(site, 'ann@example.org')
  let goOn = (): void => {}
  heldUp = new Promise((resolve) => (goOn = resolve))
  const thief = createVisitor(site.url)
  const late = thief.signIn('ann@example.org')
  await new Promise<void>((resolve) => (read = resolve))
  const changed = await owner.submit('/account/password', '/account/password', { current: PASSWORD, next: NEXT })
  t.equal(changed.location, '/account/password?changed=1')
  goOn()
  await late
  t.equal((await thief.get('/account')).status, 303)
  t.equal((await owner.get('/account')).status, 200)
})

t.test('of two changes of a password under way at once only one is made', async (t) => {
  const site = await startAccountPages(t, database)
  const owner = await signedIn(site, 'ann@example.org')
  const thief = createVisitor(site.url)
  await thief.signIn('ann@example.org')
  const change = (visitor: Visitor, next: string) =>
    visitor.submit('/account/password', '/account/password', { current: PASSWORD, next })
  const both = await Promise.all([change(owner, NEXT), change(thief, 'a heron that was stolen')])
  t.equal(both.filter(({ location }) => location?.includes('changed') === true).length, 1)
  const standing = await Promise.all([owner.get('/account'), thief.get('/account')])
  t.strictSame(new Set(standing.map(({ status }) => status)), new Set([200, 303]))
})

t.test('who has a session cannot guess its password without end', async (t) => {
  const site = await startAccountPages(t, database)
  const visitor = await signedIn(site, 'ann@example.org')
  const statuses: number[] = []
  for (let n = 0; n < 12; n++) {
    statuses.push((await visitor.submit('/account/delete', '/account/delete', { current: `guess ${n}` })).status)
  }
  t.strictSame(statuses, [...Array<number>(10).fill(400), 429, 429])
  t.equal(
    (await visitor.submit('/account/password', '/account/password', { current: PASSWORD, next: NEXT })).status,
    429,
  )
})

t.test('a deleted account is gone with its sessions and what applications might do', async (t) => {
  const site = await startAccountPages(t, database)
  const visitor = await signedIn(site, 'ann@example.org')
  const other = createVisitor(site.url)
  await other.signIn('ann@example.org')
  const user = (await site.stores.users.findByEmail('ann@example.org'))!
  const grant = await site.stores.connect(user.id, 'cli_x', 'Agent')
  const page = await visitor.submit('/account/delete', '/account/delete', { current: PASSWORD })
  t.equal(page.location, '/sign-in?notice=deleted')
  t.equal(site.revocations.has(grant.id), true, 'this node knows at once')
  t.strictSame(await site.stores.grants.list(user.id), [])
  t.equal(await site.stores.users.findByEmail('ann@example.org'), null)
  t.equal((await other.get('/account')).status, 303)
  t.equal((await createVisitor(site.url).signIn('ann@example.org')).status, 400)
  t.strictSame(site.faults, [])
})

t.test('an account is not deleted with a password that an operator replaced meanwhile', async (t) => {
  const site = await startAccountPages(t, database, {
    users: (users) => ({
      ...users,
      async delete(id, ...rest) {
        const about = { clientId: null, grantId: null, objectId: null, address: null, detail: {} }
        const event = { ...about, userId: id, kind: 'account.password_changed' } as const
        await users.resetPassword(id, '$argon2id$other', new Date(), event)
        return users.delete(id, ...rest)
      },
    }),
  })
  const thief = await signedIn(site, 'ann@example.org')
  const page = await thief.submit('/account/delete', '/account/delete', { current: PASSWORD })
  t.equal(page.status, 400)
  t.ok(await site.stores.users.findByEmail('ann@example.org'))
})

t.test('the access of an application ends with one form, for its owner alone', async (t) => {
  const site = await startAccountPages(t, database)
  const ann = await signedIn(site, 'ann@example.org')
  const bob = await signedIn(site, 'bob@example.org')
  const user = (await site.stores.users.findByEmail('ann@example.org'))!
  const grant = await site.stores.connect(
    user.id,
    'https://x.example/<img src=x onerror=alert(1)>',
    '<b>Agent</b>\u202Egnp',
  )
  const path = '/account/applications/revoke'

  await bob.submit('/account', path, { grant: grant.id })
  t.equal(site.revocations.has(grant.id), false)
  t.equal((await ann.submit('/account', path, { grant: 'grt_x' })).status, 400)
  const list = await ann.get('/account/applications')
  t.match(list.html, '&lt;b&gt;Agent&lt;/b&gt;')
  t.notMatch(list.html, '<img src=x')
  t.notMatch(list.html, '\u202E')

  const done = await ann.submit('/account/applications', path, { grant: list.hidden('grant') })
  t.equal(done.location, '/account/applications?ended=1')
  t.equal(site.revocations.has(grant.id), true)
  t.match((await ann.get('/account/applications?ended=1')).html, 'The access has ended.')
  const [event] = await site.stores.audit.list(user.id, { limit: 1, before: null })
  t.match(event, { kind: 'grant.revoked', address: '198.51.100.1' })
  t.equal((await ann.submit('/account', path, { grant: grant.id })).status, 303, 'twice does no harm')
})

t.test('activity comes in pages, the newest first, and is exported whole', async (t) => {
  const site = await startAccountPages(t, database)
  const visitor = await signedIn(site, 'ann@example.org')
  const user = (await site.stores.users.findByEmail('ann@example.org'))!
  for (let n = 0; n < 120; n++) {
    await site.stores.audit.write({
      userId: user.id,
      kind: 'animation.updated',
      clientId: 'cli_x',
      grantId: null,
      objectId: newObjectId('anm', Date.now()),
      address: '203.0.113.9',
      // An older version may have written a detail that this one has no word for.
      detail: { name: `<script>alert(${n})</script>`, 'a<b': 'c\u2028d' } as Record<string, string>,
    })
  }
  let path: string | undefined = '/account/activity'
  const seen: string[] = []
  const pages: string[] = []
  while (path !== undefined) {
    const { html } = await visitor.get(path)
    pages.push(html)
    seen.push(...[...html.matchAll(/<code>(anm_\w+)<\/code>/g)].map(([, id]) => id ?? ''))
    path = /rel="next" href="([^"]*)"/.exec(html)?.[1]
  }
  t.equal(pages.length, 3)
  t.equal(new Set(seen).size, 120)
  t.notMatch(pages.join(''), '<script')
  t.match(pages[0], '&lt;script&gt;alert(119)')
  t.equal((await visitor.get('/account/activity?before=%27%3B--')).status, 200)

  const file = await visitor.get('/account/activity.ndjson')
  t.match(file.headers.get('content-type'), /^application\/x-ndjson/)
  t.match(file.headers.get('content-disposition'), /^attachment; filename="signpost-activity\.ndjson"$/)
  const lines = file.html.trimEnd().split('\n')
  t.equal(lines.length, 122)
  const events = lines.map((line) => JSON.parse(line) as { kind: string; at: string; id: string })
  t.strictSame(
    [events[119], events[121]].map((event) => event?.kind),
    ['animation.updated', 'account.created'],
  )
  const ids = events.map(({ id }) => id)
  t.strictSame(ids, ids.toSorted().toReversed())
  const bob = await signedIn(site, 'bob@example.org')
  t.notMatch((await bob.get('/account/activity.ndjson')).html, 'anm_')
  t.equal((await createVisitor(site.url).get('/account/activity.ndjson')).status, 303)
})

t.test('an account has one export made at a time', async (t) => {
  const site = await startAccountPages(t, database)
  const visitor = await signedIn(site, 'ann@example.org')
  const { audit } = site.stores
  const list = audit.list.bind(audit)
  let goOn = (): void => {}
  const heldUp = new Promise<void>((resolve) => (goOn = resolve))
  const begun = new Promise<void>((resolve) => {
    audit.list = async (...asked) => {
      resolve()
      await heldUp
      return list(...asked)
    }
  })
  const first = visitor.get('/account/activity.ndjson')
  await begun
  const second = visitor.get('/account/activity.ndjson')
  t.equal((await second).status, 429)
  goOn()
  t.match((await second).headers.get('retry-after'), /^[1-9]\d*$/)
  t.equal((await first).status, 200)
  t.equal((await visitor.get('/account/activity.ndjson')).status, 200, 'then the next one')
})

t.test('failed sign-ins of others are shown to the owner', async (t) => {
  const site = await startAccountPages(t, database)
  const visitor = await signedIn(site, 'ann@example.org')
  await createVisitor(site.url, { address: '203.0.113.66' }).signIn('ann@example.org', 'a wrong guess')
  let { html } = await visitor.get('/account')
  while (!html.includes('203.0.113.66')) ({ html } = await visitor.get('/account'))
  t.match(html, 'Sign-in failed: wrong password')
})

t.test('a store that is away is a page with 503, which comes back by itself', async (t) => {
  let isAway = false
  const site = await startAccountPages(t, database, {
    users: (users) => ({
      ...users,
      find: (id) => (isAway ? Promise.reject(new Unavailable('down', { retryAfterSeconds: 2 })) : users.find(id)),
    }),
  })
  const visitor = await signedIn(site, 'ann@example.org')
  isAway = true
  for (const path of ['/account', '/account/activity.ndjson', '/authorize?x=1']) {
    const page = await visitor.get(path)
    t.equal(page.status, 503, path)
    t.equal(page.headers.get('retry-after'), '2')
    t.match(page.html, 'Not available at the moment')
    t.equal(page.headers.getSetCookie().length, 0, 'the session is kept')
  }
  t.equal((await createVisitor(site.url).get('/')).status, 200, 'what needs no store is there')
  isAway = false
  t.equal((await visitor.get('/account')).status, 200)
})

t.test('pages speak the language that was asked for, then the one of the browser', async (t) => {
  const { url } = await startAccountPages(t, database)
  const visitor = createVisitor(url)
  const languageOf = async (path: string, field = 'en'): Promise<string | null> => {
    const page = await visitor.get(path, { 'accept-language': field })
    t.match(page.html, `<html lang="${page.headers.get('content-language')}">`)
    return page.headers.get('content-language')
  }
  t.equal(await languageOf('/', 'ko-KR,ko;q=0.9'), 'ko')
  t.equal(await languageOf('/', 'fr'), 'en')
  t.equal(await languageOf('/sign-in?lang=zh', 'ko'), 'zh')
  t.equal(await languageOf('/sign-up', 'ko'), 'zh', 'it stays')
  t.equal(await languageOf('/sign-up?lang=%3Cscript%3E', 'ko'), 'zh')
  t.equal(await languageOf('/nothing', 'ko'), 'zh')
  t.equal(
    (await visitor.get('/nothing', { accept: 'application/json' })).headers.get('content-type'),
    'application/problem+json',
  )
  const flow = await visitor.get('/authorize?state=a%2Bb&lang=ko&x=1')
  t.equal(flow.hidden('continue'), '/authorize?state=a%2Bb&amp;x=1', 'the language is no part of the request')
  t.match(flow.html, 'href="/authorize?state=a%2Bb&amp;x=1&amp;lang=en"')
  const long = await visitor.get(`/authorize?${'a&'.repeat(5000)}`)
  t.match(long.html, 'href="/authorize?lang=en"', 'a long query is not repeated for each language')
  t.ok(long.html.length < 20_000, `${long.html.length} characters`)
})
