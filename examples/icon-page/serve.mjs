// Serves the page with a Content Security Policy that allows its own files, and images and data of the icons host.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'

/** The address that the page names. */
const WRITTEN = 'http://localhost:4002'

const [icons = WRITTEN, port = '8080'] = process.argv.slice(2)

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  `img-src ${icons}`,
  `connect-src ${icons}`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const here = (/** @type {string} */ name) => readFileSync(new URL(name, import.meta.url), 'utf8')
// The light player runs no expressions, so it needs no `eval`, which the policy forbids.
const player = readFileSync(createRequire(import.meta.url).resolve('lottie-web/build/player/lottie_light.min.js'))

/** @type {Readonly<Record<string, readonly [mediaType: string, body: string | Buffer]>>} */
const files = {
  '/': ['text/html; charset=utf-8', here('index.html').replaceAll(WRITTEN, icons)],
  '/style.css': ['text/css; charset=utf-8', here('style.css')],
  '/show.js': ['text/javascript; charset=utf-8', here('show.js')],
  '/player.js': ['text/javascript; charset=utf-8', player],
}

const server = createServer(({ url = '' }, response) => {
  const [mediaType, body] = files[url] ?? ['text/plain', 'There is no such file.\n']
  response.writeHead(url in files ? 200 : 404, {
    'Content-Type': mediaType,
    'Content-Security-Policy': POLICY,
    'X-Content-Type-Options': 'nosniff',
  })
  response.end(body)
})
server.listen(Number(port), 'localhost', () => {
  const address = server.address()
  const bound = typeof address === 'object' ? address?.port : undefined
  console.log(`The page is at http://localhost:${bound}/ with icons of ${icons}`)
})
