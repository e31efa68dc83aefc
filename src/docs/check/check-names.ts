import type { ContentFault } from '../model/content-fault.ts'
import { countLines } from '../front-matter.ts'
import type { Meta } from '../meta.ts'
import { placesOf } from '../places-of.ts'

/** Maximum number of reported faults of names in one file; its author starts with the first ones anyway. */
const NAME_FAULT_LIMIT = 100

/** Reports names in `pages` that are unknown or repeated. `isKnown` tells whether a name exists. */
export function checkNames(
  meta: Meta,
  text: string,
  file: string,
  isKnown: (name: string) => boolean,
  faults: ContentFault[],
): void {
  const seen = new Set<string>()
  let reported = 0
  for (const name of meta.pages ?? []) {
    if (reported === NAME_FAULT_LIMIT) return
    const problem = seen.has(name) ? 'stands twice in pages' : isKnown(name) ? null : 'is no page and no folder here'
    if (problem) {
      reported += 1
      const offset = [...placesOf(text, JSON.stringify(name))].at(-1) ?? 0
      const message = `${JSON.stringify(name)} ${problem}`
      faults.push({ file, line: countLines(text, offset), code: 'bad_meta', message })
    }
    seen.add(name)
  }
}
