import { request } from 'node:https'
import type { IncomingMessage } from 'node:http'
import { isIP, type LookupFunction } from 'node:net'
import { brotliDecompressSync, gunzipSync, inflateSync, type ZlibOptions } from 'node:zlib'
import { createResolveHost, type ResolveHost } from './resolve-host.ts'
import { isLoopbackAddress, isPublicAddress } from './special-addresses.ts'
import { currentTrace } from '../../shared/trace/request-trace.ts'

/** Result of a fetch. Names of header fields are in lower case. */
export type FetchedDocument =
  | { readonly ok: true; readonly body: Uint8Array; readonly headers: IncomingMessage['headers'] }
  | { readonly ok: false; readonly fault: FetchFault }

export type FetchFault =
  /**
   * No address, a forbidden one, no connection, no trust, or no answer in time. These are not distinguished, since that
   * would map a network.
   */
  | 'unreachable'
  /** Another status than 200, including redirects. */
  | 'status'
  | 'media-type'
  /** A content coding that is unknown, or a body that is not in it. */
  | 'coding'
  | 'too-large'

export type FetchDocument = (url: string) => Promise<FetchedDocument>

export interface FetchDocumentOptions {
  /** Whether documents may be fetched from this machine: for development, where the service has a loopback address. */
  readonly allowLoopback: boolean
  readonly resolve?: ResolveHost
  /** Certificates to trust instead of the well-known authorities, in PEM. */
  readonly ca?: string
  readonly timeoutMs?: number
}

/** Limit of a document, with and without its content coding. It is that of a registration, which says the same. */
const DOCUMENT_LIMIT_BYTES = 16 * 1024
const TIMEOUT_MS = 2500
/** Hosts of documents also serve pages, with policies and cookies of several kilobytes. */
const HEADERS_LIMIT_BYTES = 16 * 1024
/** Content codings that servers use although `identity` is asked for (RFC 9110 §8.4.1). */
const DECODERS: ReadonlyMap<string, (body: Buffer, options: ZlibOptions) => Buffer> = new Map([
  ['identity', (body: Buffer) => body],
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  ['deflate', inflateSync],
  ['br', brotliDecompressSync],
])
const JSON_TYPE = /^application\/(?:[a-z0-9!#$&^_.+-]+\+)?json\s*(?:;|$)/i

/**
 * Creates the function that fetches a client's metadata document, from an address that a stranger chose
 * (draft-ietf-oauth-client-id-metadata-document §5, §8.6, §8.7). It looks up and checks all addresses of the host before it
 * connects to any. The connection uses only these, so that a changed name cannot redirect it. It follows no redirect, keeps
 * no connection, and stops decompressing at the limit.
 */
export function createFetchDocument(options: FetchDocumentOptions): FetchDocument {
  const { allowLoopback, ca, resolve = createResolveHost(), timeoutMs = TIMEOUT_MS } = options
  const isAllowed = (address: string): boolean =>
    isPublicAddress(address) || (allowLoopback && isLoopbackAddress(address))

  /** Looks up a name for the socket. Literal addresses are never looked up. */
  const lookup: LookupFunction = (host, { all, family }, onLookup) => {
    resolve(host).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: isIP(address) }))
        const wanted = found.filter((one) => family === undefined || family === 0 || one.family === family)
        const [first] = wanted
        if (first === undefined || !addresses.every((address) => isAllowed(address))) {
          onLookup(new Error('the host has no address that may be asked'), '', 0)
        } else if (all === true) onLookup(null, wanted)
        else onLookup(null, first.address, first.family)
      },
      (cause: unknown) => onLookup(new Error('the host could not be looked up', { cause }), '', 0),
    )
  }

  return (text) =>
    new Promise((settle) => {
      const url = new URL(text)
      const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
      if (isIP(host) !== 0 && !isAllowed(host)) return settle({ ok: false, fault: 'unreachable' })
      const trace = currentTrace()
      const traceField = trace === null ? {} : { traceparent: trace.traceparent }
      const outgoing = request(url, {
        agent: false,
        lookup,
        headers: { Accept: 'application/json', 'Accept-Encoding': 'identity', 'User-Agent': 'Signpost', ...traceField },
        maxHeaderSize: HEADERS_LIMIT_BYTES,
        ...(ca === undefined ? {} : { ca }),
      })
      const deadline = setTimeout(() => finish({ ok: false, fault: 'unreachable' }), timeoutMs)

      function finish(result: FetchedDocument): void {
        clearTimeout(deadline)
        outgoing.destroy()
        settle(result)
      }

      outgoing.on('error', () => finish({ ok: false, fault: 'unreachable' }))
      outgoing.on('response', (response) => {
        const fault = headFault(response)
        if (fault !== null) return finish({ ok: false, fault })
        const pieces: Buffer[] = []
        let length = 0
        response.on('data', (piece: Buffer) => {
          length += piece.byteLength
          if (length > DOCUMENT_LIMIT_BYTES) finish({ ok: false, fault: 'too-large' })
          else pieces.push(piece)
        })
        response.on('end', () => finish(decode(Buffer.concat(pieces), response.headers)))
        response.on('error', () => finish({ ok: false, fault: 'unreachable' }))
        response.on('close', () => finish({ ok: false, fault: 'unreachable' }))
      })
      outgoing.end()
    })
}

function headFault({ headers, statusCode }: IncomingMessage): FetchFault | null {
  if (statusCode !== 200) return 'status'
  if (!JSON_TYPE.test(headers['content-type'] ?? '')) return 'media-type'
  return Number(headers['content-length'] ?? 0) > DOCUMENT_LIMIT_BYTES ? 'too-large' : null
}

function decode(body: Buffer, headers: IncomingMessage['headers']): FetchedDocument {
  const decoder = DECODERS.get(codingOf(headers))
  if (decoder === undefined) return { ok: false, fault: 'coding' }
  try {
    return { ok: true, body: decoder(body, { maxOutputLength: DOCUMENT_LIMIT_BYTES }), headers }
  } catch (error) {
    return { ok: false, fault: error instanceof RangeError ? 'too-large' : 'coding' }
  }
}

function codingOf(headers: IncomingMessage['headers']): string {
  return (headers['content-encoding'] || 'identity').trim().toLowerCase()
}
