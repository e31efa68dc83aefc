import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { fixContent } from '../../../src/docs/check/fix-content.ts'
import { readContent } from '../../../src/docs/read-content.ts'
import { contentTree } from '../../support/content-tree.ts'

async function fixed(t: Parameters<typeof contentTree>[0], page: string | Buffer, other: string): Promise<Buffer> {
  const folder = await contentTree(t, {
    'docs/en/page.md': page,
    [`docs/en/x/${other}`]: "# Other\n\n## It's (a) [b]\n",
  })
  const { faults } = await readContent(folder)
  fixContent(folder, faults)
  t.strictSame((await readContent(folder)).faults.filter(({ code, fix }) => code === 'dead_link' && fix !== undefined && typeof page === 'string'), []) // prettier-ignore
  return readFileSync(join(folder, 'docs/en/page.md'))
}

t.test('a correction changes links alone, and not the code that shows the same', async (t) => {
  const page = '# A\n\n`[o](other.md)` [o](other.md)\n\n```\n[o](other.md)\n```\n\n[o](other.md)\r\n'
  const written = '# A\n\n`[o](other.md)` [o](./x/other.md)\n\n```\n[o](other.md)\n```\n\n[o](./x/other.md)\r\n'
  t.equal((await fixed(t, page, 'other.md')).toString(), written)
  const onlyCode = '# A\n\n`(other.md)` and\n\n```\n[o](other.md)\n```\n\n[o](other.md)\n'
  t.match(
    (await fixed(t, onlyCode, 'other.md')).toString(),
    '`(other.md)` and\n\n```\n[o](other.md)\n```\n\n[o](./x/other.md)',
  )
})

t.test('what is code in a line alone, or only with the lines around it, stays', async (t) => {
  const page = '# A\n\n`one\n[o](other.md) two` [o](other.md)\n\n- ` open\n- `[o](other.md)` and [o](other.md)\n'
  const written =
    '# A\n\n`one\n[o](other.md) two` [o](./x/other.md)\n\n- ` open\n- `[o](other.md)` and [o](./x/other.md)\n'
  t.equal((await fixed(t, page, 'other.md')).toString(), written)
})

t.test('the address of a correction does not end the link', async (t) => {
  const written = (await fixed(t, "# A\n\n[o](</other (1)'.md>)\n\n[o](<other (1)'.md>)\n", "other (1)'.md")).toString()
  t.match(written, '[o](<./x/other%20%281%29%27.md>)')
})

t.test('a file that is not UTF-8 keeps its bytes', async (t) => {
  const page = Buffer.concat([Buffer.from('# A\n\n'), Buffer.from([0xff, 0x0a]), Buffer.from('\n[o](other.md)\n')])
  t.ok((await fixed(t, page, 'other.md')).equals(page))
})
