import t from 'tap'
import { startService } from '../../support/start-service.ts'

t.test('a page that is kept out of search is opened, and listed everywhere else', async (t) => {
  const { url } = await startService(t, {
    content: {
      'astro.config.mjs': `import starlight from '@astrojs/starlight'\nexport default { integrations: [starlight({ title: 'Site' })] }\n`,
      'src/content/docs/index.md': '---\ntitle: Home\n---\n\nWelcome.\n',
      'src/content/docs/found.md': '---\ntitle: Plover\n---\n\nA plover in the marsh.\n',
      'src/content/docs/birds/kept.md': '---\ntitle: Dotterel\npagefind: false\n---\n\nA dotterel in the marsh.\n',
    },
  })
  const text = async (path: string): Promise<string> => (await fetch(url + path)).text()
  t.match(JSON.parse(await text('/api/search?q=dotterel')), { total: 0 })
  t.match(JSON.parse(await text('/api/search?q=marsh')), { total: 1, results: [{ title: 'Plover' }] })
  t.equal((await fetch(`${url}/api/search?q=marsh&section=birds`)).status, 400, 'its section has no page to find')
  t.match(JSON.parse(await text('/api/page?path=/en/birds/kept')), { title: 'Dotterel' })
  t.match(await text('/llms.txt'), '/en/birds/kept.md')
  t.match(await text('/llms-full.txt'), 'A dotterel in the marsh.')
  t.match(await text('/en/sitemap.xml'), '/en/birds/kept<')
  const page = await (await fetch(`${url}/en/found`, { headers: { Accept: 'text/html' } })).text()
  t.match(page, 'href="/en/birds/kept"', 'the navigation has it')
  const own = await (await fetch(`${url}/en/birds/kept`, { headers: { Accept: 'text/html' } })).text()
  t.notMatch(own, 'noindex', 'search engines may have it')
})
