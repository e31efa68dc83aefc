import { CODE, isObject, type JsonObject } from './protocol.ts'
import { RpcError } from './rpc-error.ts'
import type { ClientCapabilities } from './features/tool.ts'

/** A question to the client, in the form of `InputRequired`. */
export interface InputRequest {
  readonly method: string
  readonly params?: JsonObject
}

const GIVEN = {}

/** Reads the client's capabilities that matter here. They keep their shape, without anything else that the client sent. */
export function readCapabilities(raw: unknown): ClientCapabilities {
  if (!isObject(raw)) return GIVEN
  const { elicitation, roots, sampling } = raw
  return {
    ...(isObject(elicitation) ? { elicitation: readModes(elicitation) } : {}),
    ...(isObject(sampling) ? { sampling: isObject(sampling['tools']) ? { tools: GIVEN } : GIVEN } : {}),
    ...(isObject(roots) ? { roots: GIVEN } : {}),
  }
}

/** Reads the modes of elicitation. An empty object comes from a revision without modes, and means forms. */
function readModes({ form, url }: JsonObject): NonNullable<ClientCapabilities['elicitation']> {
  return {
    ...(isObject(form) || !isObject(url) ? { form: GIVEN } : {}),
    ...(isObject(url) ? { url: GIVEN } : {}),
  }
}

/**
 * Finds the capability that a client would have to declare for a question; null when it may be asked.
 *
 * @throws {RpcError} for a question that the protocol does not have: a fault of the tool.
 */
export function missingCapability(
  { method, params }: InputRequest,
  { elicitation, roots, sampling }: ClientCapabilities,
): ClientCapabilities | null {
  if (method === 'elicitation/create') {
    const mode = params?.['mode'] === 'url' ? 'url' : 'form'
    return elicitation?.[mode] === undefined ? { elicitation: { [mode]: GIVEN } } : null
  }
  if (method === 'sampling/createMessage') {
    if (sampling === undefined) return { sampling: GIVEN }
    const needsTools = params?.['tools'] !== undefined || params?.['toolChoice'] !== undefined
    return needsTools && sampling.tools === undefined ? { sampling: { tools: GIVEN } } : null
  }
  if (method === 'roots/list') return roots === undefined ? { roots: GIVEN } : null
  throw new RpcError(CODE.internalError, 'Internal error')
}
