import { words } from '../../shared/words.ts'

/**
 * Words of which the commonest passwords consist, with digits replaced by the letters that they stand for. The lists of
 * leaked passwords agree on them. Most entries of ten characters and more are one of these with digits around it, or two of
 * them.
 */
const WORDS = new Set(
  `password passwort motdepasse contrasena senha parola wachtwoord mima mimashi pass passw passwd passord changeme default secret
letmein welcome welkom hello hallo bonjour nihao annyeong login logon signin admin administrator root user username guest test tester
testing temp temporary master access system server computer internet network office company business google facebook twitter
microsoft windows apple samsung android iphone youtube linkedin myspace yahoo hotmail gmail amazon netflix spotify minecraft
pokemon starwars superman batman spiderman ironman avengers naruto dragon dragonball monkey tiger lion eagle wolf horse kitty
kitten puppy bunny butterfly dolphin chicken football baseball basketball soccer hockey tennis golf swimming liverpool chelsea
arsenal barcelona realmadrid manchester manchesterunited juventus yankees lakers cowboys steelers patriots princess prince queen king angel
angels baby babygirl babyboy sweetheart sweety sweetie honey darling lover lovely loveme loveyou iloveyou iloveu iloveme
iloveyouforever saranghae woaini woaini forever family friends friend bestfriend mother father mommy daddy sister brother michael jessica
ashley daniel jennifer charlie thomas robert joshua matthew andrew jordan michelle nicole anthony william elizabeth alexander
sunshine sunflower flower flowers rainbow summer winter spring autumn january february march april june july august september
october november december monday tuesday wednesday thursday friday saturday sunday chocolate cookie cookies coffee cheese banana
orange apple cherry strawberry pepper ginger shadow shadows killer hunter ranger warrior soldier ninja pirate samurai freedom
liberty trustno trustnoone whatever nothing something anything asshole bullshit fuckyou fuckme fucker fuckoff pussy starcraft
warcraft counterstrike metallica slipknot nirvana blink linkinpark eminem music guitar mustang ferrari porsche mercedes corvette
harley toyota yamaha london paris berlin america england germany france russia china korea seoul beijing canada mexico brasil
london newyork california texas florida internet matrix merlin phoenix diamond crystal silver golden purple yellow black
blackcat green private security secure qwer asdf zxcv qwert asdfg zxcvb qwertyuiop asdfghjkl zxcvbnm azerty qwertz
correcthorsebatterystaple abc abcd abcde abcdef abcdefg abcdefgh abcdefghij abcabc aaa signpost`.split(/\s+/),
)
const LONGEST_WORD = Math.max(...[...WORDS].map((word) => word.length))

/** Sequences of neighbouring keys, and counting. */
const RUNS = words(`01234567890 abcdefghijklmnopqrstuvwxyz qwertyuiop asdfghjkl zxcvbnm qwertzuiop azertyuiop
    1qaz2wsx3edc4rfv5tgb6yhn7ujm 1q2w3e4r5t6y7u8i9o0p q1w2e3r4t5y6u7i8o9p0 qazwsxedcrfvtgbyhnujm 1a2b3c4d5e6f7g8h9i
    a1b2c3d4e5f6g7h8i9 147258369 159753 789456123`).flatMap((run) => [run, [...run].toReversed().join('')])
const RUN_MIN = 4

const LETTERS: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
}

/** Number of characters that guessing programs do not try first. A password with fewer is common. */
const UNGUESSED_MIN = 4

/**
 * Tells whether a guessing program would try a password soon. Such a password consists of the commonest words, keyboard
 * runs, repeated characters and digits, with little else. The time is proportional to the length.
 */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase()
  if (new Set(lower).size < UNGUESSED_MIN) return true
  const plain = [...lower].map((character) => LETTERS[character] ?? character).join('')
  return countUnguessed(lower) < UNGUESSED_MIN || countUnguessed(plain) < UNGUESSED_MIN || isRepeated(lower)
}

/**
 * Counts the characters that remain when words, runs, repetitions, digits and punctuation are removed, the longest first
 * from the left.
 */
function countUnguessed(text: string): number {
  let left = 0
  for (let at = 0; at < text.length;) {
    const taken = Math.max(wordAt(text, at), runAt(text, at), repetitionAt(text, at))
    if (taken > 0) at += taken
    else if (/[\p{L}\p{M}]/u.test(text.charAt(at++))) left++
  }
  return left
}

function wordAt(text: string, at: number): number {
  for (let length = Math.min(LONGEST_WORD, text.length - at); length >= 3; length--) {
    if (WORDS.has(text.slice(at, at + length))) return length
  }
  return 0
}

function runAt(text: string, at: number): number {
  let longest = 0
  for (const run of RUNS) {
    for (let from = run.indexOf(text.charAt(at)); from >= 0; from = run.indexOf(text.charAt(at), from + 1)) {
      let length = 1
      while (at + length < text.length && from + length < run.length && text[at + length] === run[from + length])
        length++
      if (length >= RUN_MIN && length > longest) longest = length
    }
  }
  return longest
}

function repetitionAt(text: string, at: number): number {
  let length = 1
  while (at + length < text.length && text[at + length] === text[at]) length++
  return length >= 3 ? length : 0
}

/** Tells whether a text repeats one part of up to six characters. */
function isRepeated(text: string): boolean {
  for (let length = 1; length <= 6 && length * 2 <= text.length; length++) {
    if ([...text].every((character, position) => character === text[position % length])) return true
  }
  return false
}
