import t from 'tap'
import { BUILT_SITE } from '../../docs/readers/html/built-site.ts'
import { startService } from '../../support/start-service.ts'

t.test('a built site is searched, read and shown in three languages', async (t) => {
  const { url } = await startService(t, { content: BUILT_SITE })
  const search = async (q: string, locale: string): Promise<unknown> =>
    (await fetch(`${url}/api/search?include=highlights&locale=${locale}&q=${encodeURIComponent(q)}`)).json()
  t.match(await search('wick', 'en'), { total: 1, results: [{ title: 'Getting started' }] })
  t.match(await search('init', 'en'), { results: [{ title: 'Getting started', anchor: 'setup' }] })
  t.match(await search('灯芯', 'zh'), { results: [{ title: '快速开始', locale: 'zh' }] })
  t.match(await search('심지', 'ko'), { results: [{ title: '시작하기', locale: 'ko' }] })
  t.match(await search('sidebar entry', 'en'), { total: 0 })

  const page = (await (await fetch(`${url}/api/page?path=/zh/guide/start`)).json()) as { markdown: string }
  t.match(page.markdown, '点燃灯芯。')
  t.match(await (await fetch(`${url}/llms.txt`)).text(), 'Getting started')
  const html = await (await fetch(`${url}/en`)).text()
  t.match(html, '<a href="/en/guide/start#setup">all</a>')
  t.notMatch(html, 'Navigation of the site')
})
