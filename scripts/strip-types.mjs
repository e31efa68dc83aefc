// Loads TypeScript under versions of Node that cannot. Types are replaced by blanks, so that lines and columns stay as in
// the file. Results are cached in node_modules/.cache by a hash of the file's text. Without the cache, TypeScript's parser
// takes longer to load than most programs that are run this way. `node scripts/strip-types.mjs` does all files beforehand, in
// one process, where each process of a whole test run would load the parser for the first file that is new to the cache.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { threadId } from 'node:worker_threads'

const PACKAGE = new URL('../node_modules/ts-blank-space/package.json', import.meta.url)
const { version } = JSON.parse(readFileSync(PACKAGE, 'utf8'))
const CACHE = new URL(`../node_modules/.cache/ts-blank-space-${version}/`, import.meta.url)

/**
 * Resolves tap to its CommonJS form. The other form asks this thread about each of tap's two hundred modules. That adds a
 * third of a second to the start of each test file.
 */
export function resolve(specifier, context, nextResolve) {
  return nextResolve(specifier, specifier === 'tap' ? { ...context, conditions: ['node', 'require'] } : context)
}

export async function load(url, context, nextLoad) {
  if (!url.endsWith('.ts')) return nextLoad(url, context)
  return { format: 'module', shortCircuit: true, source: await withoutTypes(readFileSync(new URL(url), 'utf8'), url) }
}

async function withoutTypes(source, url) {
  const kept = new URL(`${createHash('sha256').update(source).digest('hex')}.js`, CACHE)
  try {
    return readFileSync(kept, 'utf8')
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
  const { default: blankSpace } = await import('ts-blank-space')
  const code = blankSpace(source, ({ kind, pos }) => {
    throw new SyntaxError(`${url}: syntax ${kind} at character ${pos} cannot be replaced by blanks`)
  })
  mkdirSync(CACHE, { recursive: true })
  const written = new URL(`${kept.href}.${process.pid}.${threadId}`)
  writeFileSync(written, code)
  renameSync(written, kept)
  return code
}

if (process.argv[1] === fileURLToPath(import.meta.url) && !process.features.typescript) {
  const names = ['bench', 'examples', 'scripts', 'src', 'test'].flatMap((folder) =>
    readdirSync(folder, { recursive: true }).map((name) => `${folder}/${name}`),
  )
  for (const name of names) {
    if (name.endsWith('.ts') && !name.includes('node_modules/')) await load(pathToFileURL(name).href)
  }
}
