// What models and hosts write for an argument, beside the form that its schema has.
import t, { type Test } from 'tap'
import { z } from 'zod'
import { defineTool } from '../../../src/mcp/features/tool.ts'
import { LOCALES } from '../../../src/shared/locale.ts'
import { endpoint, post, request, text, type Json } from '../fixture.ts'

const SCHEMA = z.object({
  query: z.string(),
  limit: z.int().min(1).max(100).default(5).describe('Most results'),
  ratio: z.number().gt(0).max(10).optional(),
  recursive: z.boolean().default(false),
  locale: z.enum(LOCALES).default('en'),
  choice: z.enum(['1', '2', '1.1']).optional(),
  id: z.string().min(3).max(9).optional(),
  filter: z
    .object({
      style: z.string().optional(),
      sizes: z.array(z.int()).optional(),
      deep: z.object({ on: z.boolean() }).optional(),
    })
    .optional(),
  either: z.union([z.string(), z.int()]).optional(),
  cleared: z.string().nullable().optional(),
})
const TOOL = defineTool({ name: 'look', description: 'Looks', input: SCHEMA, run: () => text('Looked') })

function parse(args: Json): unknown {
  const parsed = TOOL.parse({ query: 'x', ...args })
  return parsed.ok ? parsed.value : parsed.detail
}

function reads(t: Test, name: string, given: unknown, expected: unknown): void {
  const read = parse({ [name]: given })
  t.strictSame((read as Json)[name], expected, `${name} ${JSON.stringify(given)}: ${JSON.stringify(read)}`)
}

function refuses(t: Test, name: string, given: unknown, detail: string | RegExp): void {
  t.match(parse({ [name]: given }), detail, `${name} ${JSON.stringify(given)}`)
}

t.test('a number written as text is read, where it is written in digits alone', (t) => {
  for (const given of [5, '5', ' 5 ', '5.0', '5.000']) reads(t, 'limit', given, 5)
  reads(t, 'ratio', '0.25', 0.25)
  for (const given of [
    '1e1',
    '0x5',
    '+5',
    '05',
    '5,0',
    '1_0',
    'five',
    '5 results',
    '5.5',
    '-5',
    '0',
    '101',
    true,
    [5],
    {},
  ])
    refuses(t, 'limit', given, /^limit must be a whole number between 1 and 100$/)
  for (const given of ['-1', 'NaN', 'Infinity', '9'.repeat(400)])
    refuses(t, 'ratio', given, /^ratio must be a number above 0, of at most 10$/)
  t.end()
})

t.test('a truth value written as text is read, and nothing else is taken for one', (t) => {
  for (const given of [true, 'true', 'True', ' TRUE ']) reads(t, 'recursive', given, true)
  for (const given of ['false', 'False']) reads(t, 'recursive', given, false)
  for (const given of ['yes', 'no', '1', '0', 1, 0, 'on', 't', []])
    refuses(t, 'recursive', given, /^recursive must be true or false$/)
  t.end()
})

t.test('a number is read as text where text is asked for, and a truth value is not', (t) => {
  reads(t, 'query', 404, '404')
  reads(t, 'query', 3.5, '3.5')
  reads(t, 'choice', 1, '1')
  refuses(t, 'choice', 1.1, /^choice must be one of 1, 2, 1.1$/)
  for (const given of [true, [], {}]) refuses(t, 'query', given, /^query must be text$/)
  t.end()
})

t.test('null and an empty text are absence where a parameter is optional', (t) => {
  for (const nothing of [null, ''])
    t.same(
      parse({ limit: nothing, ratio: nothing, recursive: nothing, locale: nothing, choice: nothing, id: nothing }),
      {
        query: 'x',
        limit: 5,
        recursive: false,
        locale: 'en',
      },
    )
  reads(t, 'filter', { style: null, sizes: null, deep: null }, {})
  reads(t, 'query', '', '')
  reads(t, 'cleared', null, null)
  reads(t, 'cleared', '', '')
  t.equal(parse({ query: null }), 'query is missing: text')
  t.equal(parse({ query: undefined }), 'query is missing: text')
  t.equal(parse({ filter: { deep: { on: null } } }), 'filter.deep.on is missing: true or false')
  t.end()
})

t.test('objects and lists written as JSON text are read, with all in them', (t) => {
  const expected = { style: '7', sizes: [1, 2], deep: { on: true } }
  reads(t, 'filter', { style: 7, sizes: ['1', '2.0'], deep: { on: 'true' } }, expected)
  reads(t, 'filter', '{"style":7,"sizes":"[1,\\"2\\"]","deep":"{\\"on\\":\\"true\\"}"}', expected)
  reads(t, 'filter', ' {} ', {})
  for (const given of [
    '{"style":',
    '[1]',
    'style',
    '7',
    '['.repeat(20_000),
    `{"a":${'['.repeat(70)}${']'.repeat(70)}}`,
  ])
    refuses(t, 'filter', given, /^filter must be an object$/)
  refuses(t, 'filter', { sizes: '{"0":1}' }, /^filter.sizes must be a list$/)
  refuses(t, 'filter', { sizes: ['a'] }, /^filter.sizes.0 must be a whole number$/)
  t.end()
})

t.test('a language tag is its language, and a language that is not served falls back', (t) => {
  for (const given of ['zh', 'ZH', 'zh-Hans', 'zh_CN', 'zh-Hant-TW', 'zho', 'cmn-Hans', ' zh-CN '])
    reads(t, 'locale', given, 'zh')
  for (const given of ['ko-KR', 'ko_KR.UTF-8', 'kor']) reads(t, 'locale', given, 'ko')
  for (const given of ['en-US', 'eng', 'fr', 'de-DE', 'pt_BR', 'xx']) reads(t, 'locale', given, 'en')
  for (const given of ['Korean', 'english', '*', 'k', '한국어', 7, ['ko'], 'zh'.repeat(50)])
    refuses(t, 'locale', given, /^locale must be one of en, zh, ko$/)
  const strict = defineTool({
    name: 'x',
    description: 'x',
    input: z.object({ locale: z.enum(LOCALES) }),
    run: () => text(''),
  })
  t.match(strict.parse({ locale: 'ko-KR' }), { ok: true, value: { locale: 'ko' } })
  t.match(strict.parse({ locale: 'fr' }), { ok: false, detail: 'locale must be one of en, zh, ko' })
  t.end()
})

t.test('a value of several readings stays as it is', (t) => {
  for (const given of ['5', 5, 'true', '{}']) reads(t, 'either', given, given)
  t.end()
})

t.test('an unknown argument is refused with the known ones, and with the one that was meant', (t) => {
  t.equal(
    parse({ limt: 3 }),
    'unknown argument limt: known are query, limit, ratio, recursive, locale, choice, id, filter, either, cleared. Did you mean limit?',
  )
  t.match(parse({ constructor: 1, toString: 2 }), /^unknown arguments constructor, toString: known are query/)
  t.match(parse({ limit: 0, limt: 3 }), /^limit must be .*; unknown argument limt/)
  t.ok(
    String(parse(Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`${'x'.repeat(500)}${n}`, 1])))).length <
      1000,
  )
  const none = defineTool({ name: 'who', description: 'x', input: z.object({}), run: () => text('') })
  t.match(none.parse({ verbose: true }), { detail: 'unknown argument verbose: there are no arguments.' })
  t.end()
})

t.test('what hosts add to the arguments of every tool is left out', (t) => {
  const added = {
    _meta: {},
    __proto__: 1,
    _auth_auth_type: 'admin',
    toolCallId: 'call_1',
    sessionId: 's',
    chatInput: 'hello',
    action: 'sendMessage',
    random_string: 'x',
    wait_for_previous: true,
    security_context: { agent_fingerprint: {} },
    sessionKey: 'k',
    task_progress: '- [x] look',
  }
  t.same(parse(added), parse({}))
  t.same(parse({ withdrawn: null }), parse({}), 'null in an argument of an older list is no argument')
  t.match(parse({ withdrawn: '' }), /^unknown argument withdrawn/)
  const own = defineTool({ name: 'x', description: 'x', input: z.object({ action: z.string() }), run: () => text('') })
  t.match(own.parse({ action: 'go', sessionId: 's' }), { ok: true, value: { action: 'go' } })
  t.match(own.parse({ sessionId: 's' }), { ok: false, detail: /^action is missing/ })
  t.end()
})

t.test('the arguments of a call may be JSON text, null, or a list without members', async (t) => {
  const to = endpoint(t, { tools: [TOOL] })
  const call = async (args: unknown) => (await post(to, request('tools/call', { name: 'look', arguments: args }))).body
  t.match((await call('{"query":"x","limit":"7"}')).result, { content: [{ text: 'Looked' }] })
  for (const args of [null, [], undefined, '{}', '[]'])
    t.match((await call(args)).result, { isError: true, content: [{ text: /: query is missing: text$/ }] })
  for (const args of ['query', '{', '7', 7, [1], true, '[1]'])
    t.match((await call(args)).error, { code: -32_602, message: 'Invalid params: arguments must be an object' })
})
