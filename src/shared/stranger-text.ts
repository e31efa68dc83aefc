/** Controls, marks that turn the direction of text, what is seen as nothing or is no character: a text can look like another by them. */
const TRICKS = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]+/gu
/** Marks pile up over one letter, and reach the lines above and below. No language needs more. */
const PILED_MARKS = /(\p{M}{4})\p{M}+/gu

/**
 * What may be shown of a text of strangers: one line, which looks like nothing but what it is.
 *
 * @param instead What stands where such characters were.
 */
export function removeTricks(text: string, instead: '' | ' '): string {
  return text.replace(TRICKS, instead).replace(PILED_MARKS, '$1').replace(/\s+/g, ' ').trim()
}
