import { createServer } from 'node:http'
import { readFileSync, readdirSync } from 'node:fs'
import { extname, join, relative } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.wasm': 'application/wasm',
  '.webp': 'image/webp',
  '.xml': 'application/xml',
}
const COMPRESSED = /text|javascript|json|svg|xml|wasm/

interface StaticAnswer {
  readonly body: Uint8Array
  readonly encoding: string | null
  readonly mediaType: string
}

/**
 * Serves a built site as a good static host does: every file from memory, and texts as Brotli of the highest quality. Such a host
 * keeps files with a hash in their name for ever.
 *
 * @returns its origin, without a slash at its end
 */
export async function serveStaticSite(folder: string): Promise<{ origin: string; close: () => void }> {
  const answers = new Map<string, StaticAnswer>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const address = `/${relative(folder, path)}`
    answers.set(address.replace(/\/index\.html$/, '/'), answerOf(path))
  }
  const server = createServer((request, response) => {
    const address = decodeURIComponent((request.url ?? '/').replace(/[?#].*$/s, ''))
    const found = answers.get(address)
    const answer = found ?? answers.get('/404.html')
    if (answer === undefined) return response.writeHead(404).end()
    return response
      .writeHead(found === undefined ? 404 : 200, {
        'Cache-Control': address.startsWith('/_astro/') ? 'public, max-age=31536000, immutable' : 'max-age=0',
        'Content-Type': answer.mediaType,
        'Content-Length': answer.body.byteLength,
        ...(answer.encoding === null ? {} : { 'Content-Encoding': answer.encoding }),
      })
      .end(answer.body)
  })
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('the server has no port')
  return { origin: `http://127.0.0.1:${bound.port}`, close: () => server.close() }
}

function answerOf(path: string): StaticAnswer {
  const bytes = readFileSync(path)
  const mediaType = MEDIA_TYPES[extname(path)] ?? 'application/octet-stream'
  if (!COMPRESSED.test(mediaType)) return { body: bytes, encoding: null, mediaType }
  return { body: brotliCompressSync(bytes), encoding: 'br', mediaType }
}
