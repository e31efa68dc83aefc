import { createRequire } from 'node:module'
import type * as Uws from 'uws-node20'
import { uwsFault, uwsPackageFor } from './uws-package.ts'

export type { HttpRequest, HttpResponse, us_listen_socket as ListenSocket } from 'uws-node20'

/** uWebSockets.js reads the environment variable of this name once, when its library is loaded into the process. */
const HEADER_LIMIT_VARIABLE = 'UWS_HTTP_MAX_HEADERS_SIZE'

/**
 * Largest request head: the 2,048 characters that a page's path may have, each up to 12 bytes when it is percent-encoded,
 * and 8 KiB of other header fields. uWebSockets.js answers a larger head with 431 by itself.
 */
const HEADER_LIMIT_BYTES = 32 * 1024

let loaded: typeof Uws | undefined

/**
 * Sets the limit on request heads. Call it in the main thread before any thread loads uWebSockets.js: other threads have a
 * copy of the environment, which the library does not see.
 */
export function limitRequestHeads(): void {
  process.env[HEADER_LIMIT_VARIABLE] ??= String(HEADER_LIMIT_BYTES)
}

/**
 * Loads uWebSockets.js.
 *
 * @throws {Error} when no binary fits. It says what is installed, or names the release of Node and of glibc.
 */
export function loadUws(): typeof Uws {
  if (loaded !== undefined) return loaded
  limitRequestHeads()
  const { arch, platform, versions } = process
  try {
    loaded = createRequire(import.meta.url)(uwsPackageFor(versions.node)) as typeof Uws
  } catch (cause) {
    const fault = uwsFault({ arch, node: versions.node, platform }, import.meta.url)
    if (fault !== null) throw new Error(fault, { cause })
    throw new Error(
      `No uWebSockets.js binary loads under Node ${versions.node} on ${platform} ${arch} with ${describeLibc()}. ` +
        'Node 20 and 22 run on glibc 2.31 or newer; Node 24 and later need glibc 2.38 or newer. musl (Alpine) is not supported.',
      { cause },
    )
  }
  return loaded
}

const encoder = new TextEncoder()

/** A header field's name for `getHeader`, which would copy a string at each call. */
export function fieldName(name: Lowercase<string>): ArrayBuffer {
  return encoder.encode(name).slice().buffer
}

function describeLibc(): string {
  const report = process.report.getReport() as unknown as { header: { glibcVersionRuntime?: string } }
  const version = report.header.glibcVersionRuntime
  return version === undefined ? 'no glibc' : `glibc ${version}`
}
