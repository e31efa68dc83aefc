/** How much one account may keep. */
export interface ContentLimits {
  readonly workspacesPerAccount: number
  readonly projectsPerWorkspace: number
  readonly animationsPerProject: number
  /** So that all of a workspace can be deleted, and counted, within one statement's time. */
  readonly animationsPerAccount: number
  /** Of the documents as they are kept, in UTF-8. */
  readonly documentBytesPerAccount: number
}

export const CONTENT_LIMITS: ContentLimits = {
  workspacesPerAccount: 100,
  projectsPerWorkspace: 1_000,
  animationsPerProject: 5_000,
  animationsPerAccount: 20_000,
  documentBytesPerAccount: 1024 * 1024 * 1024,
}

/** Of one document, both as it comes and as it is kept. */
export const DOCUMENT_LIMIT_BYTES = 2 * 1024 * 1024
/** Objects and arrays in one another; the deepest of 1,800 published animations has 18. */
export const DOCUMENT_DEPTH_LIMIT = 128
/**
 * Objects and arrays together. What they cost to parse is many times their text, so they are counted before; the densest
 * of those animations has one in 9 bytes.
 */
export const DOCUMENT_CONTAINER_LIMIT = 250_000
/** Of one object. Thousands of names are slow to keep apart, and no format has as many. */
export const DOCUMENT_MEMBER_LIMIT = 1_000

/** Of a name, as the tools' schemas promise. */
export const NAME_LIMIT_CHARACTERS = 200

/** What of a search query is looked at. */
export const QUERY_LIMIT_CHARACTERS = 200
export const QUERY_LIMIT_WORDS = 10

/** Writes, and searches, of one account that wait for their turn in one thread; past it they are refused as `Unavailable`. */
export const WAITING_LIMIT = 256
/** So are those whose turn comes later than that: the database hardly answers then. */
export const TURN_WAIT_LIMIT_MS = 5_000
