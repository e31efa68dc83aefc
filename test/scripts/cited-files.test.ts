import t from 'tap'
import { CitedFiles } from '../../scripts/cited-files.ts'

const cited = new CitedFiles(['README.md', 'docs/limits.md', 'src/http/README.md', 'src/http/server/app.ts'])

t.test('what is there may be cited, from the root, from the document, or by its name', (t) => {
  const text =
    '[limits](../../docs/limits.md#bodies) [folder](server) `src/http/server` `server/app.ts` `app.ts` `npm run check`'
  t.strictSame(cited.missing(text, 'src/http'), [])
  t.end()
})

t.test('a link or a name in backticks that leads to nothing is found', (t) => {
  const text = '[gone](docs/gone.md), `src/http/gone/`, `src/http/server/gone.ts` and `gone.ts`'
  t.strictSame(cited.missing(text, '.'), ['docs/gone.md', 'src/http/gone/', 'src/http/server/gone.ts', 'gone.ts'])
  t.end()
})

t.test('addresses elsewhere, patterns and examples in code are no citations', (t) => {
  const text =
    '[x](https://docs.example/a.md) [y](/en/start) `src/<host>/tools` `src/*.ts`\n\n```ts\n`src/gone.ts`\n```\n'
  t.strictSame(cited.missing(text, '.'), [])
  t.end()
})

t.test('a comment cites source files in backticks and files by their path from the root', (t) => {
  const there =
    'See `server/app.ts`, `app.ts` and docs/limits.md. `guides/start.md` and `docs/en/start.mdx` are examples.'
  t.strictSame(cited.missingInComment(there, 'src/http'), [])
  const gone = 'The bounds of src/http/gone.ts (docs/gone.md): see `src/http/gone.ts` and `gone.ts`.'
  t.strictSame(cited.missingInComment(gone, 'src/http'), ['src/http/gone.ts', 'gone.ts', 'docs/gone.md'])
  t.end()
})
