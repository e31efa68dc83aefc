import { countLines } from '../../front-matter.ts'

/** Line of a configuration that names a member first; 1: none does. */
export function lineOfMember(source: string, name: string): number {
  return countLines(source, Math.max(0, source.search(new RegExp(`\\b${name}\\s*:`))))
}
