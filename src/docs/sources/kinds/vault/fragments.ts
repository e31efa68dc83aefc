import { createSlugger } from '../../../slug.ts'

/** Ids of headings in a vault: a link names a heading without its punctuation, so that one hyphen stands for all of it. */
export const NOTE_SLUGS = 'blackfriday'

/** The id of a heading, or of a block behind `^`, that a link names. Of headings within others it names all. */
export function noteFragment(written: string): string {
  const last = written.slice(written.lastIndexOf('#') + 1).trim()
  return last === '' || last.startsWith('^') ? last : createSlugger(NOTE_SLUGS).next(last)
}
