// The schemas of all tools, as converters of models' interfaces read them, and the faults of every argument.
import t from 'tap'
import { isObject } from '../../../src/mcp/protocol.ts'
import type { Tool } from '../../../src/mcp/features/tool.ts'
import { newObjectId } from '../../../src/shared/object-id.ts'
import type { Json } from '../fixture.ts'
import { EVERY_TOOL } from './every-tool.ts'

interface Schema extends Json {
  readonly type: string
  readonly description?: string
  readonly enum?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly required?: readonly string[]
}

const root = (tool: Tool): Schema => tool.inputSchema as unknown as Schema

/** Keywords that all converters know. Descriptions tell the other bounds. */
const KEYWORDS = new Set(['type', 'properties', 'required', 'description', 'enum', 'default', 'maximum', 'items'])

t.test('schemas use only what every converter knows, and describe every member', (t) => {
  const visit = (schema: Schema, path: string, isRoot: boolean): void => {
    const { properties, items, type, ...rest } = schema
    const keys = Object.keys(rest).filter((key) => !KEYWORDS.has(key) && key !== 'additionalProperties')
    t.same(keys, [], `${path} has no other keyword`)
    t.match(type, /^(?:object|array|string|integer|number|boolean)$/, `${path} has one type`)
    if (!isRoot) t.ok((schema.description ?? '').length > 1 || path.endsWith('[]'), `${path} is described`)
    if (type === 'array') t.ok(items, `${path} names its items`)
    if (type !== 'object') return
    const names = Object.keys(properties ?? {})
    // OpenAI's strict mode closes what is not open, and takes no object without members unless it is closed.
    const expected = isRoot ? (names.length === 0 ? false : undefined) : true
    t.equal(schema['additionalProperties'], expected, `${path} is open or closed as it should be`)
    if (!isRoot) t.ok(names.length > 0, `${path} names members`)
    t.ok(properties, `${path} has properties`)
    for (const [name, child] of Object.entries(properties ?? {})) visit(child, `${path}.${name}`, false)
    if (items !== undefined) visit(items, `${path}[]`, false)
  }
  for (const tool of EVERY_TOOL) {
    visit(root(tool), tool.name, true)
    for (const [name, child] of Object.entries(root(tool).properties ?? {}))
      if (child.items !== undefined) visit(child.items, `${tool.name}.${name}[]`, false)
  }
  t.end()
})

t.test('a document names its members, and its schema takes others', (t) => {
  for (const name of ['create_animation', 'update_animation']) {
    const { document } = root(EVERY_TOOL.find((tool) => tool.name === name)!).properties!
    t.strictSame(Object.keys(document!.properties!), ['v', 'fr', 'ip', 'op', 'w', 'h', 'layers'])
    t.equal(document!['additionalProperties'], true)
  }
  t.end()
})

/** Values that are right, for arguments whose schema does not say what is. */
const RIGHT: Json = {
  query: 'rain',
  path: '/en/start',
  slug: 'start',
  name: 'Rain',
  icon_id: 'meteocons-rain',
  workspace_id: newObjectId('ws', 0),
  to_workspace_id: newObjectId('ws', 0),
  project_id: newObjectId('prj', 0),
  to_project_id: newObjectId('prj', 0),
  expected_version: 1,
}

function right(tool: Tool, name: string): unknown {
  if (name !== 'id') return RIGHT[name]
  const prefix = /workspace|project|animation/.exec(tool.name)?.[0]
  return prefix === undefined
    ? 'meteocons-rain'
    : newObjectId(({ workspace: 'ws', project: 'prj', animation: 'anm' } as const)[prefix as 'project'], 0)
}

function detailOf(tool: Tool, args: Json): string | null {
  const parsed = tool.parse(args)
  return parsed.ok ? null : parsed.detail
}

/** Words of the library that checks arguments. */
const FOREIGN = /invalid|expected(?!_version)|received|too (?:big|small)|unrecognized|undefined|NaN|[<>]=|nullish/i

t.test('every fault of every argument names it and says what is allowed, in our words', (t) => {
  let faults = 0
  for (const tool of EVERY_TOOL) {
    const { properties = {}, required = [] } = root(tool)
    const base: Json = Object.fromEntries(required.map((name) => [name, right(tool, name)]))
    const check = (name: string, args: Json, allowed: RegExp): void => {
      const detail = detailOf(tool, args)
      const what = `${tool.name} ${JSON.stringify(args).slice(0, 100)}: ${String(detail)}`
      if (detail === null) {
        t.fail(what)
        return
      }
      faults++
      t.match(detail, new RegExp(`(?:^|; )${name}\\b`), what)
      t.match(detail, allowed, what)
      t.notMatch(detail, name === 'expected_version' ? /invalid|expected (?!_)|received|too / : FOREIGN, what)
    }
    for (const [name, schema] of Object.entries(properties)) {
      const allowed = {
        integer: /a whole number (?:between -?\d+ and \d+|of at least \d+)/,
        boolean: /true or false/,
        string: schema.enum === undefined ? /text|characters|begins with|must not be empty/ : /one of /,
        object: /a JSON object|an object/,
      }[schema.type]!
      const wrong = {
        integer: ['x', '1e3', '1.5', 1.5, true, {}, [], -1, 10 ** 9 + 0.5],
        boolean: ['yes', 'x', 1, {}, []],
        string: schema.enum === undefined ? [true, {}, ['x']] : ['Nonsense', true, {}, [], 10 ** 6],
        object: [7, 'x', [1], true],
      }[schema.type]!
      for (const value of wrong) check(name, { ...base, [name]: value }, allowed)
      if (typeof schema['maximum'] === 'number') check(name, { ...base, [name]: schema['maximum'] + 1 }, allowed)
      if (required.includes(name)) {
        const { [name]: _left, ...others } = base
        for (const args of [others, { ...others, [name]: null }]) check(name, args, /is missing: /)
      } else
        t.equal(detailOf(tool, { ...base, [name]: null }), detailOf(tool, base), `${tool.name}: null is no ${name}`)
      if (schema.type === 'string' && schema.enum === undefined && name !== 'locale')
        check(name, { ...base, [name]: 'x'.repeat(10_000) }, /characters|begins with/)
    }
    const unknown = detailOf(tool, { ...base, colour_of_icon: 'red' })
    t.match(unknown, /^unknown argument colour_of_icon: /, tool.name)
    for (const name of Object.keys(properties)) t.match(unknown, new RegExp(`\\b${name}\\b`))
  }
  t.ok(faults > 400, `${faults} faults were looked at`)
  t.end()
})

t.test('every number, truth value and language of every tool may be written as text', (t) => {
  let read = 0
  for (const tool of EVERY_TOOL) {
    const { properties = {}, required = [] } = root(tool)
    // An upload names what it replaces, or what it makes.
    const needed = tool.name === 'upload_animation' ? ['id'] : required
    const base: Json = Object.fromEntries(needed.map((name) => [name, right(tool, name)]))
    for (const [name, { type, ...schema }] of Object.entries(properties)) {
      const maximum = typeof schema['maximum'] === 'number' ? schema['maximum'] : 1
      const [written, meant] =
        type === 'integer' ? [String(maximum), maximum] : type === 'boolean' ? ['True', true] : ['ko-KR', 'ko']
      if (type !== 'integer' && type !== 'boolean' && name !== 'locale') continue
      const parsed = tool.parse({
        name: 'x',
        ...base,
        [name]: written,
        ...(tool.name.startsWith('update_') ? { name: 'x' } : {}),
      })
      const fits = parsed.ok ? parsed : tool.parse({ ...base, [name]: written })
      t.ok(
        fits.ok && isObject(fits.value) && fits.value[name] === meant,
        `${tool.name} ${name} ${JSON.stringify(fits)}`,
      )
      read++
    }
  }
  t.ok(read > 20)
  t.end()
})
