import { joinAddress, folderOf } from '../../addresses.ts'
import { parseYaml } from '../../config/parse-yaml.ts'
import { EXPANDED_LIMIT_CHARS, inclusionFault } from '../../expand-lines.ts'
import type { ExpandedPage } from '../../source.ts'
import { list, record, text as textOf } from '../../values.ts'
import { bodyAndResponses, counted, escaped, type OperationRoom } from './openapi-fields.ts'

interface Operation {
  readonly method: string
  readonly path: string
  /** Markdown of its description, its parameters, the body of its request and its responses. */
  readonly text: string
}

const WRITTEN = /^(?:(\S.*?)\s+)?(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|WEBHOOK)\s+(\S+)$/i
const WRITTEN_LIMIT_CHARS = 1000
const PARAMETER_LIMIT = 500

const KEPT_LIMIT = 20

/** Descriptions that are kept, as many pages name the same one. */
const KEPT = new WeakMap<ExpandedPage['folder'], Map<string, unknown>>()

/** The operation of `openapi: "file.json GET /path"`; null: the field names none. */
export function readOperation(written: string, page: ExpandedPage): Operation | null {
  const [, file, method = '', path = ''] = WRITTEN.exec(written.trim().slice(0, WRITTEN_LIMIT_CHARS)) ?? []
  if (method === '') return null
  const names = file === undefined ? ['openapi.json', 'openapi.yaml', 'openapi.yml'] : [file]
  for (const name of names) {
    const base = name.startsWith('.') ? folderOf(page.file) : page.folder.base
    const description = record(descriptionOf(joinAddress(base, name), page))
    const operation = record(record(record(description['paths'])[path])[method.toLowerCase()])
    if (Object.keys(operation).length === 0) continue
    const room: OperationRoom = { leftChars: EXPANDED_LIMIT_CHARS }
    const text = operationMarkdown(operation, description, room)
    if (room.leftChars <= 0) page.fault('unresolved_include', `${written} ${inclusionFault(true, false)}`)
    return { method: method.toUpperCase(), path, text }
  }
  return { method: method.toUpperCase(), path: path.replace(/^https?:\/\/[^/]+/i, ''), text: '' }
}

function descriptionOf(path: string, { folder }: ExpandedPage): unknown {
  let kept = KEPT.get(folder)
  if (kept === undefined) KEPT.set(folder, (kept = new Map()))
  if (!kept.has(path)) {
    if (kept.size >= KEPT_LIMIT) kept.clear()
    kept.set(path, parsed(folder.readText(path), path))
  }
  return kept.get(path)
}

function parsed(source: string | null, path: string): unknown {
  if (source === null) return null
  if (!path.endsWith('.json')) {
    const yaml = parseYaml(source)
    return yaml.ok ? yaml.value : null
  }
  try {
    return JSON.parse(source)
  } catch {
    return null
  }
}

function operationMarkdown(
  operation: Readonly<Record<string, unknown>>,
  file: Readonly<Record<string, unknown>>,
  room: OperationRoom,
): string {
  const { description, parameters, summary } = operation
  const words = counted(escaped(textOf(description) ?? textOf(summary) ?? ''), room)
  const fields = list(parameters)
    .slice(0, PARAMETER_LIMIT)
    .map(record)
    .flatMap((parameter) => {
      const name = textOf(parameter['name'])
      if (name === null || room.leftChars <= 0) return []
      const type = textOf(record(parameter['schema'])['type'])
      const attributes = [
        `name=${JSON.stringify(name.replace(/"/g, ''))}`,
        type === null ? '' : `type=${JSON.stringify(type.replace(/"/g, ''))}`,
        parameter['required'] === true ? 'required' : '',
      ]
      const told = textOf(parameter['description']) ?? ''
      return [
        counted(`<ParamField ${attributes.filter(Boolean).join(' ')}>\n\n${escaped(told)}\n\n</ParamField>`, room),
      ]
    })
  return [...(words === '' ? [] : [words]), ...fields, ...bodyAndResponses(operation, file, room)]
    .map((part) => `${part}\n\n`)
    .join('')
}
