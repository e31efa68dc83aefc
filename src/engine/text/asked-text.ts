const env = (n: string) => (process.env[n] ?? (n === 'FRAME' ? '0' : '1')) === '1'
const NOISE = new RegExp(
  [
    /\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?[.,\d]*(?:Z|[+-]\d\d:?\d\d)?/,
    /\b\d{1,2}:\d\d:\d\d(?: [AP]M)?\b/,
    /\bFile ["'][^"']+["'], line \d+(?:, in \S+)?/,
    /\bat (?:async |new )?[\w.$<>]+ (?=\()/,
    /\b(?:at )?(?:async )?\(?(?:(?:https?|file|node|webpack[\w-]*):)?[\w@.+~\\/:-]*[\\/][\w@.+-]+(?::\d+){1,2}\)?/,
    /\b[\w-]+\.[a-z]{1,4}:\d+(?::\d+)?/,
    /(?:\/(?:home|Users|usr|var|tmp|opt|root|private|mnt)\/|[A-Za-z]:\\)[^\s"')]*/,
    /\b0x[\da-f]{4,}\b/,
    /\b[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\b/,
    /Traceback \(most recent call last\):?/,
    /\(anonymous\)|Object\.<anonymous>/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gi',
)
const FRAME =
  /^(?:(?:hi|hello|hey|please)[, ]+)*(?:how (?:do|can|could|should|would|to|does|did)(?: (?:i|we|you|one))?|what(?:'s| is| are) (?:the )?(?:(?:best|right|proper|easiest|recommended|correct) )?ways? (?:to|of)|i(?:'m| am)? (?:want|need|would like|like|trying|wish|have) to|is (?:it possible|there (?:a|any) way) to|can (?:i|you|we|somebody|someone|anyone)|could (?:i|you|we)|(?:can|could) (?:somebody|someone|anyone) (?:explain|tell me)|why (?:do|does|is|are|did|can|will|should)|what (?:is|are|does|do)|where (?:do|can|is|are|should)(?: i| we| you)?|when (?:do|should|can|is|are)(?: i| we| you)?|which)\s+/i

const ACTION =
  /^(?:(?:hi|hello|hey|please)[, ]+)*(?:how (?:do|can|could|should|would|to)(?: (?:i|we|you|one))?|what(?:'s| is| are) (?:the )?(?:(?:best|right|proper|easiest|recommended|correct) )?ways? (?:to|of)|i(?:'m| am)? (?:want|need|would like|trying|wish|have) to|is (?:it possible|there (?:a|any) way) to|(?:can|could) (?:somebody|someone|anyone) (?:explain|tell me)|what do (?:you|i|we) call|what is the name of)\s+/i
export function askedText(query: string): string {
  let text = query
  if (env('NOISE') && query.length >= 40) text = text.replace(NOISE, ' ').replace(/\s+/g, ' ').trim()
  if (env('FRAME')) text = text.replace(FRAME, '')
  if (env('ACTION')) text = text.replace(ACTION, '')
  return /[\p{L}\p{N}]{2}/u.test(text) ? text : query
}
