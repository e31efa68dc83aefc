import { isScalar } from '../values.ts'
import { isRecord, UNKNOWN } from './config-values.ts'

type Compute = (left: number, right: number) => unknown

/** What operators make of values that are no objects, as JavaScript has it. */
const OPERATORS: ReadonlyMap<string, Compute> = new Map<string, Compute>([
  ['-', (left, right) => left - right],
  ['*', (left, right) => left * right],
  ['/', (left, right) => left / right],
  ['%', (left, right) => left % right],
  ['**', (left, right) => left ** right],
  ['<', (left, right) => left < right],
  ['>', (left, right) => left > right],
  ['<=', (left, right) => left <= right],
  ['>=', (left, right) => left >= right],
  // eslint-disable-next-line eqeqeq -- this is the operator itself
  ['==', (left, right) => left == right],
  // eslint-disable-next-line eqeqeq -- this is the operator itself
  ['!=', (left, right) => left != right],
])

/** The value of an operator between two values; a sum of texts is given as its two parts, as it may grow too long. */
export function ofTwo(
  operator: string,
  left: unknown,
  right: unknown,
  joined: (parts: readonly string[]) => unknown,
): unknown {
  if (left === UNKNOWN || right === UNKNOWN) return UNKNOWN
  if (operator === '===') return left === right
  if (operator === '!==') return left !== right
  if (operator === 'in') return isRecord(right) && isScalar(left) ? Object.hasOwn(right, String(left)) : UNKNOWN
  if (!isPrimitive(left) || !isPrimitive(right)) return UNKNOWN
  if (operator === '+') {
    const isText = typeof left === 'string' || typeof right === 'string'
    return isText ? joined([String(left), String(right)]) : Number(left) + Number(right)
  }
  return OPERATORS.get(operator)?.(left as number, right as number) ?? UNKNOWN
}

/** The value of an operator before a value. */
export function ofOne(operator: string, value: unknown): unknown {
  if (operator === 'void') return undefined
  if (value === UNKNOWN) return UNKNOWN
  if (operator === '!') return !value
  if (operator === 'typeof') return isPrimitive(value) && value !== null ? typeof value : UNKNOWN
  if (!isPrimitive(value)) return UNKNOWN
  return operator === '-' ? -Number(value) : operator === '+' ? Number(value) : UNKNOWN
}

/** Whether a value is no object, so that operators need not run anything. */
export function isPrimitive(value: unknown): value is string | number | boolean | null | undefined {
  return value === null || value === undefined || isScalar(value)
}
