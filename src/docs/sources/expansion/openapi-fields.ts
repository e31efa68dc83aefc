import { mapOutsideCode } from '../../readers/markdown/code/code-span.ts'
import { mapLines } from '../expand-lines.ts'
import { list, memberOf, record, text as textOf } from '../values.ts'

export type Members = Readonly<Record<string, unknown>>

/** Fields that one operation shows, and how deep they may lie in one another. */
const FIELD_LIMIT = 500
const DEPTH_LIMIT = 5
/** Schemas of one operation that are looked at, and characters of a reference. */
const SCHEMA_LIMIT = 2000
const REF_LIMIT_CHARS = 1000
/** References that may follow one another. */
const REF_LIMIT = 10
const RESPONSE_LIMIT = 50
const PARAMETER_LIMIT = 500

const SIGN = /[{}<]/g

/** What may still be written of an operation. References may repeat the longest text of a file in each of its fields. */
export interface OperationRoom {
  leftChars: number
}

/** Follows the references of a part of a description. */
export type Resolve = (written: unknown) => Members

/** Follows references within a description; what leads nowhere is empty. */
export function resolver(description: Members): Resolve {
  return (written) => {
    let part = record(written)
    for (let follows = 0; follows < REF_LIMIT && textOf(part['$ref']) !== null; follows++) {
      const ref = textOf(part['$ref']) ?? ''
      if (!ref.startsWith('#/') || ref.length > REF_LIMIT_CHARS) return {}
      let target: unknown = description
      for (const name of ref.slice(2).split('/').slice(0, REF_LIMIT)) {
        target = memberOf(target, name.replaceAll('~1', '/').replaceAll('~0', '~'))
      }
      part = record(target)
    }
    return part
  }
}

/** Writes the body of a request and the responses of an operation as fields. */
export function bodyAndResponses(operation: Members, resolved: Resolve, room: OperationRoom): string[] {
  let left = FIELD_LIMIT
  let schemas = SCHEMA_LIMIT

  /** The schema of the first media type that has one. */
  function schemaOf(content: unknown): Members {
    const [first] = Object.values(record(content))
    return resolved(record(first)['schema'])
  }

  function fields(schema: Members, depth: number, kind: string): string {
    if (depth > DEPTH_LIMIT || left <= 0 || room.leftChars <= 0 || schemas-- <= 0) return ''
    const item = schema['items'] === undefined ? null : resolved(schema['items'])
    if (item !== null) return fields(item, depth + 1, kind)
    const parts = ['allOf', 'oneOf', 'anyOf'].flatMap((key) => list(schema[key]).slice(0, REF_LIMIT).map(resolved))
    const required = new Set(list(schema['required']).slice(0, FIELD_LIMIT))
    const own = Object.entries(record(schema['properties'])).map(([name, written]) => {
      if (left-- <= 0 || room.leftChars <= 0) return ''
      const member = resolved(written)
      const attributes = [`name=${quoted(name)}`, typeOf(member), required.has(name) ? 'required' : '']
      const told = escaped(textOf(member['description']) ?? '')
      const start = counted(`<${kind} ${attributes.filter(Boolean).join(' ')}>\n\n${told}\n\n`, room)
      return `${start}${fields(member, depth + 1, kind)}</${kind}>\n\n`
    })
    return own.join('') + parts.map((part) => fields(part, depth + 1, kind)).join('')
  }

  function typeOf(schema: Members): string {
    const type = textOf(schema['type'])
    if (type === null) return ''
    const item = type === 'array' ? textOf(resolved(schema['items'])['type']) : null
    return `type=${quoted(item === null ? type : `${item}[]`)}`
  }

  const body = resolved(operation['requestBody'])
  const responses = Object.entries(record(operation['responses'])).slice(0, RESPONSE_LIMIT)
  return [
    counted(escaped(textOf(body['description']) ?? ''), room),
    fields(schemaOf(body['content']), 0, 'ParamField'),
    ...responses.map(([status, written]) => {
      if (room.leftChars <= 0) return ''
      const response = resolved(written)
      const told = escaped(textOf(response['description']) ?? '')
      const start = counted(`**${escaped(status)}** ${told}\n\n`, room)
      return start + fields(schemaOf(response['content']), 0, 'ResponseField')
    }),
  ]
}

/** Writes the parameters of parts of a description as fields. */
export function parameterFields(parts: readonly Members[], resolved: Resolve, room: OperationRoom): string[] {
  return parametersOf(parts, resolved).map(([name, parameter]) => {
    if (room.leftChars <= 0) return ''
    const type = textOf(resolved(parameter['schema'])['type'])
    const attributes = [
      `name=${quoted(name)}`,
      type === null ? '' : `type=${quoted(type)}`,
      parameter['required'] === true ? 'required' : '',
    ]
    const told = escaped(textOf(parameter['description']) ?? '')
    return counted(`<ParamField ${attributes.filter(Boolean).join(' ')}>\n\n${told}\n\n</ParamField>`, room)
  })
}

/** Parameters with their names: those of the path, and those of the operation, which replace them. */
function parametersOf(parts: readonly Members[], resolved: Resolve): readonly (readonly [string, Members])[] {
  const parameters = new Map<string, readonly [string, Members]>()
  for (const written of parts.flatMap((part) => list(part['parameters']).slice(0, PARAMETER_LIMIT))) {
    const parameter = resolved(written)
    const name = textOf(parameter['name'])
    if (name !== null) parameters.set(`${textOf(parameter['in'])} ${name}`, [name, parameter])
  }
  return [...parameters.values()].slice(0, PARAMETER_LIMIT)
}

export function counted(piece: string, room: OperationRoom): string {
  room.leftChars -= piece.length
  return piece
}

/** A text as an attribute. */
function quoted(text: string): string {
  return `"${text.replace(/["\n]/g, ' ')}"`
}

/** Markdown of a description, in which braces and angle brackets outside of code are text. */
export function escaped(markdown: string): string {
  return mapLines(markdown, (line) => mapOutsideCode(line, (text) => text.replace(SIGN, '\\$&')))
}
