import { isUtf8 } from 'node:buffer'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { codeSpans } from '../readers/markdown/code/code-span.ts'
import { trackFences } from '../sources/expand-lines.ts'
import type { ContentFault } from '../model/content-fault.ts'
import { placesOf } from '../places-of.ts'

/** A line that is blank or code, or all lines in a row that are neither: a code span may go on from one to the next. */
interface Part {
  /** The first line, counted from 1. */
  readonly line: number
  readonly isText: boolean
  text: string
}

/**
 * Writes corrections of faults that have one into their files. From the line of the fault on, `fix.from` becomes `fix.to`
 * where it stands as the target of a link: all links of a page to one address are one fault. Code, and files that are not
 * UTF-8, stay as they are. Gives the faults that were corrected.
 */
export function fixContent(contentDir: string, faults: readonly ContentFault[]): ContentFault[] {
  const fixed: ContentFault[] = []
  const fixable = faults.filter(({ fix }) => fix !== undefined)
  for (const file of new Set(fixable.map((fault) => fault.file))) {
    const path = join(contentDir, file)
    const bytes = readFileSync(path)
    // What cannot be decoded would be lost.
    if (!isUtf8(bytes)) continue
    const parts = partsOf(bytes.toString('utf8'))
    let isChanged = false
    for (const fault of fixable.filter((each) => each.file === file)) {
      const { from, to } = fault.fix as NonNullable<ContentFault['fix']>
      let isFixed = false
      for (const part of parts) {
        if (!part.isText) continue
        const text = corrected(part.text, offsetOfLine(part.text, fault.line - part.line), from, to)
        if (text === part.text) continue
        part.text = text
        isFixed = true
      }
      if (!isFixed) continue
      fixed.push(fault)
      isChanged = true
    }
    if (isChanged) writeFileSync(path, parts.map(({ text }) => text).join('\n'))
  }
  return fixed
}

function partsOf(source: string): Part[] {
  const fence = trackFences()
  const parts: Part[] = []
  for (const [at, line] of source.split('\n').entries()) {
    const isText = !fence.isCode(line.replace(/\r$/, '')) && line.trim() !== ''
    const last = parts.at(-1)
    if (isText && last?.isText === true) last.text += `\n${line}`
    else parts.push({ line: at + 1, isText, text: line })
  }
  return parts
}

/** Where a line of a text begins, counted from 0; its length for lines that it has not. */
function offsetOfLine(text: string, line: number): number {
  let at = 0
  for (let left = line; left > 0; left--) {
    at = text.indexOf('\n', at) + 1
    if (at === 0) return text.length
  }
  return at
}

/** A text with another address where it stands between the signs around the target of a link, outside of code. */
function corrected(text: string, start: number, from: string, to: string): string {
  const code = codeOf(text)
  let next = 0
  let codeEnd = 0
  let end = 0
  let written = ''
  for (const at of placesOf(text, from)) {
    if (at < start) continue
    for (let span = code[next]; span !== undefined && span.start <= at; span = code[(next += 1)]) {
      codeEnd = Math.max(codeEnd, span.end)
    }
    const before = text[at - 1] ?? ''
    const after = text[at + from.length] ?? ' '
    if (at < codeEnd || at < end || !/[(<"'= :]/.test(before) || !/[)>"'\s]/.test(after)) continue
    written += text.slice(end, at) + to
    end = at + from.length
  }
  return written + text.slice(end)
}

/**
 * Where a text has code spans, in order. What is code in a line by itself counts too: only a parser of blocks could tell
 * whether a span goes on over the end of a line.
 */
function codeOf(text: string): { readonly start: number; readonly end: number }[] {
  const spans = [...codeSpans(text)]
  let offset = 0
  for (const line of text.split('\n')) {
    for (const { end, start } of codeSpans(line)) spans.push({ start: offset + start, end: offset + end })
    offset += line.length + 1
  }
  return spans.sort((a, b) => a.start - b.start)
}
