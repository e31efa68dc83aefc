/** Words with which English questions begin, and which say nothing about their subject. */
const FRAME = new RegExp(
  `^(?:${[
    'how (?:do|can|could|should|would|to)(?: (?:i|we|you|one))?',
    "what(?:'s| is| are) (?:the )?(?:(?:best|right|proper|easiest|recommended|correct) )?ways? (?:to|of)",
    "i(?:'m| am)? (?:want|need|would like|trying|wish|have) to",
    'is (?:it possible|there (?:a|any) way) to',
    '(?:can|could) (?:somebody|someone|anyone) (?:explain|tell me)',
    'what do (?:you|we|i) call',
    'what is the name of',
    'please',
    // A greeting may be the subject itself, as in "hello world".
    '(?:hi|hello|hey)(?=,? (?:how|what|which|where|can|could|is|i|please)\\b),?',
  ].join('|')}) `,
  'i',
)

/** Length of the beginning of a normalised query that only asks, or 0. */
export function questionFrame(query: string): number {
  return FRAME.exec(query)?.[0].length ?? 0
}
