import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import type { Test } from 'tap'

/** A span as it came over the wire. */
export interface ReceivedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string
  readonly name: string
  readonly kind: number
  readonly startNs: bigint
  readonly endNs: bigint
  readonly status: number
  readonly attributes: Readonly<Record<string, string>>
  /** Attributes of what sent it. */
  readonly resource: Readonly<Record<string, string>>
}

type Field = readonly [number: number, value: bigint | Buffer]

/** Reads the fields of a message of Protocol Buffers, without its schema. */
function fieldsOf(bytes: Buffer): Field[] {
  const fields: Field[] = []
  let at = 0
  const varint = (): bigint => {
    for (let value = 0n, shift = 0n; ; shift += 7n) {
      const byte = bytes[at++]!
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
  }
  while (at < bytes.length) {
    const key = Number(varint())
    const type = key & 7
    if (type === 0) fields.push([key >> 3, varint()])
    else if (type === 1) fields.push([key >> 3, bytes.readBigUInt64LE((at += 8) - 8)])
    else if (type === 5) fields.push([key >> 3, BigInt(bytes.readUInt32LE((at += 4) - 4))])
    else if (type === 2) {
      const length = Number(varint())
      fields.push([key >> 3, bytes.subarray(at, (at += length))])
    } else throw new Error(`wire type ${type}`)
  }
  return fields
}

const messages = (fields: readonly Field[], number: number): Field[][] =>
  fields.flatMap(([field, value]) => (field === number && Buffer.isBuffer(value) ? [fieldsOf(value)] : []))
const valueOf = (fields: readonly Field[], number: number): bigint | Buffer | undefined =>
  fields.find(([field]) => field === number)?.[1]
const hex = (value: bigint | Buffer | undefined): string => (Buffer.isBuffer(value) ? value.toString('hex') : '')
const text = (value: bigint | Buffer | undefined): string => String(value ?? '')

function attributesOf(fields: readonly Field[], number: number): Record<string, string> {
  return Object.fromEntries(
    messages(fields, number).map((each) => [text(valueOf(each, 1)), text(messages(each, 2)[0]?.[0]?.[1])]),
  )
}

/** Reads an ExportTraceServiceRequest of opentelemetry/proto/collector/trace/v1. */
function spansOf(request: Buffer): ReceivedSpan[] {
  return messages(fieldsOf(request), 1).flatMap((resourceSpans) => {
    const resource = attributesOf(messages(resourceSpans, 1)[0] ?? [], 1)
    return messages(resourceSpans, 2).flatMap((scopeSpans) =>
      messages(scopeSpans, 2).map((span) => ({
        traceId: hex(valueOf(span, 1)),
        spanId: hex(valueOf(span, 2)),
        parentSpanId: hex(valueOf(span, 4)),
        name: text(valueOf(span, 5)),
        kind: Number(valueOf(span, 6)),
        startNs: valueOf(span, 7) as bigint,
        endNs: valueOf(span, 8) as bigint,
        attributes: attributesOf(span, 9),
        status: Number(valueOf(messages(span, 15)[0] ?? [], 3) ?? 0),
        resource,
      })),
    )
  })
}

export interface Collector {
  readonly url: string
  readonly spans: readonly ReceivedSpan[]
  /** Resolves with the spans that the test looks for, once they have come. */
  received(wanted: (spans: readonly ReceivedSpan[]) => boolean): Promise<readonly ReceivedSpan[]>
}

/** A collector that takes OTLP over HTTP, as the protocol says, and keeps the spans until the test ends. */
export async function startCollector(t: Test, port = 0): Promise<Collector> {
  const spans: ReceivedSpan[] = []
  const watchers = new Set<() => void>()
  const server: Server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const body = Buffer.concat(pieces)
      const isTraces = request.url === '/v1/traces' && request.headers['content-type'] === 'application/x-protobuf'
      if (isTraces) spans.push(...spansOf(request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body))
      response.writeHead(isTraces ? 200 : 404, { 'Content-Type': 'application/x-protobuf' }).end()
      for (const watcher of watchers) watcher()
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    received: (wanted) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (!wanted(spans)) return
          watchers.delete(look)
          resolve([...spans])
        }
        watchers.add(look)
        look()
      }),
  }
}
