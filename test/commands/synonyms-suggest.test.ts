import t from 'tap'
import { CountKeeper } from '../../src/analytics/count-keeper.ts'
import { contentTree, temporaryFolder } from '../support/content-tree.ts'
import { runCommand } from '../support/run-command.ts'

const run = (env: Readonly<Record<string, string>>, ...args: string[]) => runCommand('synonyms', env, ...args)

t.test('the command prints lines for the file of synonyms, with what speaks for them', async (t) => {
  const DATA_DIR = await temporaryFolder(t)
  const CONTENT_DIR = await contentTree(t, {
    'docs/en/deploy.md': '---\ntitle: Deploy\n---\n\nRun it on Kubernetes.\n',
  })
  const keeper = new CountKeeper({ dataDir: DATA_DIR, days: 90, clock: Date.now, seed: 1, onFault: () => t.fail() })
  const search = { kind: 'search', source: 'readers', locale: 'en', found: false } as const
  keeper.add([
    { ...search, query: 'k8s', times: 4 },
    { ...search, query: 'terraform provider', times: 3 },
  ])
  keeper.close()
  const printed = await run({ DATA_DIR, CONTENT_DIR })
  t.equal(printed.code, 0, printed.error)
  t.match(printed.out, '["k8s", "kubernetes"], // 4 searches; a short form of a word of the pages')
  t.match(printed.out, 'en  terraform: 3 searches: terraform provider (3)')
  const { groups } = JSON.parse((await run({ DATA_DIR, CONTENT_DIR }, '--json')).out) as { groups: object[] }
  t.match(groups, [{ locale: 'en', words: ['k8s', 'kubernetes'], searches: 4 }])
})

t.test('without counts, and with arguments that do not exist, the command says what to do', async (t) => {
  const env = { DATA_DIR: await temporaryFolder(t), CONTENT_DIR: await temporaryFolder(t) }
  t.match(await run(env), { code: 1, error: 'SEARCH_ANALYTICS=on' })
  t.match(await run(env, '--days', '0'), { code: 2, error: 'a whole number from 1 to 400' })
})
