type Json = null | boolean | number | string | readonly Json[] | { readonly [member: string]: Json }
type Schema = { readonly [keyword: string]: Json }

const ANNOTATIONS = new Set(['description', 'default', 'examples', 'title'])

/**
 * Checks a value by the part of JSON Schema 2020-12 that the API description uses. Throws if the schema uses more. @returns
 * faults
 */
export function faultsBySchema(value: unknown, schema: unknown, root: unknown, at = ''): string[] {
  if (schema === true) return []
  if (schema === null || typeof schema !== 'object' || Array.isArray(schema)) throw new TypeError(`no schema at ${at}`)
  return Object.entries(schema as Schema).flatMap(([keyword, wanted]) => {
    if (ANNOTATIONS.has(keyword)) return []
    const check = CHECKS[keyword]
    if (check === undefined) throw new TypeError(`the keyword ${keyword} at ${at}`)
    return check(value, wanted, { schema: schema as Schema, root, at })
  })
}

interface Place {
  readonly schema: Schema
  readonly root: unknown
  readonly at: string
}
type Check = (value: unknown, wanted: Json, place: Place) => string[]

/** Makes the check of a keyword that needs the value alone. */
const plain =
  (name: string, passes: (value: unknown, wanted: Json) => boolean): Check =>
  (value, wanted, { at }) =>
    passes(value, wanted) ? [] : [`${at || 'the value'}: ${name} ${JSON.stringify(wanted)}`]

const sizeOf = (value: unknown): number =>
  typeof value === 'string' ? [...value].length : Array.isArray(value) ? value.length : Number.NaN

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  null: (value) => value === null,
  string: (value) => typeof value === 'string',
  integer: Number.isInteger,
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  array: Array.isArray,
  object: isObject,
}

const CHECKS: Readonly<Record<string, Check>> = {
  type: plain('type', (value, wanted) => [wanted as string | string[]].flat().some((name) => TYPES[name]?.(value))),
  enum: plain('enum', (value, wanted) => (wanted as readonly unknown[]).includes(value)),
  minLength: plain('minLength', (value, wanted) => !(sizeOf(value) < Number(wanted))),
  maxLength: plain('maxLength', (value, wanted) => !(sizeOf(value) > Number(wanted))),
  pattern: plain(
    'pattern',
    (value, wanted) => typeof value !== 'string' || new RegExp(wanted as string, 'u').test(value),
  ),
  minimum: plain('minimum', (value, wanted) => !(Number(value) < Number(wanted))),
  maximum: plain('maximum', (value, wanted) => !(Number(value) > Number(wanted))),
  minItems: plain('minItems', (value, wanted) => !(sizeOf(value) < Number(wanted))),
  maxItems: plain('maxItems', (value, wanted) => !(sizeOf(value) > Number(wanted))),
  format: plain('format', (value, wanted) => wanted === 'uri' && typeof value === 'string' && URL.canParse(value)),
  required: plain('required', (value, wanted) => (wanted as readonly string[]).every((name) => name in Object(value))),
  properties: (value, wanted, { root, at }) =>
    Object.entries(wanted as Schema).flatMap(([name, schema]) =>
      isObject(value) && name in value ? faultsBySchema(value[name], schema, root, `${at}/${name}`) : [],
    ),
  additionalProperties: (value, wanted, { schema, root, at }) =>
    Object.entries(isObject(value) ? value : {})
      .filter(([name]) => !(name in Object(schema['properties'])))
      .flatMap(([name, member]) =>
        wanted === false
          ? [`${at}/${name} is not allowed`]
          : faultsBySchema(member, emptyAsTrue(wanted), root, `${at}/${name}`),
      ),
  items: (value, wanted, { schema, root, at }) => {
    const first = Array.isArray(schema['prefixItems']) ? schema['prefixItems'].length : 0
    return (Array.isArray(value) ? value.slice(first) : []).flatMap((item, index) =>
      wanted === false
        ? [`${at}/${first + index} is one too many`]
        : faultsBySchema(item, wanted, root, `${at}/${first + index}`),
    )
  },
  prefixItems: (value, wanted, { root, at }) =>
    (wanted as readonly Json[]).flatMap((schema, index) =>
      Array.isArray(value) && index < value.length ? faultsBySchema(value[index], schema, root, `${at}/${index}`) : [],
    ),
  anyOf: (value, wanted, { root, at }) =>
    (wanted as readonly Json[]).some((schema) => faultsBySchema(value, schema, root, at).length === 0)
      ? []
      : [`${at}: anyOf`],
  allOf: (value, wanted, { root, at }) =>
    (wanted as readonly Json[]).flatMap((schema) => faultsBySchema(value, schema, root, at)),
  $ref: (value, wanted, { root, at }) => faultsBySchema(value, resolve(root, wanted as string), root, at),
}

function emptyAsTrue(schema: Json): Json {
  return isObject(schema) && Object.keys(schema).length === 0 ? true : schema
}

function resolve(root: unknown, reference: string): unknown {
  const [start, ...names] = reference.split('/')
  if (start !== '#') throw new TypeError(`the reference ${reference}`)
  return names.reduce<unknown>((place, name) => (isObject(place) ? place[name] : undefined), root)
}
