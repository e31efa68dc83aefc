import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Seat, Views } from './drivers/driver.ts'
import type { MatrixService } from './matrix-service.ts'

/** What a step needs beside its seat. */
export interface Scene {
  readonly service: MatrixService
  /** E-mail address of the person whose account it is. */
  readonly email: string
  readonly ownRefusal: RegExp | null
  /** What earlier steps of this seat made. */
  readonly made: Map<string, string>
  /** Takes another seat, at another address. */
  readonly connectTo: (url: string) => Promise<Seat>
}

/** What a step returns where the client itself refuses to do it, which no server can mend. */
export const BY_ITSELF = 'by itself'

export interface Step {
  readonly name: string
  readonly host: 'docs' | 'icons' | 'account'
  /** @returns what is wrong with what the model was shown, `BY_ITSELF`, or null */
  run(seat: Seat, scene: Scene): Promise<string | null>
}

const PAGE = '/en/operations/keys'
/** Least share of a page's words that a model has to be shown. Rare words of its markup may be written otherwise. */
const LEAST_SHARE = 0.95
/** A document whose words stand nowhere else. */
const LOTTIE = {
  v: '5.7.0',
  fr: 30,
  ip: 0,
  op: 60,
  w: 64,
  h: 64,
  nm: 'Wet heron',
  layers: [
    {
      ty: 4,
      nm: 'Left wing 4711',
      ip: 0,
      op: 60,
      st: 0,
      ks: {},
      shapes: [{ ty: 'rc', nm: 'Feather', p: { a: 0, k: [32, 32] }, s: { a: 0, k: [20, 20] }, r: { a: 0, k: 0 } }],
    },
  ],
}

/** Size of a document that no model should be shown. */
const LARGE_BYTES = 1_500_000
/** Most of it that a model may be shown, which is far below the 25,000 tokens at which some clients cut. */
const SHOWN_LIMIT_CHARS = 20_000
const DOCUMENT_ADDRESS = /http:\/\/localhost:\d+\/documents\/[\w-]+/

/** Waits where it is told to, as `curl --retry` does: three transfers of this size are more than a second's share. */
async function download(address: string): Promise<Response> {
  const answer = await fetch(address)
  if (answer.status !== 429) return answer
  await sleep(1000 * Number(answer.headers.get('retry-after')))
  return fetch(address)
}

/** Layers with long names, since a document may have 100,000 values. */
function largeLottie(): typeof LOTTIE {
  const layer = { ...LOTTIE.layers[0]!, nm: 'wing '.repeat(200) }
  const one = JSON.stringify(layer).length
  return { ...LOTTIE, layers: Array.from({ length: Math.ceil(LARGE_BYTES / one) }, () => layer) }
}

function wordsOf(text: string): Set<string> {
  return new Set(text.match(/\p{L}{3,}/gu))
}

/** @returns which of the texts a view lacks, or null if each view has all */
function lacks(views: Views, ...texts: readonly string[]): string | null {
  for (const view of views) {
    const missing = texts.filter((text) => !view.includes(text))
    if (missing.length > 0) return `not shown: ${missing.join(', ')}; shown: ${view.slice(0, 300)}`
  }
  return null
}

/** @returns the first match in what was shown */
function find(views: Views, pattern: RegExp): string {
  const [found] = pattern.exec(views.join('\n')) ?? []
  if (found === undefined) throw new Error(`nothing like ${pattern} was shown: ${views.join('\n').slice(0, 300)}`)
  return found
}

export const STEPS: readonly Step[] = [
  {
    name: 'reads a page',
    host: 'docs',
    async run(seat, { service }) {
      const page = await (await fetch(`${service.docs}${PAGE}.md`)).text()
      const words = wordsOf(page)
      for (const view of await seat.call('get_page', { path: PAGE })) {
        const shown = wordsOf(view)
        const share = [...words].filter((word) => shown.has(word)).length / words.size
        if (share < LEAST_SHARE) return `${Math.round(share * 100)} % of the page's words are shown`
      }
      return null
    },
  },
  {
    name: 'searches documentation',
    host: 'docs',
    run: async (seat) =>
      lacks(
        await seat.call('search_docs', { query: 'signing keys of the icons host' }),
        PAGE,
        'signs the credentials of agents with one ES256 key',
      ),
  },
  {
    name: 'writes arguments as models do',
    host: 'docs',
    async run(seat, { ownRefusal }) {
      const views = await seat.call('search_docs', { query: 'signing keys', section: null, limit: '2' })
      return ownRefusal?.test(views.join(' ')) === true ? BY_ITSELF : lacks(views, PAGE)
    },
  },
  {
    name: 'takes an address with a slash at its end',
    host: 'docs',
    async run(_seat, { connectTo, service }) {
      const seat = await connectTo(`${service.docs}/mcp/`)
      const shown = await seat.call('get_page', { path: PAGE })
      await seat.close()
      return lacks(shown, 'Signing keys')
    },
  },
  {
    name: 'searches icons',
    host: 'icons',
    run: async (seat) =>
      lacks(await seat.call('search_icons', { query: 'rain', limit: 3 }), 'meteocons-fill-rain', 'rainfall'),
  },
  {
    name: 'reads a licence',
    host: 'icons',
    run: async (seat) => lacks(await seat.call('get_icon', { id: 'meteocons-fill-rain' }), 'MIT', 'Bas Milius'),
  },
  {
    name: 'signs in',
    host: 'account',
    run: async (seat, { email }) => lacks(await seat.call('whoami', {}), email),
  },
  {
    name: 'keeps a description',
    host: 'account',
    async run(seat, { made }) {
      const views = await seat.call('create_workspace', { name: 'Marsh', description: 'Birds of wet fields' })
      const workspace = find(views, /ws_\w+/)
      made.set(
        'project',
        find(await seat.call('create_project', { workspace_id: workspace, name: 'Herons' }), /prj_\w+/),
      )
      return lacks(await seat.call('list_workspaces', {}), workspace, 'Birds of wet fields')
    },
  },
  {
    name: 'uploads and reads a Lottie',
    host: 'account',
    async run(seat, { made }) {
      const input = { project_id: made.get('project'), name: 'Heron', document: LOTTIE }
      const animation = find(await seat.call('create_animation', input), /anm_\w+/)
      made.set('animation', animation)
      return lacks(
        await seat.call('get_animation', { id: animation, include_document: true }),
        'Left wing 4711',
        'Feather',
      )
    },
  },
  {
    name: 'moves a large Lottie by addresses',
    host: 'account',
    async run(seat, { made }) {
      const document = JSON.stringify(largeLottie())
      const address = find(
        await seat.call('upload_animation', { project_id: made.get('project'), name: 'Flock' }),
        DOCUMENT_ADDRESS,
      )
      const put = await fetch(address, { method: 'PUT', body: document })
      const answer = await put.text()
      if (!put.ok) return `the upload was answered ${put.status} ${answer.slice(0, 200)}`
      const animation = find([answer], /anm_\w+/)
      const views = await seat.call('get_animation', { id: animation, include_document: true })
      const longest = Math.max(...views.map((view) => view.length))
      if (longest > SHOWN_LIMIT_CHARS) return `${longest} characters of a large document are shown`
      for (const view of views) {
        const got = await download(find([view], DOCUMENT_ADDRESS))
        if (!isDeepStrictEqual(await got.json(), JSON.parse(document))) return 'another document came than was uploaded'
      }
      return null
    },
  },
  {
    name: 'goes on after a restart',
    host: 'account',
    async run(seat, { email, service }) {
      await service.restart()
      return lacks(await seat.call('whoami', {}), email)
    },
  },
]
