import t from 'tap'
import { CONSENT, standInAuthorization, startAccountPages, startPagesDatabase } from '../../support/account-pages.ts'
import { createVisitor } from '../../support/account-pages-visitor.ts'
import { assertAccessible, NO_BROWSER, openIn } from '../browser-fixture.ts'
import { loopbackRequest, signIn } from './fixture.ts'

const LOOKS = [
  { colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  { colorScheme: 'dark', viewport: { width: 320, height: 640 } },
] as const

t.test('no page breaks a rule of accessibility, in any language, colours or size', { skip: NO_BROWSER }, async (t) => {
  const database = await startPagesDatabase(t)
  const request = {
    ...loopbackRequest('http://127.0.0.1:1/', 'A '.repeat(90)),
    clientHost: 'very-long-name-of-a-host.'.repeat(3),
  }
  const { stores, url } = await startAccountPages(t, database, { authorization: standInAuthorization(request) })
  const site = await openIn(t, url)
  const email = `${'long'.repeat(12)}@example.org`
  await createVisitor(url).signUp(email)
  const user = (await stores.users.findByEmail(email))!
  await stores.connect(user.id, 'https://x.example/a-very-long-address-of-a-document', 'Agent'.repeat(20))
  const languages = ['en', 'zh', 'ko'] as const
  const signedOut = ['/', '/sign-up', '/sign-in?notice=made', '/authorize?x=1', '/authorize?refused', '/nothing']
  const signedIn = [
    '/account',
    '/account/applications',
    '/account/activity',
    '/account/password',
    '/account/delete',
    '/authorize?x=2',
  ]
  let turn = 0
  for (const look of LOOKS) {
    const page = await site.open(t, '/', look)
    const check = async (path: string): Promise<void> => {
      const lang = languages[turn++ % languages.length] ?? 'en'
      await page.goto(`${url}${path}${path.includes('?') ? '&' : '?'}lang=${lang}`)
      await checkHere(`${path} ${lang}`)
    }
    const checkHere = (what: string): Promise<void> => assertAccessible(t, page, `${what}, ${look.colorScheme}`)
    for (const path of signedOut) await check(path)
    await page.goto(`${url}/sign-up?lang=en`)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.locator('#ui\\:errors:focus').waitFor()
    await checkHere('faults')
    t.equal(await page.evaluate('document.activeElement.id'), 'ui:errors', 'what is wrong has the focus')
    await page.getByRole('link', { name: /Enter an e-mail/ }).click()
    t.equal(await page.evaluate('document.activeElement.id'), 'email', 'a click goes to the field')
    await page.goto(`${url}/sign-in`)
    await signIn(page, email)
    for (const path of signedIn) await check(path)
  }
})

t.test(
  'the page before the site of an application breaks no rule of accessibility either',
  { skip: NO_BROWSER },
  async (t) => {
    const database = await startPagesDatabase(t)
    const redirectUri = `very-long-name-of-a-scheme.${'very-long-name.'.repeat(6)}example://${'a'.repeat(90)}/callback`
    const narrowedScopes = Array.from({ length: 9 }, (_, n) => `scope:${'of-something.'.repeat(9)}${n}`)
    const authorization = standInAuthorization({ ...CONSENT, redirectUri, narrowedScopes })
    const { url } = await startAccountPages(t, database, { authorization })
    await createVisitor(url).signUp('ann@example.org')
    const site = await openIn(t, url)
    for (const look of LOOKS) {
      const page = await site.open(t, '/', look)
      const checkHere = (what: string): Promise<void> => assertAccessible(t, page, `${what}, ${look.colorScheme}`)
      for (const lang of ['en', 'zh', 'ko']) {
        await page.goto(`${url}/authorize?faulty&lang=${lang}`)
        await checkHere(`error ${lang}`)
      }
      await page.goto(`${url}/authorize?x&lang=en`)
      await signIn(page)
      for (const lang of ['en', 'zh', 'ko']) {
        await page.goto(`${url}/authorize?x&lang=${lang}`)
        await checkHere(`narrowed ${lang}`)
      }
      await page.goto(`${url}/authorize?x&lang=en`)
      await page.getByRole('button', { name: 'Deny' }).click()
      await page.getByRole('heading', { name: 'You have denied access' }).waitFor()
      await checkHere('denied')
    }
  },
)
