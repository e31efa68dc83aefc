/** A character and the marks behind it, which are composed together, and the parts of a Hangul syllable. */
const COMPOSED = /[\uac00-\ud7a3]?[\u1100-\u11ff\u3130-\u318f\uffa0-\uffdc]+|[\s\S][\p{M}\uff9e\uff9f]*/uy

/** What is known of a code unit, beside its length in a normalised text where it stands alone. */
const UNKNOWN = 0
/** It is a surrogate, a mark or a part of a syllable, so neither it nor what stands before it stands alone. */
const JOINS = 255
const JOINED = /[\ud800-\udfff\p{M}\uff9e\uff9f\u1100-\u11ff\u3130-\u318f\uffa0-\uffdc]/u

const lengths = new Uint8Array(65_536)

function lengthOf(code: number): number {
  const known = lengths[code]!
  if (known !== UNKNOWN) return known
  const character = String.fromCharCode(code)
  return (lengths[code] = JOINED.test(character) ? JOINS : character.normalize('NFKC').length)
}

/**
 * For each code unit of a normalised text, and for its end, the place in the text of what it was made of.
 *
 * @param normalLength Code units of the text in NFKC.
 */
export function placesIn(text: string, normalLength: number): Int32Array {
  const places = new Int32Array(normalLength + 1)
  let at = 0
  let ahead = lengthOf(text.charCodeAt(0))
  for (let from = 0; from < text.length && at < normalLength;) {
    let units = 1
    let length = ahead
    ahead = from + 1 < text.length ? lengthOf(text.charCodeAt(from + 1)) : 1
    if (length === JOINS || ahead === JOINS) {
      COMPOSED.lastIndex = from
      const piece = COMPOSED.exec(text)![0]
      units = piece.length
      length = piece.normalize('NFKC').length
      ahead = from + units < text.length ? lengthOf(text.charCodeAt(from + units)) : 1
    }
    for (let i = 0; i < length && at < normalLength; i++) places[at++] = from
    from += units
  }
  places.fill(text.length, at)
  return places
}
