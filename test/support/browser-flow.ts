import { setTimeout as sleep } from 'node:timers/promises'
import { createVisitor, PASSWORD, type Page, type Visitor } from './account-pages-visitor.ts'

/** Limit of pages in one flow. */
const STEPS_LIMIT = 10

/** A person with an account and a browser without a screen, which submits forms as they are on their pages. */
export interface Person {
  readonly email: string
  readonly browser: Visitor
  /** Consent pages that were shown, in order. */
  readonly consents: readonly string[]
  /**
   * Opens an authorization request, signs in if necessary, and allows it on the consent page. If a page reports an error
   * for the application, it follows the link to it.
   *
   * @returns the address of the application to which the browser is sent, without opening it
   */
  approve(url: string | URL): Promise<URL>
  deny(url: string | URL): Promise<URL>
  /** Allows the request, and opens the application's address as a browser does. */
  connect(url: string | URL): Promise<void>
  /** Ends all connections on the page of connected applications. */
  disconnectAll(): Promise<void>
}

const TRIES_LIMIT = 100
const TRY_INTERVAL_MS = 100

let people = 0

/** Makes an account on the sign-up page. @param accountUrl Origin of the account host. */
export async function newPerson(accountUrl: string): Promise<Person> {
  const browser = createVisitor(accountUrl)
  const email = `person-${++people}-${process.pid}@example.org`
  const made = await browser.signUp(email)
  if (made.status !== 303) throw new Error(`the sign-up page answered ${made.status}`)
  const consents: string[] = []

  async function answer(url: string | URL, decision: 'allow' | 'deny'): Promise<URL> {
    let target = new URL(url)
    let page = await browser.get(pathOf(target))
    for (let step = 0; step < STEPS_LIMIT; step++) {
      const next = page.location ?? refreshOf(page) ?? wayOutOf(page)
      if (next !== null) {
        target = new URL(next, target)
        if (target.origin !== accountUrl) return target
        page = await browser.get(pathOf(target))
      } else if (hasForm(page, '/authorize/decision')) {
        consents.push(page.html)
        page = await submit(page, '/authorize/decision', { decision })
      } else if (hasForm(page, '/sign-in')) {
        page = await submit(page, '/sign-in', { email, password: PASSWORD })
      } else {
        throw new Error(`nothing to do on the page at ${target.href}: ${page.status} ${textOf(page)}`)
      }
    }
    throw new Error('the browser is sent round in circles')
  }

  const submit = (page: Page, action: string, filled: Record<string, string>): Promise<Page> =>
    browser.post(action, { ...fieldsOf(page, action), ...filled })

  return {
    email,
    browser,
    consents,
    approve: (url) => answer(url, 'allow'),
    deny: (url) => answer(url, 'deny'),
    async connect(url) {
      const response = await fetchWhenThere(await answer(url, 'allow'))
      await response.text()
      if (!response.ok) throw new Error(`the application answered its browser with ${response.status}`)
    },
    async disconnectAll() {
      const action = '/account/applications/revoke'
      for (;;) {
        const page = await browser.get('/account/applications')
        if (page.status !== 200) throw new Error(`the page of connected applications answered ${page.status}`)
        if (!hasForm(page, action)) return
        await submit(page, action, {})
      }
    },
  }
}

/** The application may not listen yet, because no person would be as quick as this browser. */
async function fetchWhenThere(url: URL): Promise<Response> {
  for (let tries = 1; ; tries++) {
    try {
      return await fetch(url)
    } catch (error) {
      if (tries === TRIES_LIMIT) throw error
      await sleep(TRY_INTERVAL_MS)
    }
  }
}

function pathOf({ pathname, search }: URL): string {
  return pathname + search
}

function formOf({ html }: Page, action: string): string | undefined {
  return [...html.matchAll(/<form[^>]*>[\s\S]*?<\/form>/g)]
    .map(([form]) => form)
    .find((form) => form.includes(`method="post" action="${action}"`))
}

function hasForm(page: Page, action: string): boolean {
  return formOf(page, action) !== undefined
}

/** @returns the values of a form's inputs when its page is opened */
function fieldsOf(page: Page, action: string): Record<string, string> {
  const inputs = [...(formOf(page, action) ?? '').matchAll(/<input[^>]*>/g)].map(([input]) => input)
  return Object.fromEntries(inputs.map((input) => [attributeOf(input, 'name'), attributeOf(input, 'value')]))
}

function attributeOf(tag: string, name: string): string {
  return unescape(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '')
}

/** @returns the address to which the page sends its browser */
function refreshOf({ html }: Page): string | null {
  const content = /<meta http-equiv="refresh" content="0; url=([^"]*)">/.exec(html)?.[1]
  return content === undefined ? null : unescape(content)
}

/** @returns the target of the link on a page that reports an error for an application */
function wayOutOf({ html }: Page): string | null {
  const address = /<a class="button second" id="continue" href="([^"]*)">/.exec(html)?.[1]
  return address === undefined ? null : unescape(address)
}

function unescape(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
}

function textOf({ html }: Page): string {
  return /<main[^>]*>([\s\S]*)<\/main>/.exec(html)?.[1]?.replace(/<[^>]*>/g, ' ') ?? html
}
