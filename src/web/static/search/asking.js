/** @import { Answer } from './ask.js' */

/** Requests under way. One more ends the oldest, so that who types fast over a slow line sees results on the way. */
const UNDER_WAY_LIMIT = 3

/**
 * Keeps answers in the order of their questions: an answer that comes late is not shown, and the request of a stale question is
 * ended.
 *
 * @param {(answer: Answer | null, isLatest: boolean) => void} onAnswer Null: the latest question has no answer.
 */
export function createAsking(onAnswer) {
  /** @type {AbortController[]} Oldest first. */
  let underWay = []

  /** @param {number} count */
  function endOldest(count) {
    for (const request of underWay.splice(0, count)) request.abort()
  }

  return {
    stop: () => endOldest(underWay.length),
    /** @param {(signal: AbortSignal) => Promise<Answer>} question */
    async ask(question) {
      const request = new AbortController()
      underWay.push(request)
      endOldest(underWay.length - UNDER_WAY_LIMIT)
      const answer = await question(request.signal).catch(() => null)
      if (request.signal.aborted) return
      const isLatest = underWay.at(-1) === request
      if (answer === null && !isLatest) {
        underWay = underWay.filter((each) => each !== request)
        return
      }
      const position = underWay.indexOf(request)
      underWay.splice(position, 1)
      endOldest(position)
      onAnswer(answer, isLatest)
    },
  }
}
