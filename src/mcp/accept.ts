const EVENTS = /(?:^|,)\s*(?:text\/event-stream|text\/\*|\*\/\*)\s*(?:;|,|$)/i
const JSON_TYPE = /(?:^|,)\s*(?:application\/json|application\/\*|\*\/\*)\s*(?:;|,|$)/i

/** Whether an answer may be a stream of events. */
export function acceptsEvents(accept: string): boolean {
  return accept === '' || EVENTS.test(accept)
}

/** Whether any form of answer is accepted. */
export function acceptsAnswers(accept: string): boolean {
  return accept === '' || accept.includes('application/json') || JSON_TYPE.test(accept) || EVENTS.test(accept)
}
