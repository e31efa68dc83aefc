import '../process/check-install.ts'
import { resolve } from 'node:path'
import { loadConfig } from '../config/config.ts'
import type { Content, ContentFault, SiteReport } from '../docs/content.ts'
import { readContent } from '../docs/read-content.ts'

/** Exit status for faults, and for content that could not be read. */
const FAULTS = 1
const NOT_READ = 2

/**
 * `npm run content:check [-- <dir>]`: prints `file:line:column code message` for each fault of the content, then a
 * summary. `<dir>` holds `docs/`, or is a built
 * site, of which it prints what was read; the default is `CONTENT_DIR`, as for the service.
 */
async function main(argument: string | undefined): Promise<number> {
  let content: Content
  try {
    const given = { CONTENT_DIR: process.env['CONTENT_DIR'] }
    content = await readContent(argument === undefined ? loadConfig(given, 1).contentDir : resolve(argument))
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    return NOT_READ
  }
  const { faults, locales } = content
  const pages = [...locales].map(([locale, { pages }]) => `${pages.length} ${locale}`).join(', ')
  const files = new Set(faults.map(({ file }) => file)).size
  const found = faults.length === 0 ? 'no faults' : `${count(faults.length, 'fault')} in ${count(files, 'file')}`
  process.stdout.write(faults.map((fault) => `${toLine(fault)}\n`).join(''))
  if (content.site !== null) process.stdout.write(describeSite(content.site))
  process.stdout.write(`${found}; pages: ${pages || 'none'}\n`)
  return faults.length === 0 ? 0 : FAULTS
}

/** Tells what was read of a built site, the commonest first. */
function describeSite({ generator, rules, leftOut, dropped }: SiteReport): string {
  const list = (counts: ReadonlyMap<string, number>): string =>
    [...counts]
      .sort((a, b) => b[1] - a[1])
      .map(([what, number]) => `  ${number} ${what}\n`)
      .join('') || '  nothing\n'
  return `built site, generator: ${generator ?? 'unknown'}
content of pages chosen by:
${list(rules)}files left out because they are:
${list(leftOut)}elements left out of pages:
${list(dropped)}`
}

function toLine({ file, line, column, code, message }: ContentFault): string {
  // A name may contain a line end, but each fault must stay on its own line.
  // eslint-disable-next-line no-control-regex -- control characters are what it looks for
  return `${file}:${line}:${column ?? 1} ${code} ${message}`.replace(/[\u0000-\u001f\u007f]/g, '\ufffd')
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

process.exitCode = await main(process.argv[2])
