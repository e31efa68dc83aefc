import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Test } from 'tap'

interface HostPage {
  /** Attributes of the element `html`. */
  readonly html?: string
  /** What the head holds beside a title. */
  readonly head?: string
  readonly body?: string
}

/**
 * Serves a page of another origin than the service. Its policy lets it load and ask nothing but what the documentation of the
 * widget names, and forbids texts that become HTML.
 *
 * @param origin origin of the service
 * @param pages by path
 * @returns address of the site
 */
export async function serveHostPages(
  t: Test,
  origin: string,
  pages: Readonly<Record<string, HostPage>>,
): Promise<string> {
  const policy = `default-src 'none'; script-src ${origin}; connect-src ${origin}; require-trusted-types-for 'script'`
  const server = createServer(({ url = '' }, response) => {
    const page = pages[url.replace(/\?.*/, '')]
    response.writeHead(page ? 200 : 404, {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy,
    })
    response.end(page && documentOf(page))
  })
  t.teardown(() => server.close().closeAllConnections())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function documentOf({ html = 'lang="en"', head = '', body = '' }: HostPage): string {
  const viewport = '<meta name="viewport" content="width=device-width">'
  return `<!doctype html><html ${html}><head><meta charset="utf-8">${viewport}<title>A site</title>${head}</head>
<body><main><h1>A site</h1><input aria-label="Name">${body}</main></body></html>`
}
