/**
 * The character references that people write by hand. HTML knows over two thousand; the rest stay as they are written,
 * which a reader still understands.
 */
const NAMED: ReadonlyMap<string, string> = new Map(
  Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    nbsp: ' ',
    ensp: ' ',
    emsp: ' ',
    thinsp: ' ',
    shy: '',
    zwj: '\u200d',
    zwnj: '\u200c',
    copy: '©',
    reg: '®',
    trade: '™',
    hellip: '…',
    mdash: '—',
    ndash: '–',
    lsquo: '‘',
    rsquo: '’',
    ldquo: '“',
    rdquo: '”',
    laquo: '«',
    raquo: '»',
    bull: '•',
    middot: '·',
    sect: '§',
    para: '¶',
    deg: '°',
    plusmn: '±',
    times: '×',
    divide: '÷',
    minus: '−',
    le: '≤',
    ge: '≥',
    ne: '≠',
    asymp: '≈',
    infin: '∞',
    micro: 'µ',
    frac12: '½',
    frac14: '¼',
    sup2: '²',
    sup3: '³',
    larr: '←',
    uarr: '↑',
    rarr: '→',
    darr: '↓',
    harr: '↔',
    rArr: '⇒',
    check: '✓',
    euro: '€',
    pound: '£',
    yen: '¥',
    cent: '¢',
    lbrace: '{',
    rbrace: '}',
    lcub: '{',
    rcub: '}',
    lsqb: '[',
    rsqb: ']',
    lbrack: '[',
    rbrack: ']',
    vert: '|',
    verbar: '|',
    ast: '*',
    lowbar: '_',
    grave: '`',
    num: '#',
    bsol: '\\',
    sol: '/',
    colon: ':',
    semi: ';',
    comma: ',',
    period: '.',
    excl: '!',
    quest: '?',
    commat: '@',
    dollar: '$',
    percnt: '%',
    equals: '=',
    plus: '+',
    lpar: '(',
    rpar: ')',
    Tab: ' ',
    NewLine: ' ',
  }),
)

/** CommonMark §2.5: at most 7 decimal or 6 hexadecimal digits. */
const REFERENCE = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([A-Za-z][A-Za-z\d]{1,31}));/y

/** The character reference at `start` (an `&`), or null when none is there that we know. */
export function characterReference(source: string, start: number): { text: string; end: number } | null {
  REFERENCE.lastIndex = start
  const match = REFERENCE.exec(source)
  if (!match) return null
  const [all, decimal, hexadecimal, name] = match
  const text = name
    ? NAMED.get(name)
    : fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hexadecimal ?? '', 16))
  return text === undefined ? null : { text, end: start + all.length }
}

function fromCodePoint(code: number): string {
  const isSurrogate = code >= 0xd800 && code <= 0xdfff
  return code === 0 || code > 0x10ffff || isSurrogate ? '\ufffd' : String.fromCodePoint(code)
}
