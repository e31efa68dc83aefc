import t from 'tap'
import { startService } from '../support/start-service.ts'
import { readInstructions } from './run-example.ts'

interface Answer {
  readonly results: readonly { readonly title: string; readonly url: string }[]
}

t.test('the folder answers searches in three languages, as its README shows', async (t) => {
  const { command, prints } = readInstructions('docs-folder')
  const [, content = ''] = /CONTENT_DIR=(\S+)/.exec(command) ?? []
  const { logs, url } = await startService(t, { content })
  const lines = prints.split('\n')
  t.equal(lines.length, 3)
  for (const line of lines) {
    const [path = '', title, page] = line.split(/ {2,}/)
    const answer = (await (await fetch(url + path)).json()) as Answer
    const found = answer.results.map((result) => ({ title: result.title, page: result.url.replace(url, '') }))
    t.strictSame(found[0], { title, page }, path)
    const html = await fetch(url + page)
    t.equal(html.status, 200)
    t.match(await html.text(), `<h1>${title}`)
  }
  t.strictSame(
    logs.filter(({ level }) => level > 30),
    [],
    'the content has no faults',
  )
})
