import { readFileSync } from 'node:fs'
import t from 'tap'
import { PLAIN_FOLDER, SOURCE_KINDS } from '../../../src/docs/sources/kinds.ts'

t.test('site.yaml can name every kind of source, and none that is not there', (t) => {
  const schema = JSON.parse(readFileSync('docs/site.schema.json', 'utf8')) as {
    properties: { sources: { items: { properties: { kind: { enum: string[] } } } } }
  }
  const kinds = [...SOURCE_KINDS, PLAIN_FOLDER].map(({ name }) => name)
  t.same(schema.properties.sources.items.properties.kind.enum.sort(), ['html', 'markdown', ...kinds].sort())
  t.end()
})
