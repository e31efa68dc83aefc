/** Password of every visitor. It stands here, because whoever loads the pages loads the whole account host. */
export const PASSWORD = 'a heron over wet fields'

/** A browser without a screen. It keeps cookies and reads the keys of forms, but follows no redirects. */
export interface Visitor {
  readonly cookies: Map<string, string>
  get(path: string, headers?: Record<string, string>): Promise<Page>
  /** Posts a form with exactly these fields. */
  post(path: string, fields: Record<string, string> | string, headers?: Record<string, string>): Promise<Page>
  /** Opens the page with the form, and posts the form with its key. */
  submit(page: string, action: string, fields: Record<string, string>): Promise<Page>
  signUp(email: string, password?: string): Promise<Page>
  signIn(email: string, password?: string): Promise<Page>
}

export interface Page {
  readonly status: number
  readonly headers: Headers
  readonly location: string | null
  readonly html: string
  /** @returns the value of a hidden field, or `''` if there is none */
  readonly hidden: (name: string) => string
}

export interface VisitorOptions {
  /** Address from which the visitor's requests seem to come. */
  readonly address?: string
  /** `Origin` header of each form. With null there is none. */
  readonly origin?: string | null
}

export function createVisitor(url: string, options: VisitorOptions = {}): Visitor {
  const cookies = new Map<string, string>()
  const origin = options.origin === undefined ? url : options.origin
  const base: Record<string, string> = { 'x-forwarded-for': options.address ?? '198.51.100.1', accept: 'text/html' }

  async function ask(path: string, init: RequestInit): Promise<Page> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { ...base, ...(cookie === '' ? {} : { cookie }), ...(init.headers as Record<string, string>) }
    const response = await fetch(url + path, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (line.includes('Max-Age=0')) cookies.delete(name)
      else cookies.set(name, value)
    }
    const html = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      location: response.headers.get('location'),
      html,
      hidden: (name) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '',
    }
  }

  const visitor: Visitor = {
    cookies,
    get: (path, headers = {}) => ask(path, { headers }),
    post(path, fields, headers = {}) {
      const body = typeof fields === 'string' ? fields : new URLSearchParams(fields).toString()
      const type = { 'content-type': 'application/x-www-form-urlencoded', ...(origin === null ? {} : { origin }) }
      return ask(path, { method: 'POST', body, headers: { ...type, ...headers } })
    },
    async submit(page, action, fields) {
      const { hidden } = await visitor.get(page)
      return visitor.post(action, { formKey: hidden('formKey'), ...fields })
    },
    signUp: (email, password = PASSWORD) => visitor.submit('/sign-up', '/sign-up', { email, password }),
    signIn: (email, password = PASSWORD) => visitor.submit('/sign-in', '/sign-in', { email, password }),
  }
  return visitor
}
