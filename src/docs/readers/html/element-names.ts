import { words } from '../../../shared/words.ts'

export const VOID_ELEMENTS: ReadonlySet<string> = new Set(
  words('area base basefont br col embed frame hr img input keygen link meta param source track wbr'),
)

/** Elements that browsers show as blocks. */
export const BLOCK_ELEMENTS: ReadonlySet<string> = new Set(
  words(`address article aside blockquote body caption center col colgroup dd details dialog dir div dl dt fieldset
    figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu nav
    ol p plaintext pre search section summary table tbody td tfoot th thead tr ul xmp`),
)

/** Elements that end an open paragraph. */
export const ENDS_PARAGRAPH: ReadonlySet<string> = new Set(
  words(`address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure footer form
    h1 h2 h3 h4 h5 h6 header hgroup hr li listing main menu nav ol p plaintext pre search section summary table ul
    xmp`),
)

/** Elements that may stand in `head`. */
export const HEAD_ELEMENTS: ReadonlySet<string> = new Set(
  words('base basefont bgsound link meta noframes noscript script style template title'),
)

/** Elements that no end tag from within may close. */
export const SCOPE_ELEMENTS: ReadonlySet<string> = new Set(
  words('applet caption html marquee object table td template th'),
)

export const HEADINGS: ReadonlySet<string> = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'])
