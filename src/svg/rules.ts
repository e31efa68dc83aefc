import { UnusableFileError } from '../shared/unusable-file-error.ts'
import { ALLOWED_ELEMENTS } from './allowed.ts'
import { CSS_PROPERTIES } from './css/allowed.ts'
import { HTML_ELEMENTS, HTML_PROPERTIES } from './html-allowed.ts'

/** What a file may hold, and what becomes of the rest. */
export interface SvgRules {
  /** Whether what is not allowed is left out. Otherwise it makes the file unusable. */
  readonly leavesOut: boolean
  /** Whether a `foreignObject` may hold texts in HTML. */
  readonly html: boolean
  /** Whether a style sheet may bring fonts that are in the file itself. */
  readonly fonts: boolean
  /** Names that a style sheet may select. */
  readonly selectable: ReadonlySet<string>
  readonly properties: ReadonlySet<string>
}

/** Icons are pasted into pages of others, where they must mean the same. Whatever is not allowed is refused. */
export const ICON_RULES: SvgRules = {
  leavesOut: false,
  html: false,
  fonts: false,
  selectable: ALLOWED_ELEMENTS,
  properties: CSS_PROPERTIES,
}

/** Drawings of documentation are served as documents of their own. They are shown without what is not allowed. */
export const DRAWING_RULES: SvgRules = {
  leavesOut: true,
  html: true,
  fonts: true,
  selectable: new Set([...ALLOWED_ELEMENTS, ...HTML_ELEMENTS, 'foreignObject', 'foreignobject']),
  properties: new Set([...CSS_PROPERTIES, ...HTML_PROPERTIES]),
}

/** The result of `write`, or `otherwise` where the rules leave out what it refuses. */
export function attempt<T>({ leavesOut }: SvgRules, write: () => T, otherwise: T): T {
  if (!leavesOut) return write()
  try {
    return write()
  } catch (error) {
    if (error instanceof UnusableFileError) return otherwise
    throw error
  }
}
