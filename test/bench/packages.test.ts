import t from 'tap'
import { lackOfPackages } from '../../bench/packages.ts'
import { contentTree } from '../support/content-tree.ts'

const MANIFEST = '{"devDependencies": {"peer": "1.2.3", "@scope/tool": "4.5.6"}}'
const PEER = { 'node_modules/peer/package.json': '{"version": "1.2.3"}' }

t.test('a missing package of the bench is named, with the command that installs all of them', async (t) => {
  const folder = await contentTree(t, { 'package.json': MANIFEST, ...PEER })
  t.equal(lackOfPackages(folder), '@scope/tool 4.5.6 is missing: run npm ci --prefix bench')
})

t.test('another version than the pinned one is missing, too', async (t) => {
  const other = { 'node_modules/@scope/tool/package.json': '{"version": "4.5.7"}' }
  const folder = await contentTree(t, { 'package.json': MANIFEST, ...PEER, ...other })
  t.equal(lackOfPackages(folder), '@scope/tool 4.5.6 is missing: run npm ci --prefix bench')
})

t.test('nothing is missing where all packages are installed', async (t) => {
  const tool = { 'node_modules/@scope/tool/package.json': '{"version": "4.5.6"}' }
  const folder = await contentTree(t, { 'package.json': MANIFEST, ...PEER, ...tool })
  t.equal(lackOfPackages(folder), null)
})
