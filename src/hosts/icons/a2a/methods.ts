import { isMembers } from './envelope.ts'
import { type A2aError, type ErrorReason, invalidParams } from './errors.ts'
import { NO_PUSH, NO_SUCH_TASK, isIdentifier } from './message.ts'
import type { A2aVersion } from './versions.ts'
import type { Result } from '../../../shared/result.ts'

/** Operation of a method: `send` asks the agent, and `fixed` answers without it. */
export type Operation =
  | { readonly kind: 'send'; readonly streams: boolean }
  | { readonly kind: 'fixed'; readonly streams: boolean; readonly answer: (params: unknown) => FixedAnswer }

/** JSON text of a result, or an error. */
export type FixedAnswer = Result<string, A2aError>

const PAGE_SIZE_DEFAULT = 50
const PAGE_SIZE_MAXIMUM = 100

const SEND: Operation = { kind: 'send', streams: false }
const STREAM: Operation = { kind: 'send', streams: true }

const PUSH: Operation = { kind: 'fixed', streams: false, answer: () => NO_PUSH }

/** 1.0 distinguishes a card that is not offered from one that is not configured (§3.3.4); 0.3 has only the second. */
const NO_EXTENDED_CARD = 'There is no extended agent card: the public one holds everything.'

const METHODS: Readonly<Record<A2aVersion, ReadonlyMap<string, Operation>>> = {
  '1.0': new Map([
    ['SendMessage', SEND],
    ['SendStreamingMessage', STREAM],
    ['GetTask', ofTask(false)],
    ['ListTasks', { kind: 'fixed', streams: false, answer: listTasks }],
    ['CancelTask', ofTask(false)],
    ['SubscribeToTask', ofTask(true)],
    ['CreateTaskPushNotificationConfig', PUSH],
    ['GetTaskPushNotificationConfig', PUSH],
    ['ListTaskPushNotificationConfigs', PUSH],
    ['DeleteTaskPushNotificationConfig', PUSH],
    ['GetExtendedAgentCard', refusing('UNSUPPORTED_OPERATION', NO_EXTENDED_CARD)],
  ]),
  '0.3': new Map([
    ['message/send', SEND],
    ['message/stream', STREAM],
    ['tasks/get', ofTask(false)],
    ['tasks/cancel', ofTask(false)],
    ['tasks/resubscribe', ofTask(true)],
    ['tasks/pushNotificationConfig/set', PUSH],
    ['tasks/pushNotificationConfig/get', PUSH],
    ['tasks/pushNotificationConfig/list', PUSH],
    ['tasks/pushNotificationConfig/delete', PUSH],
    ['agent/getAuthenticatedExtendedCard', refusing('EXTENDED_AGENT_CARD_NOT_CONFIGURED', NO_EXTENDED_CARD)],
  ]),
}

export function operationOf(version: A2aVersion, method: string): Operation {
  const operation = METHODS[version].get(method)
  if (operation !== undefined) return operation
  const other: A2aVersion = version === '1.0' ? '0.3' : '1.0'
  const message = METHODS[other].has(method)
    ? `This method is of A2A ${other}, and the request of ${version}. Send the header field A2A-Version: ${other}.`
    : 'There is no such method.'
  return refusing('METHOD_NOT_FOUND', message)
}

function refusing(reason: ErrorReason, message: string): Operation {
  const error: A2aError = { ok: false, reason, message }
  return { kind: 'fixed', streams: false, answer: () => error }
}

/** @param streams Whether the client expects events. */
function ofTask(streams: boolean): Operation {
  return {
    kind: 'fixed',
    streams,
    answer: (params) =>
      isMembers(params) && isIdentifier(params['id']) && params['id'] !== ''
        ? NO_SUCH_TASK
        : invalidParams('params.id must be the id of a task.'),
  }
}

/** Answers a list of tasks. There are none, so every filter gives the same empty page. */
function listTasks(params: unknown): FixedAnswer {
  if (params !== undefined && params !== null && !isMembers(params)) {
    return invalidParams('params must be an object.')
  }
  const pageSize = params?.['pageSize'] ?? PAGE_SIZE_DEFAULT
  if (!Number.isInteger(pageSize) || Number(pageSize) < 1 || Number(pageSize) > PAGE_SIZE_MAXIMUM) {
    return invalidParams(`pageSize must be an integer from 1 to ${PAGE_SIZE_MAXIMUM}.`)
  }
  const token = params?.['pageToken'] ?? ''
  if (token !== '') return invalidParams('This agent has given no pageToken: leave it out.')
  return { ok: true, value: JSON.stringify({ tasks: [], nextPageToken: '', pageSize, totalSize: 0 }) }
}
