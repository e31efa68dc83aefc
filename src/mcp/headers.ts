import { excerpt, isObject, type JsonObject } from './protocol.ts'

/** An argument of a tool that clients repeat in a header field, so that intermediaries can route by it (2026-07-28). */
export interface ParameterHeader {
  /** Names of the members from the arguments to the value. */
  readonly path: readonly string[]
  /** Name of the field in lower case. */
  readonly field: string
  readonly type: 'string' | 'integer' | 'boolean'
}

/** Member of `params` that `Mcp-Name` repeats, by method. */
const NAMED_BY: ReadonlyMap<string, string> = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
])

/** Reads `MCP-Protocol-Version`, which a proxy may have repeated. */
export function readVersion(field: string): string {
  const [first = '', ...others] = field.split(',').map((value) => value.trim())
  return others.every((other) => other === first) ? first : field
}

const BASE64_BEGIN = '=?base64?'
const BASE64_END = '?='
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
const DECIMAL = /^-?\d+(?:\.\d+)?$/
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Decodes a value that a header field cannot carry directly; null: it is malformed. */
function decodeFieldValue(value: string): string | null {
  if (!value.startsWith(BASE64_BEGIN) || !value.endsWith(BASE64_END)) return value
  const coded = value.slice(BASE64_BEGIN.length, -BASE64_END.length)
  if (!BASE64.test(coded)) return null
  try {
    return utf8.decode(Buffer.from(coded, 'base64'))
  } catch {
    return null
  }
}

/** Finds the fault of `Mcp-Name`, or null. */
export function findNameFault(method: string, params: JsonObject, field: string): string | null {
  const member = NAMED_BY.get(method)
  if (member === undefined) return null
  const value = params[member]
  if (typeof value !== 'string') {
    return field !== '' && decodeFieldValue(field.trim()) === null ? 'Mcp-Name carries an invalid Base64 value' : null
  }
  if (field === '') return 'Mcp-Name header is absent'
  if (field === value) return null
  const decoded = decodeFieldValue(field.trim())
  if (decoded === null) return 'Mcp-Name carries an invalid Base64 value'
  return decoded === value ? null : `params.${member} and Mcp-Name disagree`
}

/**
 * Reads the `x-mcp-header` declarations of an input schema.
 *
 * @throws {TypeError} for a declaration that clients must refuse.
 */
export function readParameterHeaders(schema: JsonObject): readonly ParameterHeader[] {
  const found: ParameterHeader[] = []
  const visit = (node: unknown, path: readonly string[]): void => {
    if (!isObject(node)) return
    const name = node['x-mcp-header']
    if (name !== undefined) found.push(toParameterHeader(name, node['type'], path))
    const properties = node['properties']
    if (isObject(properties)) {
      for (const [property, child] of Object.entries(properties)) visit(child, [...path, property])
    }
  }
  visit(schema, [])
  if (new Set(found.map(({ field }) => field)).size < found.length) throw new TypeError('an x-mcp-header stands twice')
  return found
}

function toParameterHeader(name: unknown, type: unknown, path: readonly string[]): ParameterHeader {
  const known = type === 'string' || type === 'integer' || type === 'boolean'
  if (path.length === 0 || !known || typeof name !== 'string' || !TOKEN.test(name)) {
    throw new TypeError(`x-mcp-header at ${path.join('.')} must name a field for a string, an integer or a boolean`)
  }
  return { path, field: `mcp-param-${name.toLowerCase()}`, type }
}

/** Compares the `Mcp-Param-*` fields with the arguments; null: they agree. */
export function findParameterFault(
  headers: readonly ParameterHeader[],
  args: unknown,
  readField: (name: string) => string,
): string | null {
  for (const header of headers) {
    const value = valueAt(args, header.path)
    if (value === undefined || value === null) continue
    const field = readField(header.field)
    const where = excerpt(header.path.join('.'))
    if (field === '') return `the body carries ${where} but the ${header.field} header is absent`
    const decoded = decodeFieldValue(field)
    if (decoded === null) return `the ${header.field} header carries an invalid Base64 value`
    if (!isSame(header, value, decoded)) return `the ${header.field} header and ${where} disagree`
  }
  return null
}

function isSame({ type }: ParameterHeader, value: unknown, field: string): boolean {
  if (type === 'integer' && typeof value === 'number' && DECIMAL.test(field)) return Number(field) === value
  return (
    (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') && String(value) === field
  )
}

function valueAt(args: unknown, path: readonly string[]): unknown {
  let value = args
  for (const name of path) value = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
  return value
}
