import t from 'tap'
import { getAsset } from '../../../../src/hosts/icons/api/asset.ts'
import type { IconRecord } from '../../../../src/icons/icon-record.ts'
import { startSampleIcons } from '../../../support/sample-icons.ts'

t.test('a file is kept once for its version and once for all others, however many a client makes up', async (t) => {
  const icons = await startSampleIcons(t)
  const { answer } = getAsset(icons, () => Promise.reject(new Error('no file is to be changed')))
  if (typeof answer !== 'function') throw new Error('it answers every request alike')
  const ask = (path: string, v: string) => {
    const caller = { address: '127.0.0.1', authorization: '' }
    const query = { v, color: null, size: null, speed: null, still: false }
    return answer({ path, rawQuery: `v=${v}`, query, body: new Uint8Array(), caller, field: () => '' })
  }
  const keyOf = (path: string, v: string): string => {
    const found = ask(path, v)
    if ('produce' in found) return found.key
    throw new Error('it is not there')
  }
  const record = JSON.parse(Buffer.from(icons.icon('line-md-home')!).toString()) as IconRecord
  const { sha256 } = record.formats.find(({ ext }) => ext === 'svg')!
  const path = '/assets/line-md-home.svg'
  const madeUp = ['', 'x', '0'.repeat(16), sha256.slice(0, 15), `${sha256}0`, sha256.toUpperCase()]
  const versions = [sha256, sha256.slice(0, 16)]
  t.equal(new Set(madeUp.map((v) => keyOf(path, v))).size, 1)
  t.equal(new Set(versions.map((v) => keyOf(path, v))).size, 1)
  t.not(keyOf(path, sha256), keyOf(path, 'x'))
  for (const missing of ['/assets/line-md-home.json', '/assets/line-md-nothing.svg', '/assets/line-md-home.exe']) {
    t.match(ask(missing, sha256), { status: 404, code: 'icon_not_found' }, missing)
  }
})
