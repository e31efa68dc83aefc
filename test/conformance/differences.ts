/** A corner case in which our answer differs from that of the SDK's server, and why. All other answers must be equal. */
export interface Difference {
  /** Status and messages in one line, as `observe` returns them. */
  readonly ours: string
  readonly theirs: string
  readonly reason: string
}

const INVALID_CURSOR = 'Invalid cursors are -32602 (server/utilities/pagination, error handling).'
const NOT_INTERNAL = 'What the client sent wrong is -32602 and not an internal error (JSON-RPC 2.0 §5.1).'
const ENVELOPE = 'A fault in the envelope is -32602, whichever member it is in (basic, _meta).'
const IGNORED_MEMBERS = 'Unknown members are ignored, so that later revisions may add some.'
const BATCH = 'Answers of a batch are one array, as JSON-RPC 2.0 §6 has it; a stream of single messages is allowed too.'
const ACCEPT = 'Clients that accept JSON alone, or anything, are served: many are written so.'

const NO_DATE =
  'A version that is no date belongs to no generation; without an envelope it is answered as the older one is.'

const ID_KNOWN = 'The id is known, so it goes back (JSON-RPC 2.0 §5).'

const tools = (id: number | string): string => `id ${id}: result of tools`

export const DIFFERENCES: Readonly<Record<string, Difference>> = {
  'modern: list with an unknown cursor': {
    ours: '200 id 7: error -32602',
    theirs: '200 id 7: result of _meta, cacheScope, resultType, tools, ttlMs',
    reason: INVALID_CURSOR,
  },
  'modern: list with a number as cursor': {
    ours: '200 id 7: error -32602',
    theirs: '200 id 7: error -32603',
    reason: INVALID_CURSOR,
  },
  'modern: call with null as arguments': {
    ours: '200 id 7: result isError of _meta, content, isError, resultType',
    theirs: '200 id 7: error -32602',
    reason: 'Null counts as no arguments: models write it where a tool takes none, and can mend what the tool says.',
  },
  'modern: call with a garbled state': {
    ours: '200 id 7: error -32602',
    theirs: '200 id 7: result of _meta, content, resultType',
    reason: 'State is signed here always; there only where the author asks for it.',
  },
  'modern: call with a number as input responses': {
    ours: '200 id 7: error -32602',
    theirs: '200 id 7: result of _meta, content, resultType',
    reason: 'Input responses are an object in the schema of the revision.',
  },
  'modern: progress token is an object': {
    ours: '400 id 7: error -32602',
    theirs: '400 id 7: error -32600',
    reason: ENVELOPE,
  },
  'modern: progress token is a fraction': {
    ours: '400 id 7: error -32602',
    theirs: '400 id 7: error -32600',
    reason: ENVELOPE,
  },
  'modern: envelope is null': { ours: '400 id 7: error -32602', theirs: '400 id 7: error -32600', reason: ENVELOPE },
  'modern: envelope is an array': {
    ours: '400 id 7: error -32602',
    theirs: '400 id 7: error -32600',
    reason: ENVELOPE,
  },
  'modern: prompt with a number as argument': {
    ours: '200 id 7: error -32602',
    theirs: '200 id 7: error -32603',
    reason: NOT_INTERNAL,
  },
  'modern: resource without a URI': {
    ours: '200 id 7: error -32602',
    theirs: '200 id 7: error -32603',
    reason: NOT_INTERNAL,
  },
  'modern: completion without a reference': {
    ours: '200 id 7: error -32602',
    theirs: '200 id 7: error -32603',
    reason: NOT_INTERNAL,
  },
  'modern: id is a fraction': {
    ours: '400 id null: error -32600',
    theirs: '400 id 1.5: error -32600',
    reason: 'The id of a message that has no valid one cannot be told.',
  },
  'legacy: initialize without a client': {
    ours: '200 id 7: error -32602',
    theirs: '200 id 7: error -32603',
    reason: NOT_INTERNAL,
  },
  'legacy: list at an unknown version': {
    ours: '400 id 7: error -32000',
    theirs: '400 id null: error -32000',
    reason: ID_KNOWN,
  },
  'legacy: list at a version that is no date': {
    ours: '400 id 7: error -32000',
    theirs: '400 id 7: error -32602',
    reason: NO_DATE,
  },
  'legacy: notification at a version that is no date': {
    ours: '400 id null: error -32000',
    theirs: '400 id null: error -32022',
    reason: NO_DATE,
  },
  'legacy: unknown log level': {
    ours: '200 id 7: error -32602',
    theirs: '200 id 7: error -32603',
    reason: NOT_INTERNAL,
  },
  'legacy: unknown resource': {
    ours: '200 id 7: error -32002',
    theirs: '200 id 7: error -32602',
    reason: 'Revision 2025-11-25 has -32002 for it; -32602 came with 2026-07-28.',
  },
  'legacy: subscribe': {
    ours: '200 id 7: result of ',
    theirs: '200 id 7: error -32601',
    reason: 'The conformance suite requires it of 2025-11-25; it is not advertised, since nothing is sent.',
  },
  'a batch of two': {
    ours: `200 batch of 2 | ${tools(1)} | ${tools(2)}`,
    theirs: `200 ${tools(1)} | ${tools(2)}`,
    reason: BATCH,
  },
  'a batch of one': { ours: `200 batch of 1 | ${tools(1)}`, theirs: `200 ${tools(1)}`, reason: BATCH },
  'unknown members': { ours: `200 ${tools(1)}`, theirs: '400 id 1: error -32600', reason: IGNORED_MEMBERS },
  'a member __proto__': { ours: `200 ${tools(1)}`, theirs: '400 id 1: error -32600', reason: IGNORED_MEMBERS },
  'a mark of byte order': {
    ours: '400 id null: error -32700',
    theirs: `200 ${tools(1)}`,
    reason: 'JSON on a network has none (RFC 8259 §8.1); to ignore it is allowed, not required.',
  },
  'accepts JSON alone': { ours: `200 ${tools(1)}`, theirs: '406 id null: error -32000', reason: ACCEPT },
  'accepts events alone': { ours: '406 id 1: error -32000', theirs: '406 id null: error -32000', reason: ID_KNOWN },
  'accepts anything': { ours: `200 ${tools(1)}`, theirs: '406 id null: error -32000', reason: ACCEPT },
  'accepts HTML alone': {
    ours: '406 id 1: error -32000',
    theirs: '406 id null: error -32000',
    reason: ID_KNOWN,
  },
}
