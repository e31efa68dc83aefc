import { mkdir, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { censusLine } from '../../../src/docs/census/census-line.ts'
import { fingerprintContent } from '../../../src/docs/fingerprint.ts'
import { readContent } from '../../../src/docs/read-content.ts'
import { isTag } from '../../../src/docs/locales/language-tag.ts'
import { contentTree, type Files } from '../../support/content-tree.ts'
import { pathsOf, readFiles } from './pages-of.ts'

const ISO =
  'aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu'

t.test('every language of ISO 639-1 is one, with a script and a region too', async (t) => {
  t.strictSame(
    ISO.split(' ').filter((code) => !isTag(code)),
    [],
  )
  for (const name of ['zh-Hans', 'pt-BR', 'pt_br', 'zh-Hant-TW', 'es-419', 'jp']) t.ok(isTag(name), name)
  for (const name of ['js', 'md', 'api', 'en-docs', 'go-XX', 'ui', 'x']) t.notOk(isTag(name), name)
})

t.test('pages of other languages are left out and counted, whatever the language', async (t) => {
  const content = await readFiles(t, {
    'README.md': '# A\n',
    'README.da.md': '# B\n',
    'README.zh-Hans.md': '# 甲\n',
    'guide.md': '# G\n',
    'guide.sk.md': '# S\n',
    'book/ko/intro.md': '# 가\n',
    'book/sk/intro.md': '# S\n',
    'book/km/intro.md': '# K\n',
    'book/zh-Hant-TW/intro.md': '# 甲\n',
    'manual/a.md': '# A\n',
    'manual/no/a.md': '# N\n',
  })
  t.strictSame(pathsOf(content), { en: ['', 'guide', 'manual/a'], zh: [''], ko: ['book/intro'] })
  t.strictSame(Object.fromEntries(content.reports[0]?.languages ?? []), { da: 1, sk: 2, km: 1, 'zh-Hant-TW': 1, no: 1 })
})

t.test('names of two letters that mean something else are no languages', async (t) => {
  const content = await readFiles(t, {
    'README.md': '# A\n',
    'sdk/cs/install.md': '# C#\n',
    'sdk/ts/install.md': '# TypeScript\n',
    'sdk/go/install.md': '# Go\n',
    'api/option.ts.md': '# Option\n',
    'is/README.md': '# Is\n',
    'log.md': '# Log\n',
    'log-in.md': '# Log in\n',
  })
  t.equal(pathsOf(content)['en']?.length, 8)
})

const KO = '# 문서\n\n이 프로젝트는 `setUp()` 함수로 시작합니다. Install it first.\n'
const ZH = '# 文档\n\n本项目用 `setUp()` 函数开始。 Install it first.\n'
const EN =
  '# Documentation\n\nIt has translations: [简体中文](zh.html), [한국어](ko.html). Read it in any of these languages.\n'

const SCRIPTS: Readonly<Record<string, readonly [files: Files, pages: object, line: RegExp]>> = {
  'a Korean repository': [
    { 'README.md': KO, 'docs/a.md': KO, 'LICENSE.md': '# MIT License\n\nPermission is granted.\n' },
    { ko: ['', 'LICENSE', 'docs/a'] },
    /^Read: 3 pages \(3 ko\), as folder, ko by the script of pages\.$/,
  ],
  'a Chinese repository': [{ 'README.md': ZH, 'a.md': ZH }, { zh: ['', 'a'] }, /zh by the script/],
  'an English home beside Korean pages': [
    { 'README.md': EN, 'docs/a.md': KO, 'docs/b.md': EN },
    { en: ['', 'docs/b'], ko: ['docs/a'] },
    /ko by the script/,
  ],
  'an English repository that quotes others': [{ 'README.md': EN, 'a.md': EN }, { en: ['', 'a'] }, /as folder\.$/],
  'an English page with links to files that have Chinese names': [
    { 'README.md': '# My file\n\n[b](<文档/第一页.md>) <a href="文档/第二页.md">c</a> ![d](图片/第一页.png)\n' },
    { en: [''] },
    /as folder\.$/,
  ],
  'what site.yaml says': [{ 'site.yaml': 'rootLocale: zh\n', 'README.md': KO }, { zh: [''] }, /as folder\.$/],
  'a Chinese site of MkDocs': [
    { 'mkdocs.yml': 'site_name: X\n', 'docs/index.md': ZH, 'docs/a.md': ZH },
    { zh: ['', 'a'] },
    /as mkdocs, zh by the script/,
  ],
  'a Korean site that is built': [
    { 'index.html': `<html><title>문서</title><main><h1>문서</h1><p>${KO}</p></main></html>` },
    { ko: [''] },
    /ko by the script/,
  ],
}

for (const [name, [files, pages, line]] of Object.entries(SCRIPTS)) {
  t.test(`without names of languages, pages are in the language of their script: ${name}`, async (t) => {
    const content = await readFiles(t, files)
    t.strictSame(pathsOf(content), pages)
    t.match(censusLine(content), line)
  })
}

t.test(
  'a built site has its languages in folders, and those that are not served are left out and counted',
  async (t) => {
    const page = (words: string, attributes = ''): string =>
      `<html${attributes}><head><title>${words}</title></head><body><h1>${words}</h1><p>Some text that is long enough.</p></body></html>`
    const content = await readFiles(t, {
      'en-US/index.html': page('Home'),
      'de-DE/index.html': page('Start'),
      'ko-KR/index.html': page('홈'),
      'ko-KR/guide/a.html': page('A'),
      'sk/guide/a.html': page('A'),
      'fr/guide/a.html': page('A', ' xml:lang="fr"'),
      'en-US/guide/start.de.html': page('Anfang'),
    })
    t.strictSame(pathsOf(content), { en: [''], ko: ['', 'guide/a'] })
    t.strictSame(Object.fromEntries(content.reports[0]?.languages ?? []), { 'de-DE': 1, sk: 1, fr: 1, de: 1 })
  },
)

t.test('a start names the member of site.yaml whose folder is missing or leads out', async (t) => {
  const folder = await contentTree(t, { 'site.yaml': 'sources:\n  - folder: docs\n', 'other/a.md': '# A\n' })
  await rm(join(folder, 'other'), { recursive: true })
  await t.rejects(fingerprintContent(folder), {
    message: /site\.yaml:2:13 sources\.0\.folder: there is no such folder/,
  })
  const outside = await contentTree(t, { 'a.md': '# A\n' })
  await symlink(outside, join(folder, 'docs'))
  await t.rejects(fingerprintContent(folder), { message: /sources\.0\.folder: leads out of the folder/ })
  await rm(join(folder, 'docs'))
  await mkdir(join(folder, 'docs'))
  await t.rejects(readContent(folder))
})
