import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Test } from 'tap'

/** Answers a request in place of the folder. Returns false if the folder is to answer. */
export type Instead = (path: string, req: IncomingMessage, res: ServerResponse) => boolean

export interface ArtefactServer {
  readonly url: string
  /** Requests so far: path, and range if there was one. */
  readonly requests: { readonly path: string; readonly range: string | undefined; readonly status: number }[]
  instead: Instead
}

/** A server of Node for a folder, with entity tags and ranges, that a test can have fail. */
export async function serveArtefact(t: Test, folder: string): Promise<ArtefactServer> {
  const server = createServer((req, res) => {
    const path = decodeURIComponent(new URL(req.url ?? '/', 'http://localhost').pathname).slice(1)
    res.once('close', () => served.requests.push({ path, range: req.headers.range, status: res.statusCode }))
    if (!served.instead(path, req, res)) answerFrom(join(folder, path), req, res)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const served: ArtefactServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    requests: [],
    instead: () => false,
  }
  return served
}

function answerFrom(path: string, req: IncomingMessage, res: ServerResponse): void {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats?.isFile() !== true) {
    res.writeHead(404).end('nothing here')
    return
  }
  const bytes = readFileSync(path)
  const tag = `"${stats.ino}-${stats.mtimeMs}-${stats.size}"`
  const from = Number(/^bytes=(\d+)-$/.exec(req.headers.range ?? '')?.[1] ?? 0)
  if (req.headers['if-none-match'] === tag) res.writeHead(304, { ETag: tag }).end()
  else if (from > 0)
    res
      .writeHead(206, { ETag: tag, 'Content-Range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` })
      .end(bytes.subarray(from))
  else res.writeHead(200, { ETag: tag, 'Content-Length': bytes.length }).end(bytes)
}
