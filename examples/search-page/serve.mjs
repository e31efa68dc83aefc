// Serves two pages that search, with a Content Security Policy that allows its own files and requests to the documentation host.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { compile, packages } from './bundle.mjs'

/** The address that the pages name. */
const WRITTEN = 'http://localhost:4000'

const [docs = WRITTEN, port = '8081'] = process.argv.slice(2)

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  'img-src data:',
  `connect-src ${docs}`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ')

const CLIENT = '../../clients/typescript/src/'
const SCRIPTS = ['search.js', 'main.tsx', 'search-box.tsx', 'use-search.ts']

const here = (/** @type {string} */ name) => readFileSync(new URL(name, import.meta.url), 'utf8')
const files = new Map([
  ['/', here('index.html')],
  ['/react', here('react.html')],
  ['/style.css', here('style.css')],
  ...SCRIPTS.map((name) => /** @type {const} */ ([`/${name}`, compile(here(name))])),
  ...['index.ts', 'call.ts', 'signpost-error.ts'].map(
    (name) => /** @type {const} */ ([`/client/${name}`, compile(here(CLIENT + name))]),
  ),
  ...packages(),
])

/** @param {string} url */
function mediaTypeOf(url) {
  if (/\.(?:js|tsx?)$/.test(url)) return 'text/javascript; charset=utf-8'
  return url.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/html; charset=utf-8'
}

const server = createServer(({ url = '' }, response) => {
  const body = files.get(url)
  response.writeHead(body === undefined ? 404 : 200, {
    'Content-Type': body === undefined ? 'text/plain' : mediaTypeOf(url),
    'Content-Security-Policy': POLICY,
    'X-Content-Type-Options': 'nosniff',
  })
  response.end(body?.replaceAll(WRITTEN, docs) ?? 'There is no such file.\n')
})
server.listen(Number(port), 'localhost', () => {
  const address = server.address()
  const bound = typeof address === 'object' ? address?.port : undefined
  console.log(`The pages are at http://localhost:${bound}/ and http://localhost:${bound}/react, and search ${docs}`)
})
