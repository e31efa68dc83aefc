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
/** Of a name, as the tools' schemas promise. */
export const NAME_LIMIT_CHARACTERS = 200

/** What of a search query is looked at. */
export const QUERY_LIMIT_CHARACTERS = 200
export const QUERY_LIMIT_WORDS = 10

/** Writes, and searches, of one account that wait for their turn in one thread; past it they are refused as `Unavailable`. */
export const WAITING_LIMIT = 256
/** So are those whose turn comes later than that: the database hardly answers then. */
export const TURN_WAIT_LIMIT_MS = 5_000
