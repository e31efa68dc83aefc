import t from 'tap'
import { JSON_DEPTH_LIMIT, JSON_VALUE_LIMIT, measureJson } from '../../src/shared/json-measures.ts'

const measure = (text: string) => measureJson(Buffer.from(text))
const fault = (text: string) => measure(text).fault
const elements = (text: string) => measure(text).elements

const AWKWARD = [
  '',
  '\\',
  '"',
  '\\"',
  '"\\',
  ',',
  '[',
  ']',
  '}',
  '],[',
  '\\u0022',
  '","',
  '\n',
  '你好',
  '名'.repeat(40),
]
AWKWARD.push('\\"'.repeat(40), `${'a'.repeat(30)}"`, `${'a'.repeat(30)}\\`, '\\'.repeat(51), `[${'{'.repeat(100)}`)

/** @returns the number of values in a parsed document, without names */
function count(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce((sum: number, member) => sum + count(member), 1)
}

t.test('text may be nested so deeply, whatever it is nested in', async (t) => {
  const nested = (open: string, close: string, depth: number) => open.repeat(depth) + '1' + close.repeat(depth)
  for (const [open, close] of [
    ['[', ']'],
    ['{"a":', '}'],
    [' [\n', '\t]'],
    ['["]",', ',"["]'],
  ] as const) {
    t.equal(fault(nested(open, close, JSON_DEPTH_LIMIT)), null)
    t.equal(fault(nested(open, close, JSON_DEPTH_LIMIT + 1)), 'depth')
  }
  t.equal(fault('['.repeat(65_536)), 'depth')
  t.equal(fault(`]]]]${'['.repeat(JSON_DEPTH_LIMIT + 1)}`), 'depth', 'what closes nothing makes no room')
  t.equal(fault(JSON.stringify([...AWKWARD, '['.repeat(1000)])), null, 'brackets in texts are text')
})

t.test('exactly so many values may be in it, of every kind', async (t) => {
  const list = (length: number, item: string) => `[${Array(length).fill(item).join(',')}]`
  for (const item of ['0', 'null', '"a,b"', '[]', '{}', '[ ]', '{\n}', '{ "a,b" : 1 }', '[[],[]]']) {
    // The list itself counts as a value.
    const most = Math.floor((JSON_VALUE_LIMIT - 1) / count(JSON.parse(item)))
    t.equal(fault(list(most, item)), null, item)
    t.equal(fault(list(most + 1, item)), 'values', item)
  }
  const members = (length: number) => `{${Array.from({ length }, (_, n) => `"${n}":0`).join(',')}}`
  t.equal(fault(members(JSON_VALUE_LIMIT - 1)), null)
  t.equal(fault(members(JSON_VALUE_LIMIT)), 'values')
})

t.test('a batch has as many messages as elements, and anything else one', async (t) => {
  for (const body of ['', ' ', '{}', '{"a":[1,2,3]}', '"[1,2]"', 'null', 'not JSON', '\ufeff[1,2]', '[]', '[ ]']) {
    t.equal(elements(body), 1, body)
  }
  const messages = [0, -1.5e3, true, null, [], {}, [1, [2, [3, 4]], { a: [5, 6] }], ...AWKWARD, { '","': AWKWARD }]
  for (let length = 1; length <= messages.length; length++) {
    const batch = messages.slice(-length)
    t.equal(elements(JSON.stringify(batch)), length)
    t.equal(elements(` \r\n\t${JSON.stringify(batch, null, 2)} `), length)
  }
  t.equal(elements('[1,2],3,4'), 2, 'what follows it is not read')
  t.equal(elements('[1,2,"'), 3)
  t.equal(elements('[1,"\\'), 2)
  t.match(measure(`[1,2,${'['.repeat(JSON_DEPTH_LIMIT)}`), { fault: 'depth', elements: 3 })
})
