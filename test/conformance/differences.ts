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

const READ_AS_TEXT = 'A text parameter reads a number as text: some hosts send every text of digits so.'
const UNKNOWN_ARGUMENTS = 'An argument that a tool does not have is refused, so that no filter is lost in silence.'
const EMPTY_LIST = 'A list without members is an object without members: clients in PHP cannot tell the two apart.'
const AGREED_ON_ANOTHER =
  'Clients name their newest revision in the field after initialize has agreed on another. They name no method there.'

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
  'modern: call with arguments that do not fit': {
    ours: '200 id 7: result of _meta, content, resultType',
    theirs: '200 id 7: result isError of _meta, content, isError, resultType',
    reason: READ_AS_TEXT,
  },
  'modern: call with unknown arguments': {
    ours: '200 id 7: result isError of _meta, content, isError, resultType',
    theirs: '200 id 7: result of _meta, content, resultType',
    reason: UNKNOWN_ARGUMENTS,
  },
  'modern: call with an array as arguments': {
    ours: '200 id 7: result isError of _meta, content, isError, resultType',
    theirs: '200 id 7: error -32602',
    reason: EMPTY_LIST,
  },
  'modern: parameters are an array': {
    ours: '400 id 7: error -32602',
    theirs: '400 id 7: error -32600',
    reason: EMPTY_LIST,
  },
  'modern: parameters are null': {
    ours: '400 id 7: error -32602',
    theirs: '400 id 7: error -32600',
    reason: 'Null is no parameters, so that the envelope is missing.',
  },
  'modern: notification without an envelope at a version of the future': {
    ours: '202 ',
    theirs: '400 id null: error -32022',
    reason: AGREED_ON_ANOTHER,
  },
  'legacy: initialize with a modern version field': {
    ours: '200 id 7: result of capabilities, instructions, protocolVersion, serverInfo',
    theirs: '400 id 7: error -32020',
    reason: 'The parameters agree on a revision; clients send their newest one in the field before.',
  },
  'legacy: list at the modern version without its envelope': {
    ours: '200 id 7: result of tools',
    theirs: '400 id 7: error -32602',
    reason: AGREED_ON_ANOTHER,
  },
  'legacy: call with arguments that do not fit': {
    ours: '200 id 7: result of content',
    theirs: '200 id 7: result isError of content, isError',
    reason: READ_AS_TEXT,
  },
  'legacy: response at the modern version': {
    ours: '202 ',
    theirs: '400 id null: error -32000',
    reason: AGREED_ON_ANOTHER,
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
    ours: '200 id 7: result of capabilities, instructions, protocolVersion, serverInfo',
    theirs: '200 id 7: error -32603',
    reason: 'A client that does not name itself is served.',
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
    reason: 'The resource never changes, so that nothing has to be sent, and the conformance suite requires it.',
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
