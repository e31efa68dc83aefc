const EVENTS = /(?:^|,)\s*(?:text\/event-stream|text\/\*|\*\/\*)\s*(?:;|,|$)/i
const JSON_TYPE = /(?:^|,)\s*(?:application\/json|application\/\*|\*\/\*)\s*(?:;|,|$)/i
/** The value that the protocol requires and clients send. */
const USUAL = 'application/json, text/event-stream'

/** Tells whether the client accepts a stream of events. */
export function acceptsEvents(accept: string): boolean {
  return accept === USUAL || accept === '' || EVENTS.test(accept)
}

/** Tells whether the client accepts one JSON body, the form of every answer that is no stream. */
export function acceptsJson(accept: string): boolean {
  return accept === USUAL || accept === '' || JSON_TYPE.test(accept)
}
