const HEADING = /^[ \t]*#{1,6}[ \t]/
/** A mark at the end of a heading. */
const MARK = /\[(?:#([^\s[\]]{1,500})|!?toc)\]$/
const MARK_LIMIT = 10

/** A heading whose end has an id (`[#id]`), or says whether the table of contents lists it (`[!toc]`). */
export function headingWithId(line: string): string {
  if (!line.includes(']') || !HEADING.test(line)) return line
  let heading = line.trimEnd()
  let id: string | undefined
  let marks = 0
  for (let mark = MARK.exec(heading); mark !== null && marks < MARK_LIMIT; mark = MARK.exec(heading)) {
    marks += 1
    // The first of several ids counts.
    id = mark[1] ?? id
    heading = heading.slice(0, mark.index).trimEnd()
  }
  if (marks === 0 || !HEADING.test(`${heading} `)) return line
  return id === undefined ? heading : `${heading} {#${id}}`
}
