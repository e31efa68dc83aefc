import { type Members, isMembers } from './envelope.ts'
import { type A2aError, invalidParams } from './errors.ts'
import type { A2aVersion } from './versions.ts'
import type { Result, Success } from '../../../shared/result.ts'

/** A message of a client, in the same form for every version. */
export interface IncomingMessage {
  readonly ok: true
  /** Id of the context; null: the agent creates one. */
  readonly contextId: string | null
  /** All text parts, joined by spaces. */
  readonly text: string
  /** Data parts in their order. */
  readonly data: readonly unknown[]
  readonly accepts: Accepted
}

/** Forms in which the client accepts an answer. */
export interface Accepted {
  readonly text: boolean
  readonly data: boolean
}

const ID_LIMIT_CHARS = 256
const PART_LIMIT = 64
const MODE_LIMIT = 64

/** Forms in which the versions write the same data. */
const FORMS = {
  '1.0': { role: 'ROLE_USER', readPart: readContentPart },
  '0.3': { role: 'user', readPart: readKindPart },
} as const

type PartContent =
  | { readonly ok: true; readonly kind: 'text'; readonly text: string }
  | { readonly ok: true; readonly kind: 'data'; readonly data: unknown }
  | A2aError

/** Checks and reads the `params` of SendMessage or message/send. Members that the agent does not use are ignored. */
export function readMessage(version: A2aVersion, params: unknown): IncomingMessage | A2aError {
  if (!isMembers(params) || !isMembers(params['message'])) return invalidParams('params.message must be an object.')
  const { message, configuration } = params as { message: Members; configuration?: unknown }
  const { role, readPart } = FORMS[version]
  const { contextId, kind, messageId, parts, taskId } = message
  if (version === '0.3' && kind !== undefined && kind !== 'message')
    return invalidParams('message.kind must be "message".')
  if (!isIdentifier(messageId) || messageId === '')
    return invalidParams(`message.messageId must be a string of 1 to ${ID_LIMIT_CHARS} characters.`)
  if (message['role'] !== role) return invalidParams(`message.role must be "${role}".`)
  if (!isOptionalIdentifier(contextId))
    return invalidParams(`message.contextId must be a string of at most ${ID_LIMIT_CHARS} characters.`)
  if (!isOptionalIdentifier(taskId))
    return invalidParams(`message.taskId must be a string of at most ${ID_LIMIT_CHARS} characters.`)
  if (taskId) return NO_SUCH_TASK
  const accepts = readAccepted(configuration)
  if (!accepts.ok) return accepts
  if (!Array.isArray(parts) || parts.length === 0 || parts.length > PART_LIMIT)
    return invalidParams(`message.parts must be a list of 1 to ${PART_LIMIT} parts.`)
  const texts: string[] = []
  const data: unknown[] = []
  for (const part of parts) {
    const content = isMembers(part) ? readPart(part) : invalidParams('Every part must be an object.')
    if (!content.ok) return content
    if (content.kind === 'text') texts.push(content.text)
    else data.push(content.data)
  }
  return { ok: true, contextId: contextId || null, text: texts.join(' '), data, accepts: accepts.value }
}

/** The error for a task id. The agent answers at once, so there are no tasks. */
export const NO_SUCH_TASK: A2aError = {
  ok: false,
  reason: 'TASK_NOT_FOUND',
  message: 'This agent answers every message at once and keeps no tasks. Send the message without a taskId.',
}

/** Reads a part of 1.0, whose kind is named by the member that is present. */
function readContentPart(part: Members): PartContent {
  const contents = ['text', 'data', 'raw', 'url'].filter((name) => part[name] !== undefined)
  const [content] = contents
  if (content === undefined || contents.length > 1) {
    return invalidParams('Every part must have exactly one of text, data, raw and url.')
  }
  if (content === 'raw' || content === 'url') return NO_FILES
  return readContent(content, part, part['mediaType'])
}

/** Reads a part of 0.3, whose kind is named by `kind`. */
function readKindPart(part: Members): PartContent {
  const { kind } = part
  if (typeof kind !== 'string') return invalidParams('Every part must have a kind.')
  return kind === 'text' || kind === 'data' ? readContent(kind, part, undefined) : NO_FILES
}

function readContent(content: string, part: Members, mediaType: unknown): PartContent {
  if (mediaType !== undefined && mediaType !== null && typeof mediaType !== 'string') {
    return invalidParams('mediaType must be a string.')
  }
  if (content === 'text') {
    const { text } = part
    if (typeof text !== 'string') return invalidParams('The text of a part must be a string.')
    return mediaType && !/^text\//i.test(mediaType) ? NO_FILES : { ok: true, kind: 'text', text }
  }
  return mediaType && !JSON_TYPE.test(mediaType) ? NO_FILES : { ok: true, kind: 'data', data: part['data'] }
}

const JSON_TYPE = /^application\/(?:[a-z0-9.+-]+\+)?json\s*(?:;|$)/i

const NO_FILES: A2aError = {
  ok: false,
  reason: 'CONTENT_TYPE_NOT_SUPPORTED',
  message: 'This agent reads text (text/plain) and data (application/json), and no files.',
}

/** Reads the accepted forms. An empty or absent list accepts everything. */
function readAccepted(configuration: unknown): Result<Accepted, A2aError> {
  if (configuration === undefined || configuration === null) return EVERYTHING
  if (!isMembers(configuration)) return invalidParams('configuration must be an object.')
  // 3.3.4 demands this error for features that the card does not offer. The two versions name the member differently.
  if ((configuration['taskPushNotificationConfig'] ?? configuration['pushNotificationConfig'] ?? null) !== null)
    return NO_PUSH
  const modes = configuration['acceptedOutputModes']
  if (modes === undefined || modes === null) return EVERYTHING
  if (!isModes(modes)) {
    return invalidParams(`acceptedOutputModes must be a list of at most ${MODE_LIMIT} media types.`)
  }
  if (modes.length === 0) return EVERYTHING
  const accepts = { text: modes.some((mode) => TEXT_MODE.test(mode)), data: modes.some((mode) => DATA_MODE.test(mode)) }
  return accepts.text || accepts.data ? { ok: true, value: accepts } : NO_SUCH_OUTPUT
}

export const NO_PUSH: A2aError = {
  ok: false,
  reason: 'PUSH_NOTIFICATION_NOT_SUPPORTED',
  message: 'This agent answers at once and sends no push notifications. Leave their configuration out.',
}

const EVERYTHING: Success<Accepted> = { ok: true, value: { text: true, data: true } }
/** Early clients wrote `text` in place of a media type. */
const TEXT_MODE = /^\s*(?:text|text\/(?:plain|markdown|\*)|\*\/\*)\s*(?:;|$)/i
const DATA_MODE = /^\s*(?:application\/(?:json|\*)|\*\/\*)\s*(?:;|$)/i

const NO_SUCH_OUTPUT: A2aError = {
  ok: false,
  reason: 'CONTENT_TYPE_NOT_SUPPORTED',
  message:
    'This agent answers in text/plain and application/json. Accept one of them, or leave acceptedOutputModes out.',
}

function isModes(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length <= MODE_LIMIT && value.every((mode) => typeof mode === 'string')
}

export function isIdentifier(value: unknown): value is string {
  return typeof value === 'string' && value.length <= ID_LIMIT_CHARS
}

/** Checks an optional identifier. In Protocol Buffers, and so in 1.0, an empty string means an absent one. */
function isOptionalIdentifier(value: unknown): value is string | null | undefined {
  return value === undefined || value === null || isIdentifier(value)
}
