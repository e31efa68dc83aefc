import { fieldName, type HttpRequest } from '../uws.ts'

const DNT = fieldName('dnt')
const SEC_GPC = fieldName('sec-gpc')

/** Names of the fields by which a browser asks not to be followed: Tracking Preference Expression, and Global Privacy Control. */
export type OptOutField = 'dnt' | 'sec-gpc'

/** Whether the client of a request asks not to be counted. */
export function optsOut(req: HttpRequest): boolean {
  return req.getHeader(DNT) === '1' || req.getHeader(SEC_GPC) === '1'
}

/** Says the same of a request that its route has copied. */
export function hasOptedOut(field: (name: OptOutField) => string): boolean {
  return field('dnt') === '1' || field('sec-gpc') === '1'
}
