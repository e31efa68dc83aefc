import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import type { Test } from 'tap'
import { CONSENT, standInAuthorization, startAccountPages, startPagesDatabase } from '../../support/account-pages.ts'
import { createVisitor, PASSWORD } from '../../support/account-pages-visitor.ts'
import { NO_BROWSER, openIn } from '../browser-fixture.ts'
import { loopbackRequest, signIn } from './fixture.ts'

/** Starts an application to which browsers return. It is on another origin, and redirects them to a third one. */
async function startApplication(t: Test) {
  const seen: { readonly url: string; readonly referer: string | undefined }[] = []
  const server = createServer((request, response) => {
    seen.push({ url: request.url ?? '', referer: request.headers.referer })
    if (request.url?.startsWith('/callback')) {
      const { port } = server.address() as AddressInfo
      response.writeHead(302, { location: `http://[::1]:${port}/done` })
      response.end()
    } else {
      response.setHeader('content-type', 'text/html')
      response.end('<title>done</title>')
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '::', resolve))
  t.teardown(() => server.close())
  const { port } = server.address() as AddressInfo
  const redirectUri = `http://127.0.0.1:${port}/callback`
  return { seen, redirectUri }
}

t.test('pages of accounts in a browser', { skip: NO_BROWSER }, async (t) => {
  const database = await startPagesDatabase(t)

  await t.test('an application is connected, used and cut off without JavaScript', async (t) => {
    const application = await startApplication(t)
    const name = '<img src=x onerror=alert(1)>"\'>Agent'
    const { stores, url } = await startAccountPages(t, database, {
      authorization: standInAuthorization(loopbackRequest(application.redirectUri, name)),
    })
    const site = await openIn(t, url)
    const page = await site.open(t, '/authorize?client_id=x&state=1', { javaScriptEnabled: false })
    await page.getByRole('link', { name: 'Create an account' }).click()
    await page.getByLabel('E-mail address').fill('ann@example.org')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('heading', { name: 'Ready to sign in' }).waitFor()
    await signIn(page)
    await page.getByRole('heading', { level: 1, name: /^Allow/ }).waitFor()
    t.match(page.url(), /\/authorize\?client_id=x&state=1$/, 'the request goes on where it was')
    t.equal(await page.getByRole('heading', { level: 1 }).textContent(), `Allow ${name} to use your account?`)
    t.equal(await page.locator('img').count(), 0)
    await page.getByText('Did you start this yourself?').waitFor()
    await page.getByText('delete them, for good').waitFor()

    await page.getByRole('button', { name: 'Deny' }).click()
    await page.waitForURL('**/done')
    t.match(application.seen[0]?.url, /error=access_denied/)

    await page.goto(`${url}/authorize?client_id=x&state=2`)
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.waitForURL('**/done')
    t.match(application.seen.find((each) => each.url.includes('code='))?.url, /^\/callback\?code=secret/)
    const leaks = application.seen.filter(({ referer }) => referer?.startsWith(url))
    t.strictSame(leaks, [], 'no address of ours is told')

    const user = (await stores.users.findByEmail('ann@example.org'))!
    await stores.connect(user.id, 'cli_x', name)
    await page.goto(`${url}/account/applications`)
    await page.getByRole('button', { name: `End access of ${name}` }).click()
    await page.getByText('The access has ended.').waitFor()
    await page.getByText('No application is connected.').waitFor()

    await page.goto(`${url}/authorize?client_id=x&state=3`)
    await page.getByRole('button', { name: 'Use another account' }).click()
    await page.getByLabel('E-mail address').waitFor()
    await page.getByRole('link', { name: '한국어' }).click()
    t.equal(await page.locator('html').getAttribute('lang'), 'ko')
    t.match(page.url(), /\/authorize\?client_id=x&state=3&lang=ko$/)
  })

  await t.test('a click that a page of others had somebody begin elsewhere allows nothing', async (t) => {
    const application = await startApplication(t)
    const { url } = await startAccountPages(t, database, {
      authorization: standInAuthorization(loopbackRequest(application.redirectUri, 'Agent')),
    })
    await createVisitor(url).signUp('ann@example.org')
    const site = await openIn(t, url)
    const page = await site.open(t, '/authorize?client_id=x', { javaScriptEnabled: false })
    await signIn(page)
    const allow = page.getByRole('button', { name: 'Allow' })
    await allow.scrollIntoViewIfNeeded()
    const { height, width, x, y } = (await allow.boundingBox())!
    const decisions: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST') decisions.push(request.url())
    })
    // The half second after which the button takes clicks does not pass, however long the browser takes for the click.
    const animations = await page.context().newCDPSession(page)
    await animations.send('Animation.setPlaybackRate', { playbackRate: 0 })
    // This is the second click of a double click, after the first has closed the window above.
    await page.mouse.move(0, 0)
    await page.mouse.click(x + width / 2, y + height / 2)
    await animations.send('Animation.setPlaybackRate', { playbackRate: 1 })
    await allow.click()
    await page.waitForURL('**/done')
    t.strictSame(decisions, [`${url}/authorize/decision`], 'the second click is the first decision')
  })

  await t.test('an error leads no browser to a site by itself, and the refusal of a person does', async (t) => {
    const application = await startApplication(t)
    const { url } = await startAccountPages(t, database, {
      authorization: standInAuthorization({ ...CONSENT, redirectUri: application.redirectUri }),
    })
    await createVisitor(url).signUp('ann@example.org')
    const site = await openIn(t, url)
    const page = await site.open(t, '/authorize?faulty', { javaScriptEnabled: false })
    const link = page.getByRole('link', { name: `Go to ${new URL(application.redirectUri).host}` })
    await link.waitFor()
    t.equal(await page.locator('meta[http-equiv=refresh]').count(), 0)
    await page.goto(`${url}/authorize?x=1`)
    await signIn(page)
    t.strictSame(application.seen, [], 'the error did not go there')
    await page.getByRole('button', { name: 'Deny' }).click()
    await page.waitForURL('**/done')
    t.match(application.seen[0], { url: '/callback?error=access_denied&state=a%22b&iss=x', referer: undefined })
  })

  await t.test('an application is opened by itself after an approval, and by a click after a refusal', async (t) => {
    const redirectUri = 'goose-test://mcp/callback?install=x'
    const { url } = await startAccountPages(t, database, {
      authorization: standInAuthorization({
        ...CONSENT,
        redirectUri,
        redirectHost: 'goose-test',
        narrowedScopes: ['openid', '<b>offline_access'],
      }),
    })
    await createVisitor(url).signUp('ann@example.org')
    const site = await openIn(t, url)
    const page = await site.open(t, '/authorize?x=1', { javaScriptEnabled: false })
    await signIn(page)
    await page.getByText('an installed application (goose-test)').waitFor()
    await page.getByText(redirectUri, { exact: true }).waitFor()
    await page.getByText('Did you start this yourself?').waitFor()
    await page.getByText('It gets full access, or none').waitFor()
    await page.getByText('The application asked for: openid <b>offline_access. There is only one').waitFor()
    const refresh = page.locator('meta[http-equiv=refresh]')

    await page.getByRole('button', { name: 'Deny' }).click()
    await page.getByRole('heading', { name: 'You have denied access' }).waitFor()
    await page.getByText('The application gets no access.').waitFor()
    t.equal(await refresh.count(), 0, 'a link of strangers opens nothing of somebody who has refused')
    const button = page.getByRole('link', { name: 'Continue' })
    t.equal(await button.getAttribute('href'), `${redirectUri}?error=access_denied&state=a%22b&iss=x`)

    await page.goto(`${url}/authorize?x=2`)
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.getByRole('heading', { name: 'Going back to the application' }).waitFor()
    t.equal(await refresh.getAttribute('content'), `0; url=${redirectUri}?code=secret&iss=x`)
    t.equal(await button.getAttribute('href'), `${redirectUri}?code=secret&iss=x`)
  })

  await t.test('who was allowed before goes straight on after the sign-in, whatever redirects follow', async (t) => {
    const application = await startApplication(t)
    const { url } = await startAccountPages(t, database, {
      authorization: standInAuthorization(loopbackRequest(application.redirectUri, 'Agent')),
    })
    await createVisitor(url).signUp('ann@example.org')
    const site = await openIn(t, url)
    const page = await site.open(t, '/authorize?approved', { javaScriptEnabled: false })
    await signIn(page)
    await page.waitForURL('**/done')
    t.match(application.seen[0]?.url, /^\/callback\?code=secret/)
    await page.goto(`${url}/account`)
    await page.getByRole('heading', { name: 'ann@example.org' }).waitFor()
  })

  await t.test('Chromium would stop a redirect after the form: this is why there is a page between', async (t) => {
    const application = await startApplication(t)
    const server = createServer((request, response) => {
      if (request.method === 'POST') response.writeHead(303, { location: application.redirectUri })
      else {
        response.setHeader('content-security-policy', "form-action 'self'")
        response.setHeader('content-type', 'text/html')
      }
      response.end('<form method="post"><button>Go</button></form>')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    t.teardown(() => server.close())
    const site = await openIn(t, `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    const page = await site.open(t, '/')
    const violation = page.waitForEvent('console', (message) => message.text().includes('form-action'))
    await page.getByRole('button').click()
    await violation
    t.equal(application.seen.length, 0)
  })

  await t.test('the policy of the pages lets no script and no foreign form out', async (t) => {
    const { url } = await startAccountPages(t, database)
    const site = await openIn(t, url)
    const page = await site.open(t, '/sign-in')
    const blocked: string[] = []
    page.on('console', (message) => blocked.push(message.text()))
    await page.evaluate(`
      const script = document.createElement('script')
      script.textContent = 'document.title = "run"'
      document.body.append(script)
      const image = document.createElement('img')
      image.src = 'https://evil.example/x.png'
      document.body.append(image)
      document.forms[0].action = 'https://evil.example/'
      document.forms[0].submit()`)
    while (blocked.length < 3) await page.waitForTimeout(20)
    t.not(await page.title(), 'run')
    for (const directive of ['script-src', 'img-src', 'form-action']) {
      t.ok(
        blocked.some((text) => text.includes(directive) || text.includes('default-src')),
        directive,
      )
    }
    t.equal(page.url(), `${url}/sign-in`)
    const framed = await site.open(t, '/', {})
    await framed.setContent(`<iframe src="${url}/sign-in"></iframe>`)
    t.notMatch(
      await framed
        .frames()[1]
        ?.evaluate('document.body?.innerHTML ?? ""')
        .catch(() => ''),
      'password',
    )
  })
})
