/** Characters that make a text look like another: controls, direction marks, and invisible or unassigned characters. */
const TRICKS = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]+/gu
/** Marks that pile up over one letter and reach the lines above and below. No language needs more. */
const PILED_MARKS = /(\p{M}{4})\p{M}+/gu

/**
 * Removes deceptive characters from a text of strangers and makes it one line, which looks like nothing but itself.
 *
 * @param instead Replacement of such characters.
 */
export function removeTricks(text: string, instead: '' | ' '): string {
  return text.replace(TRICKS, instead).replace(PILED_MARKS, '$1').replace(/\s+/g, ' ').trim()
}
