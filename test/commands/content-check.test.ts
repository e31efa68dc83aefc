import { execFile } from 'node:child_process'
import t from 'tap'
import { writeTree } from '../docs/write-tree.ts'

function check(folder: string): Promise<{ status: number; output: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--import=./scripts/register-typescript.mjs', 'src/commands/content-check.ts', folder],
      (error, stdout, stderr) => {
        resolve({ status: error ? Number(error.code) : 0, output: stdout + stderr })
      },
    )
  })
}

t.test('content without faults passes', async (t) => {
  const folder = await writeTree(t, { 'en/a.md': '# A', 'ko/a.md': '# 가' })
  t.same(await check(folder), { status: 0, output: 'no faults; pages: 1 en, 1 ko\n' })
})

t.test('each fault is a line with file, line, column, code and message, and fails the check', async (t) => {
  const folder = await writeTree(t, { 'en/a.mdx': '# A\n\nb { c', 'en/d.md': 'no title' })
  const { status, output } = await check(folder)
  t.equal(status, 1)
  t.match(
    output,
    /^docs\/en\/a\.mdx:3:3 stray_brace .+\ndocs\/en\/d\.md:1:1 no_title .+\n2 faults in 2 files; pages: 2 en\n$/,
  )
})

t.test('a folder that cannot be read fails the check otherwise', async (t) => {
  const { status, output } = await check('/nonexistent')
  t.equal(status, 2)
  t.match(output, /cannot be read/)
})
