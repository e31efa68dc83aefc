/** Limits of everything that a client could make grow. */

/**
 * Longest body of a public endpoint, which needs no long input: parsing 1 MiB can block a listener for 30 ms. Larger bodies
 * are refused with 413.
 */
export const PUBLIC_BODY_LIMIT_BYTES = 64 * 1024
/** Number of messages of one batch (revision 2025-03-26). */
export const BATCH_LIMIT = 50

/** Number of open `subscriptions/listen` streams of one endpoint in one thread. */
export const SUBSCRIPTION_LIMIT = 10_000
/** Number of them for one client of a public endpoint, so that no client takes the room of all others. */
export const CLIENT_SUBSCRIPTION_LIMIT = 256
/** Number of resources of one subscription. */
export const SUBSCRIPTION_URI_LIMIT = 256
export const URI_LIMIT_CHARACTERS = 2048

/** Length of an encoded `requestState`. */
export const STATE_LIMIT_CHARACTERS = 64 * 1024
export const STATE_LIFETIME_SECONDS = 600

/** Number of questions that one result may put to the client. */
export const INPUT_REQUEST_LIMIT = 16
/**
 * Rounds of questions within one call of an older revision. In revision 2026-07-28 the client pays for each with a request.
 */
export const INPUT_ROUND_LIMIT = 8
/** Number of questions to clients that one endpoint waits for. */
export const PENDING_QUESTION_LIMIT = 10_000
/** Time for an answer, since people fill in forms. A client that disconnects ends the wait at once. */
export const QUESTION_TIMEOUT_MS = 300_000

/** Number of unfinished calls of one session in one thread. */
export const SESSION_CALL_LIMIT = 64
/** Number of sessions of which the in-process store keeps something. One more replaces that of the one idle longest. */
export const SESSION_LIMIT = 100_000
/** Time since its last use for which a store keeps what it knows of a session. */
export const SESSION_IDLE_LIMIT_SECONDS = 24 * 60 * 60
/** Length of each text of the client that a session holds, and so its id. */
export const CLIENT_TEXT_LIMIT_CHARACTERS = 48
/** Length of a session id. Proxies take header fields of 4 KiB and more. */
export const SESSION_ID_LIMIT_CHARACTERS = 1024

/** Number of resources on one page of `resources/list`. */
export const RESOURCE_PAGE_SIZE = 200
/** Number of completions, limited by the protocol. */
export const COMPLETION_LIMIT = 100

export const KEEP_ALIVE_MS = 15_000
export const CACHE_TTL_MS = 300_000
