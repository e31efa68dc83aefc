/** Types of layers and shapes that have colours of other kinds: solids, images, texts, gradients. */
const OTHER_COLOURS: ReadonlySet<unknown> = new Set([1, 2, 5, 'gf', 'gs'])

/**
 * Finds the one colour of a Lottie document, as `#rrggbb`. Null when it has several, or parts whose colour is not a plain
 * value: gradients, keyframes, solids, texts, images, slots.
 */
export function inkOfLottie(document: unknown): string | null {
  const inks = new Set<string>()
  let isPlain = true
  visit(document, (part) => {
    const type = part['ty']
    const hasEffects = Array.isArray(part['ef']) && part['ef'].length > 0
    if (OTHER_COLOURS.has(type) || hasEffects || 'sid' in part) isPlain = false
    if (type !== 'fl' && type !== 'st') return
    const channels = channelsOf(part['c'])
    if (channels === null) isPlain = false
    else inks.add(toHex(channels))
  })
  const [ink] = inks
  return isPlain && inks.size === 1 && ink !== undefined ? ink : null
}

/** Changes a parsed Lottie document in place: the colour of its fills and strokes, and its frames a second. */
export function changeLottie(document: Record<string, unknown>, colour: string | null, speed: number): void {
  if (typeof document['fr'] === 'number') document['fr'] = Number((document['fr'] * speed).toFixed(4))
  if (speed !== 1) visit(document, (part) => changeRemapping(part['tm'], speed), true)
  if (colour === null) return
  const channels = [1, 3, 5].map((at) => Number((Number.parseInt(colour.slice(at, at + 2), 16) / 255).toFixed(4)))
  visit(document, (part) => {
    const { c } = part as { readonly c?: unknown }
    if ((part['ty'] === 'fl' || part['ty'] === 'st') && channelsOf(c) !== null) {
      const value = c as { k: number[] }
      value.k = [...channels, ...value.k.slice(3)]
    }
  })
}

type Part = Readonly<Record<string, unknown>>

/** Divides the values of a layer's time remapping, which are seconds, where all other times are frames. */
function changeRemapping(remapping: unknown, speed: number): void {
  if (typeof remapping !== 'object' || remapping === null) return
  const divided = (value: unknown): unknown => {
    if (typeof value === 'number') return value / speed
    return Array.isArray(value) ? value.map(divided) : value
  }
  const property = remapping as { k?: unknown }
  if (!Array.isArray(property.k)) property.k = divided(property.k)
  else {
    property.k = property.k.map((key: unknown) => {
      if (typeof key !== 'object' || key === null) return divided(key)
      const { e, s } = key as { readonly e?: unknown; readonly s?: unknown }
      return { ...key, ...(s === undefined ? {} : { s: divided(s) }), ...(e === undefined ? {} : { e: divided(e) }) }
    })
  }
}

/** Visits every object of a document. Mattes (`td`) only cut out other layers, and show no colour of their own. */
function visit(root: unknown, see: (part: Part) => void, withMattes = false): void {
  const waiting = [root]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null) continue
    if (!Array.isArray(next)) {
      const part = next as Part
      if (part['td'] === 1 && !withMattes) continue
      see(part)
    }
    for (const member of Object.values(next)) if (typeof member === 'object' && member !== null) waiting.push(member)
  }
}

/** The channels of a colour that never changes; null for others. */
function channelsOf(property: unknown): readonly number[] | null {
  if (typeof property !== 'object' || property === null) return null
  const { a, k } = property as { readonly a?: unknown; readonly k?: unknown }
  const isStatic = (a ?? 0) === 0 && Array.isArray(k) && k.length >= 3 && k.every((part) => typeof part === 'number')
  return isStatic ? k : null
}

function toHex(channels: readonly number[]): string {
  const bytes = channels.slice(0, 3).map((channel) => Math.round(Math.min(1, Math.max(0, channel)) * 255))
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
