/**
 * What a page is called: its title, its headings, the texts of links to it, its titles in other locales. A page's row of `labels`
 * is a run of numbers of 32 bits: for each label a head, and its terms behind it.
 *
 *     head   6 bits number of terms, 6 bits gain, 6 bits share, 14 bits sum of the weights of all its terms
 *     term   8 bits weight, 24 bits number of the term
 *
 * The first label of a row is the title. The sum counts also terms that no page of the locale has, and that the row leaves out.
 */

/** Limit of labels in one row. The first ones are kept: title, titles in other locales, links, then headings. */
export const LABEL_LIMIT = 64
/** Limit of terms in one label. A longer text is no name, and only the beginning of a longer title is one. */
export const LABEL_TERM_LIMIT = 32
/** Largest gain and largest share, which both stand for 1. */
export const LABEL_UNITS = 63
/** Steps of a weight in one unit of idf. It is a power of two, so that weights are exact. */
export const WEIGHT_STEPS = 16
/** Terms from this number on have no room in a label. They are the rarest. */
export const LABELLED_TERMS = 2 ** 24

export function packLabel(terms: number, gain: number, share: number, sum: number): number {
  return (terms | (gain << 6) | (share << 12) | (sum << 18)) >>> 0
}

export function packLabelTerm(term: number, weight: number): number {
  return ((term << 8) | weight) >>> 0
}
