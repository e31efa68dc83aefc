import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { readLottie } from '../../src/shared/read-lottie.ts'
import { HARMLESS_LOTTIES, loadingLotties, runningLotties } from '../shared/hostile-lotties.ts'
import { NO_BROWSER, openIn } from './browser-fixture.ts'

const LIMIT_BYTES = 1_000_000
/** The build of the player with expressions and all renderers. */
const PLAYER = readFileSync(createRequire(import.meta.url).resolve('lottie-web/build/player/lottie.js'))
const PAGE = '<!DOCTYPE html><script src="/player.js"></script><div id="place" style="width:9px;height:9px"></div>'

/** Plays a document to its middle with each renderer, both from its address and from an object. */
const PLAY = `globalThis.play = async (address) => {
  const document_ = await (await fetch(address)).json()
  for (const renderer of ['svg', 'canvas', 'html']) {
    for (const source of [{ path: address }, { animationData: structuredClone(document_) }]) {
      let player
      try {
        player = lottie.loadAnimation({ container: document.getElementById('place'), renderer, autoplay: false, ...source })
        if (!player.isLoaded) {
          await new Promise((done) => {
            for (const name of ['DOMLoaded', 'data_failed', 'error']) player.addEventListener(name, done)
            setTimeout(done, 300)
          })
        }
        player.goToAndStop(30, true)
      } catch {}
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
      try { player?.destroy() } catch {}
    }
  }
}`

interface Stage {
  /**
   * Plays a document.
   *
   * @param isFetching Whether a request is waited for, which may come later than the player ends.
   * @returns the addresses that it requested, and whether it ran `ran = true`
   */
  play(text: string, isFetching?: boolean): Promise<{ readonly asked: readonly string[]; readonly ran: boolean }>
  readonly url: string
}

async function startStage(t: Test): Promise<Stage> {
  let document = ''
  const asked: string[] = []
  const server = createServer(({ url = '' }, response) => {
    if (url === '/') response.setHeader('content-type', 'text/html').end(PAGE)
    else if (url === '/player.js') response.setHeader('content-type', 'text/javascript').end(PLAYER)
    else if (url === '/a/document.json') response.setHeader('content-type', 'application/json').end(document)
    else {
      if (url !== '/favicon.ico') asked.push(url)
      response.writeHead(404).end()
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close().closeAllConnections())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const page: Page = await (await openIn(t, url)).open(t, '/')
  return {
    url,
    async play(text, isFetching = false) {
      document = text
      asked.length = 0
      await page.goto(url)
      await page.evaluate(PLAY)
      await page.evaluate(`play('/a/document.json')`)
      for (let n = 0; isFetching && asked.length === 0 && n < 200; n++) await page.waitForTimeout(50)
      return { asked: [...asked], ran: (await page.evaluate('globalThis.ran === true')) === true }
    },
  }
}

t.test('a player runs and fetches nothing for documents that are accepted', { skip: NO_BROWSER }, async (t) => {
  const stage = await startStage(t)
  for (const [name, document] of Object.entries(HARMLESS_LOTTIES)) {
    const read = readLottie(JSON.stringify(document), LIMIT_BYTES)
    if (!read.ok) t.fail(`${name}: ${read.detail}`)
    else t.strictSame(await stage.play(read.value.text), { asked: [], ran: false }, name)
  }
})

t.test('and does so for those that are refused', { skip: NO_BROWSER }, async (t) => {
  const stage = await startStage(t)
  for (const [name, document] of Object.entries(loadingLotties(`${stage.url}/out`))) {
    const text = JSON.stringify(document)
    t.equal(readLottie(text, LIMIT_BYTES).ok, false, name)
    t.not((await stage.play(text, true)).asked.length, 0, `${name} is fetched`)
  }
  for (const [name, document] of Object.entries(runningLotties('globalThis.ran = true'))) {
    const text = JSON.stringify(document)
    t.equal(readLottie(text, LIMIT_BYTES).ok, false, name)
    t.equal((await stage.play(text)).ran, true, `${name} runs`)
  }
})
