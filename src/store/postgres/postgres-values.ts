import { types, type CustomTypesConfig } from 'pg'

/** Column types. Counts arrive as `int8`; none here comes near 2^53. */
export const COLUMN_TYPES: CustomTypesConfig = {
  getTypeParser(oid, format) {
    if (oid === types.builtins.INT8) return Number
    return types.getTypeParser(oid, format) as unknown
  },
}

/**
 * Converts a parameter to its form on the wire. Dates are written in UTC. A list becomes an array of PostgreSQL (`=
 * any($1)`), so JSON must be passed as text.
 *
 * @throws {TypeError} The value has no such form.
 */
export function toParameter(value: unknown): string | Buffer | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value)
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  if (Array.isArray(value)) return `{${value.map(toElement).join(',')}}`
  throw new TypeError('an object cannot be a parameter: give JSON as text')
}

function toElement(value: unknown): string {
  const text = toParameter(value)
  if (text === null) return 'null'
  if (typeof text !== 'string') return `"\\\\x${text.toString('hex')}"`
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}
