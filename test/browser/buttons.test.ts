import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import t from 'tap'
import type { Test } from 'tap'
import { standInAuthorization, startAccountPages, startPagesDatabase } from '../support/account-pages.ts'
import { createVisitor } from '../support/account-pages-visitor.ts'
import { startService } from '../support/start-service.ts'
import { signIn } from './account/fixture.ts'
import { NARROW, NO_BROWSER, openIn } from './browser-fixture.ts'
import { startIconsSite } from './icons-fixture.ts'

const SPLASH = readFileSync(new URL('../../src/web/static/style/splash.css', import.meta.url), 'utf8')
const SCHEMES = ['light', 'dark'] as const
/** Contrast that WCAG asks of texts, and of what shows where a control is. */
const TEXT_CONTRAST = 4.5
const FILL_CONTRAST = 3
interface Look {
  readonly fill: string
  readonly text: string
  /** Values of custom properties as colours. */
  readonly accent: string
  readonly onAccent: string
  readonly danger: string
  readonly onDanger: string
  readonly ground: string
}

/** Runs in the page. The ground of an element is the colour of the nearest element around it that has one. */
const LOOK = `
  const probe = element.appendChild(document.createElement('i'))
  const colour = (name) => {
    probe.style.color = 'var(' + name + ')'
    return getComputedStyle(probe).color
  }
  const [accent, onAccent, danger, onDanger] = ['--accent', '--on-accent', '--danger', '--on-danger'].map(colour)
  probe.remove()
  let around = element.parentElement
  while (getComputedStyle(around).backgroundColor === 'rgba(0, 0, 0, 0)') around = around.parentElement
  const { backgroundColor: fill, color: text } = getComputedStyle(element)
  return { fill, text, accent, onAccent, danger, onDanger, ground: getComputedStyle(around).backgroundColor }`

function lookOf(locator: Locator): Promise<Look> {
  return locator.evaluate(new Function('element', LOOK) as () => Look)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map((part) => {
    const share = Number(part) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** How much the fill of a button stands out from what is around it. */
function strength({ fill, ground }: Look): number {
  return fill === 'rgba(0, 0, 0, 0)' ? 1 : contrast(fill, ground)
}

async function assertFilled(t: Test, button: Locator, what: string, by: 'accent' | 'danger' = 'accent'): Promise<Look> {
  await button.waitFor()
  const look = await lookOf(button)
  t.equal(look.fill, look[by], `${what}: the fill`)
  t.equal(look.text, by === 'accent' ? look.onAccent : look.onDanger, `${what}: the text`)
  t.ok(contrast(look.fill, look.text) >= TEXT_CONTRAST, `${what}: the text can be read`)
  t.ok(strength(look) >= FILL_CONTRAST, `${what}: the button can be seen`)
  return look
}

async function assertWeaker(t: Test, button: Locator, primary: Look, what: string): Promise<void> {
  const look = await lookOf(button)
  t.ok(strength(look) < strength(primary), `${what} is weaker than the primary button`)
  t.ok(contrast(look.text, look.ground) >= TEXT_CONTRAST, `${what}: the text can be read`)
}

/** @returns selectors of the style of front pages that something in the page has */
function splashIn(page: Page): Promise<string[]> {
  return page.evaluate(`{
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(${JSON.stringify(SPLASH)})
    const rules = [...sheet.cssRules].flatMap((rule) => rule.cssRules?.length > 0 ? [...rule.cssRules] : [rule])
    rules.map(({ selectorText }) => selectorText.replace(/::\\w+/g, '')).filter((each) => document.querySelector(each) !== null)
  }`)
}

t.test('primary buttons of a front page are filled', { skip: NO_BROWSER }, async (t) => {
  const hero = `{ title: Light, actions: [{ text: Begin, link: /en }, { text: Code, link: /en, variant: secondary }] }`
  const content = { 'docs/en/index.md': `---\ntitle: Home\ntemplate: splash\nhero: ${hero}\n---\n\nText.\n` }
  const { url } = await startService(t, { content })
  const site = await openIn(t, url)
  for (const colorScheme of SCHEMES) {
    const page = await site.open(t, '/en', { colorScheme })
    const begin = await assertFilled(t, page.getByRole('link', { name: 'Begin' }), `Begin, ${colorScheme}`)
    await assertWeaker(t, page.getByRole('link', { name: 'Code' }), begin, `Code, ${colorScheme}`)
    t.ok((await splashIn(page)).length > 5, 'the style of front pages is used')
  }
})

t.test('primary buttons of accounts are filled, and Allow is stronger than Deny', { skip: NO_BROWSER }, async (t) => {
  const database = await startPagesDatabase(t)
  const { url } = await startAccountPages(t, database, { authorization: standInAuthorization() })
  await createVisitor(url).signUp('ann@example.org')
  const site = await openIn(t, url)
  for (const colorScheme of SCHEMES) {
    const page = await site.open(t, '/', { colorScheme })
    const of = (name: string): string => `${name}, ${colorScheme}`
    const button = (name: string): Locator => page.locator('main').getByRole('button', { name, exact: true })
    const noSplash = async (what: string): Promise<void> => {
      t.same(await splashIn(page), [], of(what))
    }

    const first = await assertFilled(t, page.locator('main').getByRole('link', { name: 'Sign in' }), of('start page'))
    await assertWeaker(t, page.getByRole('link', { name: 'Create an account' }), first, of('Create an account'))
    await noSplash('start page')
    await page.goto(`${url}/sign-up`)
    await assertFilled(t, button('Create account'), of('sign-up'))
    await noSplash('sign-up')
    const line = new Function('element', 'return getComputedStyle(element).borderTopStyle') as () => string
    t.equal(await page.locator('.field').first().evaluate(line), 'none', 'a form has no lines of parameters')
    await page.goto(`${url}/authorize?x=1`)
    await page.getByLabel('Password').waitFor()
    await assertFilled(t, button('Sign in'), of('sign-in'))
    await signIn(page)
    const allow = await assertFilled(t, button('Allow'), of('Allow'))
    await assertWeaker(t, button('Deny'), allow, of('Deny'))
    await noSplash('consent')
    await page.goto(`${url}/account/password`)
    await assertFilled(t, button('Change password'), of('password'))
    await page.goto(`${url}/account/delete`)
    await assertFilled(t, page.locator('main form .button'), of('delete'), 'danger')
    await noSplash('delete')
  }
})

t.test('the primary button of the icons is filled', { skip: NO_BROWSER }, async (t) => {
  const site = await startIconsSite(t)
  for (const colorScheme of SCHEMES) {
    const page = await site.open(t, '/', { colorScheme, viewport: NARROW })
    t.same(await splashIn(page), [], colorScheme)
    await page.getByRole('button', { name: 'Filters' }).click()
    await assertFilled(t, page.getByRole('button', { name: 'Show results' }), `Show results, ${colorScheme}`)
  }
})
