const HEADING_END = /^([ \t]*#{1,6}[ \t].*?)((?:[ \t]*\[(?:#[^\s[\]]+|!?toc)\])+)[ \t]*$/

/** A heading whose end has an id (`[#id]`), or says whether the table of contents lists it (`[!toc]`). */
export function headingWithId(line: string): string {
  const [, heading, marks = ''] = line.trimStart().startsWith('#') ? (HEADING_END.exec(line) ?? []) : []
  if (heading === undefined) return line
  const id = /\[#([^\s[\]]+)\]/.exec(marks)?.[1]
  return id === undefined ? heading : `${heading} {#${id}}`
}
