import { strFromU8, unzipSync } from 'fflate'
import t from 'tap'
import { getAsset } from '../../../../src/hosts/icons/api/asset.ts'
import type { IconRecord } from '../../../../src/icons/icon-record.ts'
import { startOwnService } from '../../../support/own-catalogue.ts'
import { startSampleIcons } from '../../../support/sample-icons.ts'

t.test('a file is kept once for its version and once for all others, however many a client makes up', async (t) => {
  const icons = await startSampleIcons(t)
  const { answer } = getAsset(icons)
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

t.test('a file is changed as its address says, and refused where it cannot be', async (t) => {
  const { iconsUrl } = await startOwnService(t, { HOSTS: 'icons' })
  const get = (path: string): Promise<Response> => fetch(`${iconsUrl}/assets/${path}`)
  const textOf = async (path: string): Promise<string> => (await get(path)).text()

  const red = await get('lucide-heart.svg?v=0&color=E11D48&size=96&speed=2')
  t.equal(red.headers.get('cache-control'), 'public, max-age=3600', 'no version names what code has changed')
  t.match(red.headers.get('content-security-policy'), "default-src 'none'")
  const svg = await red.text()
  t.match(svg, 'width="96" height="96" viewBox="0 0 24 24"')
  t.match(svg, 'stroke="#e11d48"')
  t.notMatch(svg, 'currentColor')
  t.match(svg, 'dur="1s"')
  t.match(await textOf('lucide-heart.svg'), 'dur="2s"', 'the file itself stays as it is')
  t.notMatch(await textOf('line-md-bell-alert-loop.svg?still=1'), '<animate')

  const lottie = (await (await get('meteocons-monochrome-rain.json?color=f00&speed=0.5')).json()) as { fr: number }
  t.equal(lottie.fr, 30)
  t.match(JSON.stringify(lottie), '"k":[1,0,0,1]')
  const packed = unzipSync(new Uint8Array(await (await get('lucide-heart.lottie?color=00ff00')).arrayBuffer()))
  t.match(strFromU8(packed['a/lucide-heart.json']!), '"k":[0,1,0,1]')

  for (const query of [
    'lucide-heart.svg?color=red',
    'lucide-heart.svg?color=%22/%3E%3Cscript%3E',
    'lucide-heart.svg?size=15',
    'lucide-heart.svg?size=513',
    'lucide-heart.svg?speed=0.1',
    'lucide-heart.svg?speed=1e1',
    'lucide-heart.svg?still=yes',
    'lucide-heart.png?color=f00',
    'lucide-heart.json?size=64',
    'meteocons-fill-rain.svg?color=f00',
    'meteocons-fill-rain.json?color=f00',
  ]) {
    const answer = await get(query)
    t.equal(answer.status, 400, query)
    t.match(await answer.json(), { error: { code: 'invalid_rendition' } }, query)
  }
  t.equal((await get('none.svg?color=f00')).status, 404)
})
