import type { RouteWire } from './error-wires.ts'
import type { Gate } from './gate.ts'

/** What every line of a host's URL surface says, whether its `answer` returns what goes out or sends it by itself. */
export interface RouteBase {
  /** Exact path, or a prefix with a star as its last segment: a prefix covers what no exact path does. */
  readonly path: `/${string}`
  /** Label in logs and metrics. Several routes may share one. */
  readonly name: string
  /** Names of the header fields, in lower case, that `answer` may look at. */
  readonly reads?: readonly string[]
  /** Rule of the body of a POST or PUT. Without a rule the body is not read. */
  readonly body?: BodyRule
  /** The form of its errors; default the host's wire. */
  readonly wire?: RouteWire
  /** Decides who may ask and how often; default everyone. It is asked before the cache, so that kept answers count too. */
  readonly gate?: Gate
}

/** The body that a POST or PUT route reads. Another media type is refused with 415, and a larger body with 413. */
export interface BodyRule {
  readonly mediaType: 'application/json' | 'application/x-www-form-urlencoded'
  /** Further media types under which clients send the same body, such as to spare themselves a preflight; `''` for none. */
  readonly alsoSentAs?: readonly string[]
  readonly limitBytes: number
}
