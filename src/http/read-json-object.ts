const decoder = new TextDecoder('utf-8', { fatal: true })

/** A JSON object in strict UTF-8, without a prototype; null for every other body. */
export function readJsonObject(bytes: Uint8Array): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(decoder.decode(bytes))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.assign(Object.create(null) as Record<string, unknown>, value)
      : null
  } catch {
    return null
  }
}
