import t from 'tap'
import { guideResources } from '../../../../src/hosts/icons/tools/guide-resources.ts'
import { guideTools } from '../../../../src/hosts/icons/tools/guide-tools.ts'
import { SAMPLE_GUIDES, startSampleIcons } from '../../../support/sample-icons.ts'
import { call } from '../../../mcp/tool-kit/call.ts'

const icons = await startSampleIcons(t)
const tools = guideTools(icons)

t.test('list_guides names every guide in its order', async (t) => {
  const { faults, text } = await call(tools, 'list_guides')
  t.same(faults, [])
  t.same(
    text.split('\n').map((line) => line.split(':')[0]),
    SAMPLE_GUIDES.map(({ slug }) => slug),
  )
  t.match(text, /^quick-start: Quick start\. Find an icon/)
})

t.test('search_guides finds guides by words', async (t) => {
  const { faults, text } = await call(tools, 'search_guides', { query: 'react' })
  t.same(faults, [])
  t.match(text, /^1 guide\nembedding: .* <http:\/\/icons\.example\/docs\/embedding\.md>$/)
  t.match((await call(tools, 'search_guides', { query: 'xqzvkwj' })).text, /^No guide .* list_guides/)
  t.ok((await call(tools, 'search_guides', { query: ' ' })).isError)
})

t.test('read_guide gives the guide as Markdown', async (t) => {
  const { faults, text } = await call(tools, 'read_guide', { slug: 'rate-limits' })
  t.same(faults, [])
  t.match(text, /^# Rate limits\n/)
})

t.test('read_guide names close slugs for one that does not exist', async (t) => {
  const { isError, text } = await call(tools, 'read_guide', { slug: 'rate-limit' })
  t.ok(isError)
  t.match(text, /Close ones: rate-limits\./)
  t.match((await call(tools, 'read_guide', { slug: 'zzz' })).text, /list_guides/)
})

t.test('every guide is a resource', async (t) => {
  const source = guideResources(icons)
  t.equal(source.list().length, SAMPLE_GUIDES.length)
  for (const { uri } of source.list())
    t.match(await source.read(uri), [{ uri, mimeType: 'text/markdown', text: /^# / }])
  for (const uri of ['guide://nothing', 'guide://', 'guide://__proto__', 'x', ''])
    t.equal(await source.read(uri), null, uri)
})
