import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import t from 'tap'

/** Imports and re-exports of values. Those of types alone are gone when the code runs. */
const STATIC = /^(?:import|export)\s(?!type\s)(?:[^'"]*?\sfrom\s)?'([^']+)'/gm

/** The packages that a module and all that it imports load before the first of them runs, sorted. */
function packagesOf(entry: string): string[] {
  const packages = new Set<string>()
  const files = new Set([entry])
  for (const file of files) {
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(STATIC)) {
      if (name.startsWith('.')) files.add(join(dirname(file), name))
      else if (!name.startsWith('node:')) packages.add(name)
    }
  }
  return [...packages].sort()
}

const SVG = ['@csstools/css-tokenizer', '@rgrove/parse-xml']

t.test('each thread of a docs host loads only packages that it uses at every start', (t) => {
  t.strictSame(packagesOf('src/main.ts'), [], 'a help')
  t.strictSame(packagesOf('src/commands/serve.ts'), ['pino', 'zod'], 'main thread')
  t.strictSame(packagesOf('src/generation/prepare-docs.ts'), SVG, 'builder thread with an index on disk')
  t.strictSame(
    packagesOf('src/generation/build-content.ts'),
    [...SVG, 'entities/decode', 'stemmer'],
    'builder thread that builds from plain Markdown',
  )
  t.strictSame(packagesOf('src/threads/listener.ts'), ['lru-cache', 'pino', 'piscina'], 'listener thread without Redis')
  t.strictSame(packagesOf('src/threads/search-worker.ts'), ['lru-cache', 'stemmer'], 'search worker')
  t.end()
})

t.test('listener threads of an icons host read no YAML, which the guides are written in', (t) => {
  t.notOk(packagesOf('src/hosts/icons/icons-listener.ts').includes('yaml'))
  t.end()
})
