import temml from 'temml'
import { trusted, type Markup } from '../../../web/markup.ts'

/** Longer formulas are shown as their source. */
const FORMULA_LIMIT_CHARS = 4000
/** Macros that a formula may expand, so that one that calls itself ends. */
const EXPANSION_LIMIT = 1000
/** Largest size that a formula may ask for, in `em`. */
const SIZE_LIMIT_EM = 20

const TAG =
  /^<(\/?)(math|m(?:row|i|n|o|s|text|space|frac|sqrt|root|style|error|padded|phantom|sub|sup|subsup|under|over|underover|multiscripts|prescripts|table|tr|td)|none)((?: [a-z][a-z-]*="[^"<>]*")*) ?(\/?)>/
const ATTRIBUTE = / ([a-z][a-z-]*)="([^"<>]*)"/g
/** Attributes that say how a formula is drawn, and lead nowhere. */
const DRAWN = new Set(
  'accent accentunder class columnalign depth dir display displaystyle fence form height intent largeop linethickness lspace mathcolor mathbackground mathsize mathvariant maxsize minsize movablelimits rowspan columnspan rspace scriptlevel separator stretchy symmetric voffset width'.split(
    ' ',
  ),
)

/** A formula of TeX as MathML; null: it has a mistake, or is too long. */
export function texToMathml(tex: string, display: boolean): Markup | null {
  if (tex.length > FORMULA_LIMIT_CHARS) return null
  try {
    const options = { displayMode: display, throwOnError: true, trust: false, maxSize: [SIZE_LIMIT_EM, SIZE_LIMIT_EM] }
    const mathml = cleaned(temml.renderToString(tex, { ...options, maxExpand: EXPANSION_LIMIT } as object))
    return mathml === null ? null : trusted(mathml)
  } catch {
    return null
  }
}

/** MathML with nothing but known elements and attributes, without styles, which the policy of pages forbids; null: it has others. */
function cleaned(mathml: string): string | null {
  let text = ''
  let at = 0
  for (;;) {
    const start = mathml.indexOf('<', at)
    if (start < 0) return text + mathml.slice(at)
    text += mathml.slice(at, start)
    const [tag, close = '', name = '', attributes = '', empty = ''] = TAG.exec(mathml.slice(start, start + 2000)) ?? []
    if (tag === undefined) return null
    const kept = [...attributes.matchAll(ATTRIBUTE)].filter(([, key = '']) => DRAWN.has(key))
    text += `<${close}${name}${kept.map(([attribute]) => attribute).join('')}${empty}>`
    at = start + tag.length
  }
}
