import type { Callers } from '../route/caller.ts'
import { NOTHING_ADDED } from '../wire/header-block.ts'
import { chooseCoding } from '../wire/negotiation.ts'
import type { Exchange, ExchangeRoute } from './exchange.ts'
import { endingAfter } from './send.ts'
import type { Traffic } from './traffic.ts'
import type { HttpRequest, HttpResponse } from '../uws.ts'

/** Copies from a request what its answer needs. Null: the request was refused, and is over. */
export type Admit = (res: HttpResponse, req: HttpRequest, method: string, route: ExchangeRoute) => Exchange | null

export function createAdmission({ callers, traffic }: { readonly callers: Callers; readonly traffic: Traffic }): Admit {
  const { heads } = callers
  return (res, req, method, { common, metric, negotiates, personal, routeName, wire }) => {
    const head = negotiates ? heads.read(req, method) : heads.readFraming(req, method)
    const id = traffic.admit(res, head.framing)
    if (id === null) return null
    const headOnly = method === 'HEAD'
    // Only what reads is conditional on what the client holds, and only GET has ranges (RFC 9110 §13.1.2, §14.2).
    const reads = headOnly || method === 'GET'
    return {
      res,
      method,
      headOnly,
      id,
      startedAt: traffic.lastBegun,
      coding: chooseCoding(head.acceptEncoding),
      ifNoneMatch: reads ? head.ifNoneMatch : '',
      ifModifiedSince: reads ? head.ifModifiedSince : '',
      range: method === 'GET' ? head.range : '',
      ifRange: head.ifRange,
      forwarded: head.forwarded,
      xForwardedFor: head.xForwardedFor,
      metric,
      routeName,
      wire,
      common,
      personal,
      unavailable: null,
      endListener: null,
      added: NOTHING_ADDED,
      cache: 'none',
      ending: endingAfter(head.framing),
      corked: true,
      detached: false,
      over: false,
    }
  }
}
