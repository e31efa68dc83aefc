import { hashText } from '../../src/engine/text/hash.ts'

/** A number from 0 to 1 that depends on the two texts alone, so that a set is the same in every run. */
export function chance(text: string, salt: string): number {
  return hashText(`${salt}\n${text}`) / 2 ** 32
}

/** One of the choices, by the text. */
export function choose<T>(choices: readonly T[], text: string, salt: string): T {
  return choices[Math.floor(chance(text, salt) * choices.length)]!
}

/** Keeps each word with a probability that depends on the word. */
export function thin(words: readonly string[], keep: (word: string) => number, text: string): string[] {
  return words.filter((word, i) => chance(`${text}\n${i}`, 'thin') < keep(word))
}
