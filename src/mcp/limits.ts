/** Everything that a client could make grow without end, with its bound. */

/** Body of an endpoint that is open to everyone and takes nothing long: parsing 1 MiB can hold a listener for 30 ms. Larger ones are refused with 413. */
export const PUBLIC_BODY_LIMIT_BYTES = 64 * 1024
/** Messages of one batch (revision 2025-03-26). */
export const BATCH_LIMIT = 50

/** Open `subscriptions/listen` streams of one endpoint in one thread. */
export const SUBSCRIPTION_LIMIT = 10_000
/** Of them those of one client, where anybody may be one: nobody is to take the room of all others. */
export const CLIENT_SUBSCRIPTION_LIMIT = 256
/** Resources of one subscription. */
export const SUBSCRIPTION_URI_LIMIT = 256
export const URI_LIMIT_CHARACTERS = 2048

/** Of `requestState` as it travels. */
export const STATE_LIMIT_CHARACTERS = 64 * 1024
export const STATE_LIFETIME_SECONDS = 600

/** Questions that one result may put to the client at once. */
export const INPUT_REQUEST_LIMIT = 16
/** Rounds of questions within one call of the older generation; the newer one pays for each by a request. */
export const INPUT_ROUND_LIMIT = 8
/** Questions to clients that one endpoint waits for. */
export const PENDING_QUESTION_LIMIT = 10_000
/** People fill in forms. A client that goes away ends the wait at once. */
export const QUESTION_TIMEOUT_MS = 300_000

/** Unfinished calls of one session in one thread. */
export const SESSION_CALL_LIMIT = 64
/** Sessions that the in-process store keeps; past it the one that was idle longest goes. */
export const SESSION_LIMIT = 100_000
export const SESSION_IDLE_LIMIT_SECONDS = 24 * 60 * 60
/** Of each text that a session remembers of its client. */
export const CLIENT_TEXT_LIMIT_CHARACTERS = 256

/** Resources of one page of `resources/list`. */
export const RESOURCE_PAGE_SIZE = 200
/** The protocol's own limit for `completion/complete`. */
export const COMPLETION_LIMIT = 100

export const KEEP_ALIVE_MS = 15_000
export const CACHE_TTL_MS = 300_000
