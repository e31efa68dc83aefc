import t from 'tap'
import { makeAllAssets } from '../../../../src/icons/build/assets/asset-makers.ts'
import { standStill } from '../../../support/stand-still.ts'

const LIMIT_MS = 3000

t.test('an icon is made although the process stood still for longer than one may take', async (t) => {
  const motion = '<animate attributeName="r" values="1;3;1" dur="1s" repeatCount="indefinite"/>'
  const text = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="2">${motion}</circle></svg>`
  const requests = ['a', 'b'].map((id) => ({ id, svg: { file: `${id}.svg`, text }, lottie: null }))
  const pauseOnce = (done: number): void => {
    if (done === 1) setImmediate(standStill, LIMIT_MS + 200)
  }
  const made = await makeAllAssets(requests, pauseOnce, LIMIT_MS)
  t.strictSame(
    made.map(({ assets, faults }) => ({ made: assets.map(({ ext }) => ext), faults })),
    requests.map(() => ({ made: ['svg'], faults: [] })),
  )
})
