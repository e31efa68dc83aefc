import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import t from 'tap'
import { get } from '../support/load.ts'
import { slowMarkdown } from '../support/slow-page.ts'
import { startService, type RunningService } from '../support/start-service.ts'

/** Processor time that the slow page takes many times, and the others a small part of. */
const ENV = { HOSTS: 'docs', WATCH: '1', PAGE_DEADLINE_MS: '200' }

/** Writes a page in the way of an editor that renames a finished file into place. */
async function savePage({ contentDir }: RunningService, file: string, text: string): Promise<void> {
  const path = join(contentDir, file)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(`${path}~`, text)
  await rename(`${path}~`, path)
}

function titleAt({ url }: RunningService, path: string): Promise<string | undefined> {
  return get(`${url}/api/page?path=${path}`).then(({ body }) => (JSON.parse(body) as { title?: string }).title)
}

for (const [kind, files, folder] of [
  ['plain Markdown', {}, 'docs/en'],
  ['the sources of MkDocs', { 'mkdocs.yml': 'site_name: T\nmarkdown_extensions: [pymdownx.snippets]\n' }, 'docs'],
] as const) {
  t.test(`${kind} with a page that takes too long is served without it, and its repair too`, async (t) => {
    const service = await startService(t, {
      env: ENV,
      content: {
        ...files,
        [`${folder}/index.md`]: '# Home\n',
        [`${folder}/other.md`]: '# Other\n',
        [`${folder}/slow.md`]: slowMarkdown(),
      },
    })
    const fault = service.logs.find(({ msg }) => msg === 'content fault')
    t.match(fault, { level: 40, fault: new RegExp(`^${folder}/slow\\.md:1 slow_page `) })
    t.equal(await titleAt(service, '/en/other'), 'Other')
    t.equal((await get(`${service.url}/api/page?path=/en/slow`)).status, 404)

    const saved = service.logs.length
    await savePage(service, `${folder}/other.md`, '# Edited\n')
    await service.logged('index built', saved)
    t.equal(await titleAt(service, '/en/other'), 'Edited', 'another page is served in the meantime')

    const asked = service.logs.length
    service.signal('SIGHUP')
    await service.logged('index built', asked)

    const mended = service.logs.length
    await savePage(service, `${folder}/slow.md`, '# Mended\n')
    await service.logged('index built', mended)
    t.equal(await titleAt(service, '/en/slow'), 'Mended')
    const whole = service.logs.length
    service.signal('SIGHUP')
    await service.logged('the content has not changed', whole)
  })
}
