/**
 * Particles that Korean attaches to nouns, longest first. The index keeps the pairs of a word as written. Only the weight of these
 * pairs in a query depends on the length of the noun itself.
 */
const PARTICLES = [
  '에서는',
  '으로는',
  '으로부터',
  '에게서',
  '이라는',
  '까지는',
  '부터는',
  '에서',
  '으로',
  '에게',
  '한테',
  '까지',
  '부터',
  '처럼',
  '보다',
  '라는',
  '이나',
  '이란',
  '하고',
  '마다',
  '조차',
  '밖에',
  '에는',
  '과의',
  '와의',
  '은',
  '는',
  '이',
  '가',
  '을',
  '를',
  '의',
  '에',
  '로',
  '와',
  '과',
  '도',
  '만',
  '나',
  '란',
].toSorted((a, b) => b.length - a.length)

/** Length in characters of a word without its particle. A noun of one character is not cut further. */
export function koreanNounLength(word: string): number {
  for (const particle of PARTICLES) {
    if (word.length - particle.length >= 2 && word.endsWith(particle)) return word.length - particle.length
  }
  return word.length
}

/** Whether a word of two characters may be a noun of one character and a particle: 비가. Most words of two characters are not. */
export function mayBeShortNoun(word: string): boolean {
  return word.length === 2 && PARTICLES.includes(word.slice(1))
}

/** Words that ask, or join others, and say little about what a reader wants. In a query they weigh as little as English stop words. */
const LITTLE_WORDS = new Set(
  (
    '어떻게 어떤 어느 어디 어디서 어디에 언제 왜 누가 무엇 무엇을 무엇이 무엇인가요 무엇인가 무엇입니까 무엇이죠 뭐 뭔가요 뭐예요 뭐죠 뭘 ' +
    '얼마나 몇 나요 하나요 되나요 있나요 없나요 있을까요 인가요 건가요 할까요 될까요 하죠 되죠 하지 해야 하려면 하면 해요 돼요 합니까 됩니까 ' +
    '있습니까 하는 하고 하여 해서 하기 한 할 함 해 했는데 하는데 됩니다 합니다 있습니다 없습니다 됐는데 되는 되는데 된 될 수 것 것은 것이 것을 ' +
    '거 건 게 데 때 있는 있을 있는데 없는 싶은데 싶어요 싶습니다 알려주세요 알려줘 알려 주세요 가르쳐주세요 궁금합니다 궁금해요 방법 방법은 ' +
    '방법이 방법을 이유 이유가 이유는 이 그 저 이것 그것 저는 제가 나는 내가 내 제 우리 좀 더 및 또는 그리고 하지만 그런데 그래서 그럼 위해 ' +
    '위한 대한 대해 통해 따라 때문에 같은 같이 경우 경우에 다른 모든'
  ).split(' '),
)

export function isLittleKoreanWord(word: string): boolean {
  return LITTLE_WORDS.has(word)
}
