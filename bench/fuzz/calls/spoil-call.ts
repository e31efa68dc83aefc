import type { Random } from '../random.ts'
import { anyValue } from '../rpc.ts'
import type { Call, CallBody } from './call.ts'

const PIECES = [
  '%',
  '%00',
  '%2F',
  '%FF',
  '..',
  '/',
  '//',
  '?',
  '&q=',
  '=',
  '.md',
  '.svg',
  '가',
  '\\',
  '%ED%A0%80',
  ';',
  '+',
]
/** Values that no parameter and no member of a form should have, already percent-encoded. */
const VALUES = [
  '',
  '%',
  '%FF',
  '%00',
  '-1',
  '0',
  '1e9',
  '99999999999999999999',
  'NaN',
  '__proto__',
  '%F0%9F%98%80',
  '..%2F..',
]
const LONG_CHARS = [300, 3000, 20_000]
const DEEP = 5000

/** Makes a wrong call of an ordinary one: another path, query or body. */
export function spoilCall(random: Random, call: Call): Call {
  const parts = [
    'path',
    ...(call.path.includes('?') ? ['query', 'query'] : []),
    ...(call.body ? ['body', 'body', 'body'] : []),
  ]
  const part = random.pick(parts)
  if (part === 'query') return { ...call, path: spoilQuery(random, call.path) }
  if (part === 'body' && call.body !== undefined) return { ...call, body: spoilBody(random, call.body) }
  return { ...call, path: spoilPath(random, call.path) }
}

function spoilPath(random: Random, path: string): string {
  const kind = random.below(4)
  if (kind === 0) return path.replace(/\*|[^/?]+(?=$|\?)/, () => 'x'.repeat(random.pick(LONG_CHARS)))
  if (kind === 1) return `${path.split('?')[0]}?${random.pick(VALUES)}=${random.pick(VALUES)}`
  return path + random.some(4, () => random.pick(PIECES)).join('')
}

function spoilQuery(random: Random, path: string): string {
  const [before = '', query = ''] = path.split('?')
  const pairs = query.split('&')
  const at = random.below(pairs.length)
  const [name = ''] = (pairs[at] ?? '').split('=')
  const changed = random.pick([
    () => [`${name}=${random.pick(VALUES)}`],
    () => [`${name}=${'%20a'.repeat(random.pick(LONG_CHARS) / 4)}`],
    () => [pairs[at]!, `${name}=${random.pick(VALUES)}`],
    () => [],
    () => [name],
    () => [pairs[at]!, ...Array.from({ length: random.pick([5, 500]) }, (_, n) => `x${n}=y`)],
  ])()
  return `${before}?${pairs.toSpliced(at, 1, ...changed).join('&')}`
}

function spoilBody(random: Random, body: CallBody): CallBody {
  if (body.kind === 'form') return spoilForm(random, body.members)
  const text = body.kind === 'json' ? JSON.stringify(body.value) : body.text
  const type = body.kind === 'json' ? 'application/json' : body.type
  const kind = random.below(6)
  if (kind < 3 && body.kind === 'json') return { kind: 'json', value: spoilMember(random, body.value) }
  if (kind === 3) return { kind: 'text', type, text: text.slice(0, random.below(text.length)) }
  if (kind === 4) return { kind: 'text', type, text: random.pick(['[', '{"a":']).repeat(random.between(1, DEEP)) }
  return { kind: 'text', type: random.pick(['text/html', 'application/json; charset=utf-16', type]), text }
}

/** Replaces, repeats or removes one member of a JSON value, at any depth. */
function spoilMember(random: Random, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || random.chance(0.2)) return anyValue(random)
  if (Array.isArray(value)) {
    if (value.length === 0) return [anyValue(random)]
    const at = random.below(value.length)
    return random.chance(0.2)
      ? Array.from({ length: random.between(2, 200) }, () => value[at] as unknown)
      : value.toSpliced(at, 1, spoilMember(random, value[at]))
  }
  const members = Object.entries(value)
  if (members.length === 0) return { __proto__: anyValue(random) }
  const [name, member] = random.pick(members)
  if (random.chance(0.2)) return Object.fromEntries(members.filter(([other]) => other !== name))
  return { ...value, [name]: spoilMember(random, member) }
}

function spoilForm(random: Random, members: Readonly<Record<string, string>>): CallBody {
  const type = 'application/x-www-form-urlencoded'
  const pairs = new URLSearchParams(members).toString().split('&')
  const at = random.below(pairs.length)
  const [name = ''] = (pairs[at] ?? '').split('=')
  const changed = random.pick([
    () => [`${name}=${random.pick(VALUES)}`],
    () => [`${name}=${'x'.repeat(random.pick(LONG_CHARS))}`],
    () => [pairs[at]!, pairs[at]!],
    () => [],
    () => [pairs[at]!, 'unknown=1'],
    () => Array.from({ length: 1000 }, () => 'a=b'),
  ])()
  return { kind: 'text', type, text: pairs.toSpliced(at, 1, ...changed).join('&') }
}
