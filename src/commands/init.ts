import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Given } from './command.ts'

const ECOSYSTEM = new URL('../../ecosystem.config.js', import.meta.url)
const MAIN = fileURLToPath(new URL('../main.js', import.meta.url))

/** `signpost init [folder]`: writes what a new site begins with, and overwrites nothing. */
export function init({ words }: Given<object>): Promise<void> {
  const [named = '.'] = words
  const folder = resolve(named)
  for (const [path, text] of Object.entries(filesFor(folder))) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    process.stdout.write(`${write(file, text) ? 'wrote' : 'kept '} ${file}\n`)
  }
  process.stdout.write(`\nStart it: ${named === '.' ? '' : `cd ${named} && `}signpost --open\n`)
  return Promise.resolve()
}

/** Whether it was written: false if there is such a file already. */
function write(file: string, text: string): boolean {
  try {
    writeFileSync(file, text, { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** The files by their paths. Content that is there already needs no first page. */
function filesFor(folder: string): Readonly<Record<string, string>> {
  const name = JSON.stringify(basename(folder) || 'Documentation')
  const page = `---\ntitle: ${name}\ndescription: What this is, and where to begin.\n---\n\nThis page is \`content/docs/en/index.md\`. Write beside it, then run \`signpost reindex\`.\n`
  return {
    'content/site.yaml': `name: ${name}\n`,
    ...(existsSync(join(folder, 'content')) ? {} : { 'content/docs/en/index.md': page }),
    'ecosystem.config.js': ecosystemFor(folder),
  }
}

/** Our configuration for pm2, which runs this installation from that folder. */
function ecosystemFor(folder: string): string {
  const text = readFileSync(ECOSYSTEM, 'utf8').replace(`'dist/main.js'`, JSON.stringify(MAIN))
  // Without a package that says otherwise, Node takes the file as CommonJS.
  return isModule(folder)
    ? text
    : text.replace('export const apps =', 'exports.apps =').replace('import.meta.dirname', '__dirname')
}

function isModule(folder: string): boolean {
  try {
    const { type } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { type?: unknown }
    return type === 'module'
  } catch {
    return false
  }
}
