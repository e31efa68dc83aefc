import t from 'tap'
import { DETAILS } from '../../../../src/account/audit/audit-event.ts'
import { newObjectId } from '../../../../src/shared/object-id.ts'
import { accountMessagesFor } from '../../../../src/hosts/account/pages/messages/account-messages.ts'
import { standInAuthorization, startAccountPages, startPagesDatabase } from '../../../support/account-pages.ts'
import type { PagesSite } from '../../../support/account-pages.ts'
import { createVisitor, PASSWORD } from '../../../support/account-pages-visitor.ts'
import type { Visitor } from '../../../support/account-pages-visitor.ts'

const database = await startPagesDatabase(t)
const REVOKE = '/account/applications/revoke'
const PLACE = { browser: 'Firefox', system: 'Linux', network: '203.0.113.0/24' }

async function signedIn({ stores, url }: PagesSite, email = 'ann@example.org') {
  const visitor = createVisitor(url)
  await visitor.signUp(email)
  await visitor.signIn(email)
  return { visitor, user: (await stores.users.findByEmail(email))! }
}

/** Text of a page without its markup. */
function textOf(html: string): string {
  return html
    .replace(/<(head|style)[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]*>/g, '')
    .replaceAll(/\s+/g, ' ')
}

const itemsOf = (html: string): string[] =>
  html
    .split('<li class="card application">')
    .slice(1)
    .map((each) => textOf(each.split('</li>')[0] ?? ''))

t.test('two installations of one application are shown, and end, apart', async (t) => {
  const site = await startAccountPages(t, database)
  const { user, visitor } = await signedIn(site)
  const laptop = await site.stores.connect(user.id, 'https://editor.example/client.json', 'Editor', { place: PLACE })
  const nowhere = { browser: null, system: null, network: null }
  const desktop = await site.stores.connect(user.id, 'https://editor.example/client.json', 'Editor', { place: nowhere })
  const used = new Date('2026-03-01T10:05:00Z')
  await site.stores.grants.touch(new Map([[laptop.id, used]]))
  await site.stores.grants.touch(new Map([[laptop.id, new Date('2026-03-02T11:06:00Z')]]))

  const [second = '', first = ''] = itemsOf((await visitor.get('/account/applications')).html)
  t.match(first, 'Approved in Firefox · Linux · 203.0.113.0/24')
  t.match(first, 'First used 1 Mar 2026, 10:05 UTC')
  t.match(first, 'Last used 2 Mar 2026, 11:06 UTC')
  t.match(second, 'The browser that approved it was not recorded.')
  t.match(second, 'Not used yet')
  t.notMatch(second, /used \d/)

  t.equal((await visitor.submit('/account/applications', REVOKE, { grant: laptop.id })).status, 303)
  t.strictSame([site.revocations.has(laptop.id), site.revocations.has(desktop.id)], [true, false])
  t.strictSame(
    (await site.stores.grants.list(user.id)).map(({ id }) => id),
    [desktop.id],
  )
})

t.test('a connection that this browser has approved says so, until the next sign-in', async (t) => {
  const site = await startAccountPages(t, database)
  const { user, visitor } = await signedIn(site)
  const browser = await site.accounts.find(visitor.cookies.get('signpost') ?? '')
  await site.stores.connect(user.id, 'cli_x', 'Editor', { place: PLACE, signIn: browser?.sessionHash ?? '' })
  const here = 'Approved in this browser (Firefox · Linux · 203.0.113.0/24)'
  t.ok(itemsOf((await visitor.get('/account/applications')).html)[0]?.includes(here))
  visitor.cookies.delete('signpost')
  await visitor.signIn('ann@example.org', PASSWORD)
  t.notOk(itemsOf((await visitor.get('/account/applications')).html)[0]?.includes(here))
})

t.test(
  'the consent page offers the connections that the new one may take the place of, and passes on the choice',
  async (t) => {
    const stand = standInAuthorization()
    const asked: (string | null | undefined)[] = []
    const told: (string | undefined)[] = []
    let isFull = false
    const site = await startAccountPages(t, database, {
      authorization: {
        async begin(rawQuery, person, address) {
          told.push(person?.userAgent)
          const outcome = await stand.begin(rawQuery, person, address)
          if (outcome.kind !== 'consent' || person === null) return outcome
          const [grant, other] = await site.stores.grants.list(person.userId)
          const replaceable = { grants: [grant!], signIn: null, oldest: isFull ? other! : null }
          return { ...outcome, replaceable }
        },
        decide(rawQuery, person, approved, address, replaces) {
          asked.push(replaces)
          return stand.decide(rawQuery, person, approved, address)
        },
      },
    })
    const { user, visitor } = await signedIn(site)
    const [other, mine] = [
      await site.stores.connect(user.id, 'cli_y', 'Other'),
      await site.stores.connect(user.id, 'cli_x', 'Editor', { place: PLACE }),
    ]
    const page = await visitor.get('/authorize?x=1', { 'user-agent': 'Firefox/1' })
    t.equal(told.at(-1), 'Firefox/1')
    t.match(textOf(page.html), 'This application is connected already')
    t.match(page.html, '<input type="radio" name="replaces" form="decision" value="" checked>')
    t.match(page.html, `<input type="radio" name="replaces" form="decision" value="${mine.id}">`)
    t.notMatch(page.html, other.id)
    const fields = { formKey: page.hidden('formKey'), query: 'x=1', decision: 'allow' }
    for (const replaces of [{}, { replaces: '' }, { replaces: mine.id }]) {
      t.equal((await visitor.post('/authorize/decision', { ...fields, ...replaces })).status, 200)
    }
    t.strictSame(asked, [null, null, mine.id])
    t.equal((await visitor.post('/authorize/decision', { ...fields, replaces: 'grt_1' })).status, 400)

    isFull = true
    const full = await visitor.get('/authorize?x=1')
    t.match(textOf(full.html), 'You have 100 connected applications')
    t.match(full.html, `value="${other.id}" checked>`)
    t.match(full.html, `value="${mine.id}">`)
    t.notMatch(full.html, 'name="replaces" form="decision" value=""', 'something has to go')
  },
)

t.test('the activity names an application also after its access has ended, and so does the export', async (t) => {
  const site = await startAccountPages(t, database)
  const { user, visitor } = await signedIn(site)
  const grant = await site.stores.connect(user.id, 'cli_gone', 'Rain <i>Editor</i>', { place: PLACE })
  await site.stores.audit.write({
    userId: user.id,
    kind: 'animation.created',
    clientId: 'cli_gone',
    grantId: grant.id,
    objectId: newObjectId('anm', Date.now()),
    address: null,
    detail: { name: 'Rain' },
  })
  await visitor.submit('/account/applications', REVOKE, { grant: grant.id })
  for (const path of ['/account', '/account/activity']) {
    const { html } = await visitor.get(path)
    t.match(textOf(html), 'By: Rain &lt;i&gt;Editor&lt;/i&gt; (Approved in Firefox · Linux · 203.0.113.0/24)', path)
    t.match(textOf(html), 'Access of an application ended Rain &lt;i&gt;Editor&lt;/i&gt; reason: you ended it', path)
    t.notMatch(html, 'cli_gone')
  }
  const lines = (await visitor.get('/account/activity.ndjson')).html.trimEnd().split('\n')
  const events = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  const named = { clientName: 'Rain <i>Editor</i>', grantId: grant.id, place: PLACE }
  t.match(
    events.find(({ kind }) => kind === 'animation.created'),
    { ...named, detail: { name: 'Rain' } },
  )
  t.match(
    events.find(({ kind }) => kind === 'grant.revoked'),
    named,
  )
})

t.test('pages in Chinese and Korean say all of an event in their language', async (t) => {
  const site = await startAccountPages(t, database)
  const { user, visitor } = await signedIn(site)
  const reasons = Object.keys(accountMessagesFor('en').reasons)
  const common = { userId: user.id, clientId: null, grantId: null, objectId: null, address: null }
  const values = { name: '비', client: '雨', redirect: '1.example', by: 'operator', document: true, asked: false }
  const rest = { from: 'prj_1', to: 'prj_2', of: 'anm_1', projects: 2, animations: 3 }
  const detail = { ...values, ...rest, reason: 'user' }
  t.strictSame(Object.keys(detail).toSorted(), DETAILS.toSorted(), 'all there are')
  await site.stores.audit.write({ ...common, kind: 'animation.updated', detail })
  for (const reason of reasons)
    await site.stores.audit.write({ ...common, kind: 'grant.revoked', detail: { reason, client: '雨' } })
  for (const lang of ['zh', 'ko']) {
    const { html } = await visitor.get(`/account/activity?lang=${lang}`)
    const list = textOf(html.slice(html.indexOf('<ol class="events">'), html.indexOf('</ol>')))
    const words = list.replaceAll(/\b(?:1\.example|(?:prj|anm)_\d|[\d.:]+)\b/g, '').match(/[A-Za-z]{2,}/g)
    t.strictSame(words, null, lang)
  }
})

t.test(
  'pages of an authorization speak the language that the application asks for, unless the reader has chosen',
  async (t) => {
    const site = await startAccountPages(t, database)
    const flow = '/authorize?x=1&ui_locales=fr-CA%20ko-KR%20zh'
    const at = encodeURIComponent(flow)
    const languageOf = async (visitor: Visitor, path: string): Promise<string | null> =>
      (await visitor.get(path, { 'accept-language': 'zh' })).headers.get('content-language')
    const visitor = createVisitor(site.url)
    for (const path of [flow, `/sign-in?continue=${at}`, `/sign-up?continue=${at}`]) {
      t.equal(await languageOf(visitor, path), 'ko', path)
    }
    t.equal(await languageOf(visitor, '/sign-in'), 'zh', 'nothing of it stays')
    for (const tags of ['', 'fr', '%%', 'a&ui_locales=ko', '%3Bq=x,ko%3Bq=0']) {
      t.equal(await languageOf(visitor, `/authorize?x=1&ui_locales=${tags}`), 'zh', `"${tags}"`)
    }
    const page = await visitor.get(flow)
    const form = { formKey: page.hidden('formKey'), continue: flow, email: 'ann@example.org' }
    const wrong = await visitor.post('/sign-in', { ...form, password: 'not the password' })
    t.strictSame([wrong.status, wrong.headers.get('content-language')], [400, 'ko'])

    await visitor.signUp('ann@example.org')
    await visitor.signIn('ann@example.org')
    const consent = await visitor.get(flow)
    t.equal(consent.headers.get('content-language'), 'ko')
    const decision = { formKey: consent.hidden('formKey'), query: flow.slice('/authorize?'.length), decision: 'deny' }
    t.equal((await visitor.post('/authorize/decision', decision)).headers.get('content-language'), 'ko')
    t.equal(await languageOf(visitor, `${flow}&lang=en`), 'en')
    t.equal(await languageOf(visitor, flow), 'en', 'the choice of the reader stays')
  },
)
