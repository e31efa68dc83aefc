import { fieldName, type HttpRequest } from '../uws.ts'

const ACCEPT_ENCODING = fieldName('accept-encoding')
const AUTHORIZATION = fieldName('authorization')
const CONTENT_LENGTH = fieldName('content-length')
const IF_NONE_MATCH = fieldName('if-none-match')
const IF_RANGE = fieldName('if-range')
const RANGE = fieldName('range')
const TRANSFER_ENCODING = fieldName('transfer-encoding')

/** Header fields that every exchange needs; `''` for those that are absent. */
export interface RequestHead {
  readonly acceptEncoding: string
  readonly ifNoneMatch: string
  readonly ifRange: string
  readonly range: string
  /** All fields of the name, joined by commas; only behind proxies. */
  readonly forwarded: string
  readonly xForwardedFor: string
  readonly framing: Framing
}

/**
 * How a request tells where its body ends. `doubtful`: a proxy may read it in another way than uWebSockets.js. The library
 * goes by the first of several fields of one name, takes an empty field for none, and any transfer coding for `chunked`.
 */
export type Framing = 'none' | 'length' | 'chunked' | 'doubtful'

export interface HeadReader {
  /**
   * @param method A GET is read without a look at every field: see `framingOf`.
   * @returns always the same object, which the next call overwrites, so that no request costs one.
   */
  read(req: HttpRequest, method: string): RequestHead
  /** Reads the framing and the fields of proxies alone, for answers that depend on no field. The others are `''`. */
  readFraming(req: HttpRequest, method: string): RequestHead
  /** The `Authorization` field of the request that was read last. Not every request is asked for it. */
  authorizationOf(req: HttpRequest): string
}

class Head implements RequestHead {
  acceptEncoding = ''
  ifNoneMatch = ''
  ifRange = ''
  range = ''
  forwarded = ''
  xForwardedFor = ''
  framing: Framing = 'none'
}

/** Forgets the fields that an answer may depend on. */
function clear(head: Head): void {
  head.acceptEncoding = ''
  head.ifNoneMatch = ''
  head.ifRange = ''
  head.range = ''
}

/** The reader of a host that its clients reach directly. It asks for each field, since a browser sends many others. */
export function createHeadReader(): HeadReader {
  const head = new Head()
  return {
    read(req, method) {
      head.acceptEncoding = req.getHeader(ACCEPT_ENCODING)
      head.ifNoneMatch = req.getHeader(IF_NONE_MATCH)
      head.range = req.getHeader(RANGE)
      head.ifRange = head.range === '' ? '' : req.getHeader(IF_RANGE)
      head.framing = framingOf(req, method)
      return head
    },
    readFraming(req, method) {
      clear(head)
      head.framing = framingOf(req, method)
      return head
    },
    authorizationOf: (req) => req.getHeader(AUTHORIZATION),
  }
}

/**
 * The reader of a host behind proxies. It must look at all fields anyway: a proxy may add its own field after that of the
 * client, and only the first of a name can be asked for.
 */
export function createHeadScanner(): HeadReader {
  const head = new Head()
  /** Bits of the fields that have been seen. The first of a name counts, as if it were asked for. */
  let seen = 0
  let authorization = ''
  let coding = ''
  let length = ''
  let framings = 0

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
      case 'range':
        if (isFirst(16)) head.range = value
        break
      case 'if-range':
        if (isFirst(32)) head.ifRange = value
        break
      case 'content-length':
        length = value
        framings++
        break
      case 'transfer-encoding':
        coding = value
        framings++
        break
    }
  }

  function scan(req: HttpRequest): void {
    clear(head)
    head.forwarded = ''
    head.xForwardedFor = ''
    authorization = ''
    seen = 0
    coding = ''
    length = ''
    framings = 0
    req.forEach(take)
    head.framing = toFraming(coding, length, framings)
  }

  return {
    read(req) {
      scan(req)
      return head
    },
    readFraming(req) {
      scan(req)
      clear(head)
      return head
    },
    authorizationOf: () => authorization,
  }
}

/**
 * Reads the framing of a request. To look at every field costs too much for each GET, so one whose first field of either name
 * is empty or absent has the framing `none`.
 */
function framingOf(req: HttpRequest, method: string): Framing {
  const coding = req.getHeader(TRANSFER_ENCODING)
  const length = coding === '' ? req.getHeader(CONTENT_LENGTH) : ''
  if (method === 'GET' && coding === '' && length === '') return 'none'
  return toFraming(coding, length, countFraming(req))
}

/** @param fields Number of fields that frame the body. Only a single one can be trusted. */
function toFraming(coding: string, length: string, fields: number): Framing {
  if (fields === 0) return 'none'
  if (fields > 1) return 'doubtful'
  if (length !== '') return 'length'
  return coding.toLowerCase() === 'chunked' ? 'chunked' : 'doubtful'
}

let framingFields = 0

/** Stands apart from `countFraming`, which then makes no function for each request. */
function countFramingField(name: string): void {
  if (name === 'content-length' || name === 'transfer-encoding') framingFields++
}

function countFraming(req: HttpRequest): number {
  framingFields = 0
  req.forEach(countFramingField)
  return framingFields
}

/** The query string of a request as it came. uWebSockets.js declares a string, but gives undefined without a question mark. */
export function rawQueryOf(req: HttpRequest): string {
  const raw: string | undefined = req.getQuery()
  return raw ?? ''
}
