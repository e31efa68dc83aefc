const EVENTS = /(?:^|,)\s*(?:text\/event-stream|text\/\*|\*\/\*)\s*(?:;|,|$)/i
const JSON_TYPE = /(?:^|,)\s*(?:application\/json|application\/\*|\*\/\*)\s*(?:;|,|$)/i
/** What clients are told to send, and do. */
const USUAL = 'application/json, text/event-stream'

/** Whether an answer may be a stream of events. */
export function acceptsEvents(accept: string): boolean {
  return accept === USUAL || accept === '' || EVENTS.test(accept)
}

/** Whether an answer may be one piece of JSON, which every answer but a stream is. */
export function acceptsJson(accept: string): boolean {
  return accept === USUAL || accept === '' || JSON_TYPE.test(accept)
}
