import type { CornerCase } from './corner-cases.ts'

const WAIT_LIMIT_MS = 10_000

/**
 * Sends the request and reduces its answer to what two servers must have in common. That is the status, and for each
 * message its id and the code of its error or the members of its result, in one line.
 */
export async function observe(url: string, { body, headers, method }: CornerCase): Promise<string> {
  const response = await fetch(url, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
    signal: AbortSignal.timeout(WAIT_LIMIT_MS),
  })
  const text = await response.text()
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
  const documents = isStream
    ? [...text.matchAll(/^data: ?(.+)$/gm)].map(([, data = '']) => data)
    : text === ''
      ? []
      : [text]
  return `${response.status} ${documents.flatMap(shapesOf).join(' | ')}`
}

function shapesOf(json: string): string[] {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    return ['not JSON']
  }
  // The order of a batch's answers is free (JSON-RPC 2.0 §6).
  return Array.isArray(value) ? [`batch of ${value.length}`, ...value.map(shapeOf).toSorted()] : [shapeOf(value)]
}

function shapeOf(message: unknown): string {
  const { id, error, result, method } = Object(message) as {
    id?: unknown
    error?: { code?: unknown; data?: unknown }
    result?: Record<string, unknown>
    method?: unknown
  }
  const to = `id ${JSON.stringify(id) ?? 'absent'}`
  if (error !== undefined) return `${to}: error ${String(error.code)}`
  if (result === undefined) return `${to}: ${String(method)}`
  const failed = result['isError'] === true ? ' isError' : ''
  return `${to}: result${failed} of ${Object.keys(result).toSorted().join(', ')}`
}
