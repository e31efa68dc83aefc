import { isObject, isRpcId, LOG_LEVELS, META, type JsonObject } from './protocol.ts'

/** A member of `params._meta` and its fault. */
export interface EnvelopeFault {
  readonly key: string
  readonly problem: string
}

/** Members of the capabilities that must be objects. */
const CAPABILITY_OBJECTS = ['sampling', 'elicitation', 'roots', 'experimental', 'extensions']

/** Checks what a request of revision 2026-07-28 says about its client (`RequestMetaObject`). */
export function findEnvelopeFault(meta: JsonObject): EnvelopeFault | null {
  const version = meta[META.protocolVersion]
  const capabilities = meta[META.clientCapabilities]
  if (version === undefined) return { key: META.protocolVersion, problem: 'missing' }
  if (capabilities === undefined) return { key: META.clientCapabilities, problem: 'missing' }
  if (typeof version !== 'string') return { key: META.protocolVersion, problem: 'expected a string' }
  if (!isObject(capabilities)) return { key: META.clientCapabilities, problem: 'expected an object' }
  for (const name of CAPABILITY_OBJECTS) {
    const value = capabilities[name]
    if (value !== undefined && !isObject(value)) {
      return { key: `${META.clientCapabilities}.${name}`, problem: 'expected an object' }
    }
  }
  const client = meta[META.clientInfo]
  if (client !== undefined && !isImplementation(client)) {
    return { key: META.clientInfo, problem: 'expected an object with name and version' }
  }
  const level = meta[META.logLevel]
  if (level !== undefined && !(LOG_LEVELS as readonly unknown[]).includes(level)) {
    return { key: META.logLevel, problem: `expected one of ${LOG_LEVELS.join(', ')}` }
  }
  const token = meta['progressToken']
  if (token !== undefined && !isRpcId(token))
    return { key: 'progressToken', problem: 'expected a string or an integer' }
  return null
}

/** Lists the keys that are missing in a request that names the new revision in its header fields alone. */
export function missingEnvelopeKeys(meta: JsonObject | undefined): readonly string[] {
  if (meta === undefined) return ['_meta']
  return [META.protocolVersion, META.clientCapabilities].filter((key) => meta[key] === undefined)
}

function isImplementation(value: unknown): boolean {
  return isObject(value) && typeof value['name'] === 'string' && typeof value['version'] === 'string'
}
