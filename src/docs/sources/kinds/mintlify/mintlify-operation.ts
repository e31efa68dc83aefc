import { joinAddress, folderOf } from '../../../addresses.ts'
import { parseYaml } from '../../config/parse-yaml.ts'
import { EXPANDED_LIMIT_CHARS, inclusionFault } from '../../expand-lines.ts'
import type { ExpandedPage } from '../../source.ts'
import { record, text as textOf } from '../../values.ts'
import {
  bodyAndResponses,
  counted,
  escaped,
  parameterFields,
  resolver,
  type Members,
  type OperationRoom,
  type Resolve,
} from '../../expansion/openapi-fields.ts'

interface Operation {
  readonly method: string
  readonly path: string
  /** Markdown of its description, its parameters, the body of its request and its responses. */
  readonly text: string
}

const WRITTEN = /^(?:(\S.*?)\s+)?(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|WEBHOOK)\s+(\S+)$/i
const WRITTEN_LIMIT_CHARS = 1000

const KEPT_LIMIT = 20

/** Descriptions that are kept, as many pages name the same one. */
const KEPT = new WeakMap<ExpandedPage['folder'], Map<string, unknown>>()

/** The operation of `openapi: "file.json GET /path"`, or null. */
export function readOperation(written: string, page: ExpandedPage): Operation | null {
  const [, file, method = '', path = ''] = WRITTEN.exec(written.trim().slice(0, WRITTEN_LIMIT_CHARS)) ?? []
  if (method === '') return null
  const isWebhook = method.toLowerCase() === 'webhook'
  const files = (file === undefined ? ['openapi.json', 'openapi.yaml', 'openapi.yml'] : [file]).map((name) =>
    joinAddress(name.startsWith('.') ? folderOf(page.file) : page.folder.base, name),
  )
  for (const name of files) {
    const description = record(descriptionOf(name, page))
    const shared = record(record(description[isWebhook ? 'webhooks' : 'paths'])[path])
    const operation = record(shared[isWebhook ? 'post' : method.toLowerCase()])
    if (Object.keys(operation).length === 0) continue
    const room: OperationRoom = { leftChars: EXPANDED_LIMIT_CHARS }
    const text = operationMarkdown(shared, operation, resolver(description), room)
    if (room.leftChars <= 0) page.fault('unresolved_include', `${written} ${inclusionFault(true, false)}`)
    return { method: method.toUpperCase(), path, text }
  }
  // Descriptions often lie elsewhere. One that is here is expected to have the operation.
  if (file !== undefined && files.some((name) => page.folder.files.has(name))) {
    page.fault('unresolved_include', `${written} is no operation of a description that can be read here`)
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

function operationMarkdown(shared: Members, operation: Members, resolved: Resolve, room: OperationRoom): string {
  const words = counted(escaped(textOf(operation['description']) ?? textOf(operation['summary']) ?? ''), room)
  const fields = parameterFields([shared, operation], resolved, room)
  return [words, ...fields, ...bodyAndResponses(operation, resolved, room)]
    .filter((part) => part !== '')
    .map((part) => `${part}\n\n`)
    .join('')
}
