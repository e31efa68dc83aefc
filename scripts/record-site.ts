import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/**
 * Copies the pages and images of a built site without what no reader looks at: scripts, styles, drawings and comments.
 * `npm run ts scripts/record-site.ts -- <built folder> <folder to write>`. What the second folder had is removed.
 */

const PAGE = /\.html$/
const IMAGE = /\.(?:avif|gif|jpe?g|png|webp)$/

const ELEMENTS = /<(script|style|svg|template)\b[^>]*>[\s\S]*?<\/\1>/gi
const COMMENTS = /<!--[\s\S]*?-->/g
/** Links to files; those that tell the canonical address or a translation stay. */
const LINKS = /<link\b(?![^>]*\brel="?(?:canonical|alternate)\b)[^>]*>/gi
const STYLES = /\s(?:style|onclick|onload|nonce|integrity)=(?:"(?!display:\s*none)[^"]*"|'[^']*')/gi

const SHARED = /<meta\b[^>]*\b(?:property|itemprop|name)="?(?:og:|article:|twitter:|[a-zA-Z]+"\s+content="\d)[^>]*>/g
const CLASSES = /\sclass=(["'])([^"']*)\1/g
/** Classes that say how an element looks: utilities with a colon or brackets, and scopes of components. */
const LOOK =
  /[:[\]()/]|^astro-[\w-]{8}$|^-?(?:m|p|h|w|z|gap|min|max|text|bg|font|rounded|inset|opacity|space|leading|transition|border|shadow|tracking)[xytrbls]?-/

const [built, target] = process.argv.slice(2).filter((argument) => argument !== '--')
if (built === undefined || target === undefined)
  throw new Error('usage: npm run ts scripts/record-site.ts -- <built folder> <folder to write>')

rmSync(target, { recursive: true, force: true })
const files = readdirSync(built, { recursive: true, encoding: 'utf8' }).sort()
let written = ''
for (const file of files) {
  if (!PAGE.test(file)) continue
  const text = reduced(readFileSync(join(built, file), 'utf8'))
  write(file, text)
  written += text
}
// Icons of a theme, which no page shows, stay away.
for (const file of files) {
  if (IMAGE.test(file) && written.includes(basename(file))) write(file, readFileSync(join(built, file)))
}

function write(file: string, content: string | Buffer): void {
  const path = join(target as string, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}

function reduced(html: string): string {
  const text = html
    .replace(ELEMENTS, '')
    .replace(COMMENTS, '')
    .replace(LINKS, '')
    .replace(STYLES, '')
    .replace(SHARED, '')
    .replace(CLASSES, withoutLook)
  return `${text
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{2,}/g, '\n\n')
    .trimEnd()}\n`
}

function withoutLook(_attribute: string, _quote: string, classes: string): string {
  const kept = classes.split(/\s+/).filter((name) => name !== '' && !LOOK.test(name))
  return kept.length === 0 ? '' : ` class="${kept.join(' ')}"`
}
