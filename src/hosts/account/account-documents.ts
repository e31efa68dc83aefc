import type { AccountContent, Animation, Fault } from '../../account/content/account-content.ts'
import type { DocumentAddress, DocumentAddresses } from '../../account/content/document-addresses.ts'
import { ReadDocument } from '../../account/content/account-content.ts'
import { staleVersion } from '../../account/content/faults.ts'
import { DOCUMENT_LIMIT_BYTES } from '../../account/content/limits.ts'
import { createProblemWire } from '../../http/route/error-wires.ts'
import type { Caller, Gate } from '../../http/route/gate.ts'
import { uncachedJson, type Outcome, type Reply } from '../../http/route/reply.ts'
import type { Route } from '../../http/route/route.ts'
import { LISTENER_BODY_LIMIT_BYTES } from '../../http/route/rpc-route.ts'
import type { ServiceError } from '../../http/route/service-error.ts'
import { attachment } from '../../http/wire/attachment.ts'
import { createAddressGate, type AddressLimit } from '../../limits/address-gate.ts'
import type { Limiter } from '../../limits/limiter.ts'
import type { Admissions } from '../../oauth/admissions.ts'
import { DOCUMENTS_PATH, hashOfPath } from './tools/document-links.ts'
import { readDocumentBody, type BodyWorkers } from './tools/shorten-body.ts'
import { toAnimationRecord } from './tools/views.ts'

/** Requests of one address for documents, good or not. */
const DOCUMENT_REQUESTS: AddressLimit = {
  name: 'documents',
  limit: 600,
  windowMs: 60_000,
  detail: 'Too many requests for documents came from this address. Wait for Retry-After.',
}

/** Media types under which programs send a file, `''` where they name none. Nothing depends on it: the content is checked. */
const ALSO_SENT_AS = [
  '',
  'video/lottie+json',
  'application/octet-stream',
  'text/plain',
  'application/x-www-form-urlencoded',
]

/** The answer is the same for tokens that never were, have expired, were used, or whose grant has ended. */
const GONE: ServiceError = {
  ok: false,
  status: 404,
  code: 'not_found',
  detail:
    'This address does not exist, or no longer: it lives five minutes, and an upload ends it. list_animations and get_animation show whether an upload has arrived. Get a new address from get_animation or upload_animation.',
}

const LIMITED: ServiceError = {
  ok: false,
  status: 429,
  code: 'rate_limited',
  detail: 'The connection that gave this address reads and sends too much in a second. Wait for Retry-After.',
  retryAfterSeconds: 1,
}

const NO_REFERRER = [['Referrer-Policy', 'no-referrer']] as const

export interface AccountDocumentsDeps {
  readonly addresses: Pick<DocumentAddresses, 'find'>
  readonly content: Pick<AccountContent, 'createAnimation' | 'getAnimation' | 'getDocument' | 'updateAnimation'>
  readonly admissions: Pick<Admissions, 'admit'>
  readonly bodies: BodyWorkers
  readonly limiter: Limiter
  /** Size for which a document counts as one message of its grant. */
  readonly unitBytes: number
}

/** Makes the routes at which programs read and write one document, with no other credential than the address. */
export function accountDocuments({
  addresses,
  admissions,
  bodies,
  content,
  limiter,
  unitBytes,
}: AccountDocumentsDeps): Route[] {
  async function find(path: string): Promise<DocumentAddress | null> {
    const hash = hashOfPath(path)
    return hash === null ? null : addresses.find(hash)
  }

  /** Charges the grant; null: it may go on. */
  async function charge({ who }: DocumentAddress, bytes: number): Promise<ServiceError | null> {
    const { outcome } = await admissions.admit(who, Math.max(1, Math.ceil(bytes / unitBytes)), null)
    if (outcome === 'admitted') return null
    return outcome === 'revoked' ? GONE : LIMITED
  }

  async function read(path: string): Promise<Outcome> {
    const address = await find(path)
    if (address === null) return GONE
    const { use, who } = address
    if (use.kind !== 'read') return wrongMethod('PUT')
    const known = await content.getAnimation(who, use.id)
    if (!known.ok) return toError(known)
    const refusal = await charge(address, known.value.sizeBytes)
    if (refusal !== null) return refusal
    const found = await content.getDocument(who, use.id)
    if (!found.ok) return toError(found)
    const { animation, document } = found.value
    return animation.version === use.version
      ? toFile(animation, document)
      : toError(staleVersion('animation', use.version, animation.version))
  }

  async function write(path: string, body: Uint8Array): Promise<Outcome> {
    const address = await find(path)
    if (address === null) return GONE
    const { use, who } = address
    if (use.kind === 'read') return wrongMethod('GET, HEAD')
    const refusal = await charge(address, body.byteLength)
    if (refusal !== null) return refusal
    const task = { document: new Uint8Array(body) }
    const isLong = body.byteLength > LISTENER_BODY_LIMIT_BYTES
    const { error, parts } = isLong ? await bodies.run(task, who.userId, () => false) : readDocumentBody(task)
    if (error !== undefined) return error
    const document = new ReadDocument(parts[0]!.value)
    const done =
      use.kind === 'create'
        ? await content.createAnimation(who, { ...use, document })
        : await content.updateAnimation(who, use.id, { expectedVersion: use.version, document })
    if (!done.ok) return toError(done)
    const reply = uncachedJson(use.kind === 'create' ? 201 : 200, toAnimationRecord(done.value))
    return { ...reply, headers: [...(reply.headers ?? []), ...NO_REFERRER] }
  }

  const gate: Gate = Object.assign(createAddressGate(limiter, DOCUMENT_REQUESTS), {
    // The path is the credential of these routes.
    turnAwayLong: async ({ authorization: path }: Caller) => ((await find(path)) === null ? GONE : null),
  })
  const route = {
    path: `${DOCUMENTS_PATH}*`,
    name: `${DOCUMENTS_PATH}{token}`,
    credentials: 'path',
    cors: false,
    gate,
    wire,
  } as const
  return [
    { ...route, answer: ({ path }) => read(path) },
    {
      ...route,
      method: 'PUT',
      body: { mediaType: 'application/json', alsoSentAs: ALSO_SENT_AS, limitBytes: DOCUMENT_LIMIT_BYTES },
      answer: ({ body, path }) => write(path, body),
    },
  ]
}

const problem = createProblemWire()

function wire(error: ServiceError): Reply {
  const reply = problem(error)
  return { ...reply, headers: [...(reply.headers ?? []), ...NO_REFERRER] }
}

function toFile({ name, sha256 }: Animation, document: string): Reply {
  return {
    status: 200,
    mediaType: 'application/json',
    body: Buffer.from(document),
    cacheControl: 'no-store',
    entityDigest: sha256,
    ranges: true,
    headers: [['Content-Disposition', attachment(name, '.json')], ...NO_REFERRER],
  }
}

function wrongMethod(allow: string): ServiceError {
  const detail = allow === 'PUT' ? 'This address takes an upload: PUT the file.' : 'This address gives a file: GET it.'
  return { ok: false, status: 405, code: 'method_not_allowed', detail, allow: `${allow}, OPTIONS` }
}

function toError(fault: Fault): ServiceError {
  const { code, detail } = fault
  switch (code) {
    case 'revoked':
      return GONE
    case 'stale_version':
      return {
        ok: false,
        status: 409,
        code,
        detail: `${detail} Then get a new address. current_version: ${fault.currentVersion}.`,
      }
    case 'limit_reached':
      return { ok: false, status: 409, code, detail }
    case 'not_found':
      return { ok: false, status: 404, code, detail }
    default:
      return { ok: false, status: 400, code, detail }
  }
}
