/** Limits of the content of one account. */
export interface ContentLimits {
  readonly workspacesPerAccount: number
  readonly projectsPerWorkspace: number
  readonly animationsPerProject: number
  /** Limited so that a whole workspace can be counted within the time of one statement. */
  readonly animationsPerAccount: number
  /** Total size of the stored documents in UTF-8. */
  readonly documentBytesPerAccount: number
}

export const CONTENT_LIMITS: ContentLimits = {
  workspacesPerAccount: 100,
  projectsPerWorkspace: 1_000,
  animationsPerProject: 5_000,
  animationsPerAccount: 20_000,
  documentBytesPerAccount: 1024 * 1024 * 1024,
}

/** Largest document, both as received and as stored. */
export const DOCUMENT_LIMIT_BYTES = 2 * 1024 * 1024
/** Longest name, which the tools' schemas promise. */
export const NAME_LIMIT_CHARACTERS = 200

/** Characters of a search query that count. */
export const QUERY_LIMIT_CHARACTERS = 200
export const QUERY_LIMIT_WORDS = 10

/**
 * Number of writes, and of searches, of one account that wait for their turn in one thread. Further ones are refused as
 * `Unavailable`.
 */
export const WAITING_LIMIT = 256
/** Longest wait for a turn. Those that wait longer are refused too, since the database hardly answers then. */
export const TURN_WAIT_LIMIT_MS = 5_000
