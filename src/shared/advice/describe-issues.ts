import { z } from 'zod'
import { closestTo } from './closest.ts'
import { beginning } from '../words.ts'

const ISSUE_LIMIT = 8
const ISSUE_LIMIT_CHARACTERS = 300
/** Longest name of a client's that a description repeats. */
const NAME_LIMIT_CHARACTERS = 60

type Node = z.core.JSONSchema.BaseSchema

/** Describes what is wrong with a value for its author. */
export type DescribeIssues = (issues: readonly z.core.$ZodIssue[], given: unknown) => string[]

/**
 * Creates the descriptions of a schema's issues in our words. Each names the member and what is allowed there. The messages of
 * `refine` are ours and are repeated.
 */
export function issuesOf(schema: z.ZodType): DescribeIssues {
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return (issues, given) =>
    issues.slice(0, ISSUE_LIMIT).map((issue) => beginning(describeIssue(issue, root, given), ISSUE_LIMIT_CHARACTERS))
}

function describeIssue(issue: z.core.$ZodIssue, root: Node, given: unknown): string {
  const { code, message, path } = issue
  const name = path.join('.')
  if (code === 'custom') return name === '' ? message : `${name}: ${message}`
  let node: Node | undefined = root
  let value = given
  for (const step of path) {
    const own = typeof step === 'number' ? node?.items : node?.properties?.[String(step)]
    node = (own ?? node?.additionalProperties) as Node | undefined
    value = (value as Readonly<Record<PropertyKey, unknown>> | null | undefined)?.[step]
  }
  if (code === 'unrecognized_keys') return describeUnknown(issue.keys, Object.keys(node?.properties ?? {}))
  const allowed = allowedBy(node ?? {})
  const hint = node?.description === undefined ? '' : ` (${node.description})`
  if (value === undefined) return `${name} is missing: ${allowed}${hint}`
  return `${name === '' ? 'it' : name} must be ${allowed}${node?.type === 'string' ? hint : ''}`
}

function describeUnknown(unknown: readonly string[], known: readonly string[]): string {
  const names = unknown.slice(0, ISSUE_LIMIT).map((name) => beginning(name, NAME_LIMIT_CHARACTERS))
  const close = names.flatMap((name) => closestTo(name, known).slice(0, 1))
  const meant = close.length === 0 ? '' : ` Did you mean ${[...new Set(close)].join(', ')}?`
  const taken = known.length === 0 ? 'there are no arguments' : `known are ${known.join(', ')}`
  return `unknown ${unknown.length === 1 ? 'argument' : 'arguments'} ${names.join(', ')}: ${taken}.${meant}`
}

/** Says what a schema allows, such as `a whole number between 1 and 100`. */
function allowedBy(node: Node): string {
  const { anyOf, enum: choices, maxItems, maxLength, minLength, type } = node
  const others = anyOf ?? (Array.isArray(type) ? type.map((one: unknown) => ({ ...node, type: one })) : null)
  if (others !== null) return (others as readonly Node[]).map((other) => allowedBy(other)).join(' or ')
  if (choices !== undefined) return `${choices.length === 1 ? '' : 'one of '}${choices.join(', ')}`
  switch (type) {
    case 'integer':
      return `a whole number${rangeOf(node)}`
    case 'number':
      return `a number${rangeOf(node)}`
    case 'boolean':
      return 'true or false'
    case 'string':
      return `text${lengthsOf(minLength, maxLength)}`
    case 'array':
      return maxItems === undefined ? 'a list' : `a list of at most ${maxItems} items`
    case 'null':
      return 'null'
    default:
      return 'an object'
  }
}

function rangeOf({ exclusiveMinimum, maximum, minimum }: Node): string {
  // The bounds of safe integers say nothing.
  const least = minimum === Number.MIN_SAFE_INTEGER ? undefined : minimum
  const most = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum
  if (least !== undefined && most !== undefined) return ` between ${least} and ${most}`
  if (least !== undefined) return ` of at least ${least}`
  const below = most === undefined ? '' : ` of at most ${most}`
  return exclusiveMinimum === undefined ? below : ` above ${exclusiveMinimum}${below === '' ? '' : `,${below}`}`
}

function lengthsOf(least: number | undefined, most: number | undefined): string {
  if (most === undefined && least === 1) return ' that is not empty'
  if (most === undefined) return least === undefined ? '' : ` of at least ${least} characters`
  return ` of ${least === undefined ? 'at most' : `${least} to`} ${most} characters`
}
