/**
 * Words that say little about what a reader wants. They weigh less in the ranking and never decide `total`. A query of only stop
 * words is searched as it stands.
 */
const STOP_WORDS = new Set(
  (
    'a an and any are as at be been but by can could did do does for from had has have how i if in into is it its me ' +
    'my of on or our shall should so some than that the their them then there these they this those to was we were ' +
    'what when where which while who whom why will with would you your'
  ).split(' '),
)

export function isStopWord(surface: string): boolean {
  return STOP_WORDS.has(surface)
}
