import { fieldName, type HttpRequest } from './uws.ts'

const ACCEPT_ENCODING = fieldName('accept-encoding')
const AUTHORIZATION = fieldName('authorization')
const CONTENT_LENGTH = fieldName('content-length')
const IF_MODIFIED_SINCE = fieldName('if-modified-since')
const IF_NONE_MATCH = fieldName('if-none-match')
const IF_RANGE = fieldName('if-range')
const RANGE = fieldName('range')
const TRANSFER_ENCODING = fieldName('transfer-encoding')

/** What every exchange needs of a request's header fields; `''` for those that are absent. */
export interface RequestHead {
  readonly acceptEncoding: string
  readonly ifModifiedSince: string
  readonly ifNoneMatch: string
  readonly ifRange: string
  readonly range: string
  /** All fields of the name, joined by commas; only behind proxies. */
  readonly forwarded: string
  readonly xForwardedFor: string
  /** Where its body ends is in doubt: see `hasDoubtfulLength`. */
  readonly doubtful: boolean
}

export interface HeadReader {
  /** @returns always the same object, which the next call overwrites: no request should cost one. */
  read(req: HttpRequest): RequestHead
  /** The `Authorization` field of the request that was read last. Not all need it. */
  authorizationOf(req: HttpRequest): string
}

class Head implements RequestHead {
  acceptEncoding = ''
  ifModifiedSince = ''
  ifNoneMatch = ''
  ifRange = ''
  range = ''
  forwarded = ''
  xForwardedFor = ''
  doubtful = false
}

/** For a host that its clients reach directly: asks for each field, since a browser sends many others. */
export function createHeadReader(): HeadReader {
  const head = new Head()
  return {
    read(req) {
      head.acceptEncoding = req.getHeader(ACCEPT_ENCODING)
      head.ifNoneMatch = req.getHeader(IF_NONE_MATCH)
      head.ifModifiedSince = head.ifNoneMatch === '' ? req.getHeader(IF_MODIFIED_SINCE) : ''
      head.range = req.getHeader(RANGE)
      head.ifRange = head.range === '' ? '' : req.getHeader(IF_RANGE)
      head.doubtful = hasDoubtfulLength(req)
      return head
    },
    authorizationOf: (req) => req.getHeader(AUTHORIZATION),
  }
}

/**
 * For a host behind proxies, which must look at all fields anyway: a proxy may add a field of its own after that of the
 * client, and only the first of a name can be asked for.
 */
export function createHeadScanner(): HeadReader {
  const head = new Head()
  /** Of fields that may come once, the first counts, as if it were asked for. */
  let seen = 0
  let authorization = ''
  let contentLengths = 0
  let coding = ''
  let codings = 0

  function isFirst(field: number): boolean {
    const first = (seen & field) === 0
    seen |= field
    return first
  }

  function take(name: string, value: string): void {
    switch (name) {
      case 'x-forwarded-for':
        head.xForwardedFor = head.xForwardedFor === '' ? value : `${head.xForwardedFor},${value}`
        break
      case 'forwarded':
        head.forwarded = head.forwarded === '' ? value : `${head.forwarded},${value}`
        break
      case 'accept-encoding':
        if (isFirst(1)) head.acceptEncoding = value
        break
      case 'authorization':
        if (isFirst(2)) authorization = value
        break
      case 'if-none-match':
        if (isFirst(4)) head.ifNoneMatch = value
        break
      case 'if-modified-since':
        if (isFirst(8)) head.ifModifiedSince = value
        break
      case 'range':
        if (isFirst(16)) head.range = value
        break
      case 'if-range':
        if (isFirst(32)) head.ifRange = value
        break
      case 'content-length':
        contentLengths++
        break
      case 'transfer-encoding':
        if (isFirst(64)) coding = value
        codings++
        break
    }
  }

  return {
    read(req) {
      head.acceptEncoding = ''
      head.ifModifiedSince = ''
      head.ifNoneMatch = ''
      head.ifRange = ''
      head.range = ''
      head.forwarded = ''
      head.xForwardedFor = ''
      authorization = ''
      seen = 0
      contentLengths = 0
      coding = ''
      codings = 0
      req.forEach(take)
      head.doubtful = coding === '' ? contentLengths > 1 : coding.toLowerCase() !== 'chunked' || codings > 1
      return head
    },
    authorizationOf: () => authorization,
  }
}

/** uWebSockets.js 20.51 goes by the first of two Content-Length fields, and takes any transfer coding for `chunked`. */
export function hasDoubtfulLength(req: HttpRequest): boolean {
  const coding = req.getHeader(TRANSFER_ENCODING)
  if (coding !== '') return coding.toLowerCase() !== 'chunked' || countFields(req, 'transfer-encoding') > 1
  return req.getHeader(CONTENT_LENGTH) !== '' && countFields(req, 'content-length') > 1
}

let wantedField = ''
let fieldCount = 0

/** Kept out of `countFields`, which then makes no function for each request. */
function countField(name: string): void {
  if (name === wantedField) fieldCount++
}

function countFields(req: HttpRequest, wanted: string): number {
  wantedField = wanted
  fieldCount = 0
  req.forEach(countField)
  return fieldCount
}
