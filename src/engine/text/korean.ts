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
