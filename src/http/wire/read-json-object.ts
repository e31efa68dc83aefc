import { measureJson } from '../../shared/json-measures.ts'

const decoder = new TextDecoder('utf-8', { fatal: true })

/** A JSON object in strict UTF-8 within the limits of `measureJson`, without a prototype; null for every other body. */
export function readJsonObject(bytes: Uint8Array): Readonly<Record<string, unknown>> | null {
  if (measureJson(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)).fault !== null) return null
  try {
    const value: unknown = JSON.parse(decoder.decode(bytes))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.assign(Object.create(null) as Record<string, unknown>, value)
      : null
  } catch {
    return null
  }
}
