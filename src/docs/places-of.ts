/** Longest text that `indexOf` looks for. With longer ones it may take the time of both lengths multiplied. */
const SHORT_CHARS = 100

/** Offsets at which a text stands in another one, also where these places overlap. It takes linear time. */
export function* placesOf(text: string, part: string): Generator<number> {
  if (part.length <= SHORT_CHARS) {
    for (let at = text.indexOf(part); at >= 0; at = at < text.length ? text.indexOf(part, at + 1) : -1) yield at
    return
  }
  /** For each place of `part`, the length of its longest shorter beginning that ends there. */
  const borders = new Uint32Array(part.length)
  for (let at = 1, matched = 0; at < part.length; at++) borders[at] = matched = longer(matched, part[at])
  for (let at = 0, matched = 0; at < text.length; at++) {
    matched = longer(matched, text[at])
    if (matched === part.length) yield at - part.length + 1
  }

  function longer(matched: number, next: string | undefined): number {
    let length = matched
    while (length > 0 && part[length] !== next) length = borders[length - 1] as number
    return part[length] === next ? length + 1 : 0
  }
}

/** The first of these offsets, or -1 if there is none. */
export function placeOf(text: string, part: string): number {
  const { done, value } = placesOf(text, part).next()
  return done === true ? -1 : value
}
