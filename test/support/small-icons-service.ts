import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Test } from 'tap'
import { REDIS_KEYS } from '../../src/store/redis/keys.ts'
import { generateSigningKey, type SigningKey } from '../../src/tokens/signing-key.ts'
import { contentTree, temporaryFolder, type Files } from './content-tree.ts'
import { BEHIND_PROXY, newAddress } from './icons-client.ts'
import { RawConnection, requestFor } from './raw-http.ts'
import { CIRCLE_SVG, folderSources, SQUARE_LOTTIE } from './small-icons.ts'
import type { TestRedis } from './start-redis.ts'
import { startService, type RunningService } from './start-service.ts'

/** Two icons, `own-circle` (SVG) and `own-square` (Lottie), and a guide, `start`. */
export const SMALL_ICONS: Files = {
  'icons/sources.json': folderSources(),
  'icons/synonyms.json': '{"groups": [["circle", "ring"]], "words": {}, "names": {}}',
  'icons/own/circle.svg': CIRCLE_SVG,
  'icons/own/square.json': SQUARE_LOTTIE,
  'guides/start.md':
    '---\ntitle: Start here\ndescription: The first steps\n---\n\n# Start here\n\nUse the `<img>` element.\n',
}

/** Catalogues of earlier starts, by the fingerprint of their sources and of the code that built them. They are kept for later runs. */
const CATALOGUES = join(tmpdir(), `signpost-small-catalogues-${process.getuid?.() ?? 0}`)

/**
 * Command that runs services which share a Redis. They count alone when its answer takes 60 ms, so a busy machine must not keep
 * them waiting. Without the right to do so it warns, and runs them as they are.
 */
const FAVOURED = ['nice', '-n', '-10']

/**
 * Starts the icons host with a few icons. A proxy in front of it gives a test many clients. Without a `DATA_DIR` it gets the
 * catalogues of earlier starts, because to build one takes as long as the rest of a start.
 */
export async function startSmallIcons(
  t: Test,
  env: Readonly<Record<string, string>> = {},
  content: Files | string = SMALL_ICONS,
): Promise<RunningService> {
  const folder = typeof content === 'string' ? content : await contentTree(t, content)
  const dataDir = env['DATA_DIR'] ?? (await folderWithCatalogues(t))
  const host = { HOSTS: 'icons', ...BEHIND_PROXY, ...env, DATA_DIR: dataDir }
  const under = env['REDIS_URL'] === undefined ? [] : FAVOURED
  const service = await startService(t, { content: folder, env: host, under })
  keepCatalogues(join(dataDir, 'catalogues'))
  return service
}

async function folderWithCatalogues(t: Test): Promise<string> {
  const folder = await temporaryFolder(t)
  if (existsSync(CATALOGUES)) cpSync(CATALOGUES, join(folder, 'catalogues'), { recursive: true })
  return folder
}

/** Copies new catalogues to those of earlier starts. A rename puts each in its place, so that no copy of half of it is made. */
function keepCatalogues(built: string): void {
  const names = readdirSync(built).filter((name) => /^[0-9a-f]{64}$/.test(name))
  for (const name of names.filter((name) => !existsSync(join(CATALOGUES, name)))) {
    const making = mkdtempSync(join(tmpdir(), 'signpost-small-catalogues-making-'))
    cpSync(join(built, name), making, { recursive: true })
    mkdirSync(CATALOGUES, { recursive: true })
    try {
      renameSync(making, join(CATALOGUES, name))
    } catch (error) {
      rmSync(making, { recursive: true })
      // Another test has kept the same catalogue meanwhile.
      if (!existsSync(join(CATALOGUES, name))) throw error
    }
  }
}

/** Starts several processes of one service, with one content, one Redis and one public address. */
export async function startNodes(
  t: Test,
  count: number,
  env: Readonly<Record<string, string>>,
): Promise<readonly (RunningService & { readonly nodeUrl: string })[]> {
  const content = await contentTree(t, SMALL_ICONS)
  return Promise.all(
    Array.from({ length: count }, async () => {
      const node = await startSmallIcons(t, { ICONS_URL: 'http://icons.example', ...env }, content)
      return { ...node, nodeUrl: `http://localhost:${node.env['ICONS_PORT']}` }
    }),
  )
}

/** Writes a signing key into a file, as an operator with several nodes does. */
export async function signingKeyFile(t: Test, key?: SigningKey): Promise<string> {
  const file = join(await temporaryFolder(t), 'icons.jwk')
  writeFileSync(file, JSON.stringify((key ?? (await generateSigningKey())).privateJwk), { mode: 0o600 })
  return file
}

/** @returns the value of a metric, summed over the listeners */
export async function metricOf({ metricsUrl }: Pick<RunningService, 'metricsUrl'>, name: string): Promise<number> {
  const text = await (await fetch(metricsUrl)).text()
  const values = [...text.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'gm'))].map(([, value]) =>
    Number(value),
  )
  if (values.length === 0) throw new Error(`there is no metric ${name}`)
  return values.reduce((sum, value) => sum + value, 0)
}

const METRIC_LIMIT_MS = 15_000

/** Waits until a metric, summed over the listeners, has a value. Gauges are updated once a second. */
export async function metricBecomes(service: RunningService, name: string, value: number): Promise<void> {
  const deadline = Date.now() + METRIC_LIMIT_MS
  while ((await metricOf(service, name)) !== value) {
    if (Date.now() > deadline) throw new Error(`${name} does not become ${value}`)
    await sleep(50)
  }
}

/** Number of consecutive connections that must find limits in Redis: enough to reach both listeners. */
const SHARED_IN_A_ROW = 12

/** Waits until the process counts in Redis. At its start and after an outage it counts locally for a moment. */
export async function limitsAreShared(service: RunningService, redis: TestRedis): Promise<void> {
  const deadline = Date.now() + 15_000
  const port = Number(service.env['ICONS_PORT'])
  for (let shared = 0; shared < SHARED_IN_A_ROW;) {
    if (Date.now() > deadline) throw new Error('limits are not counted in Redis')
    const address = newAddress()
    const connection = await RawConnection.open(port)
    await connection.ask(requestFor('/api/v1/sets', [`X-Forwarded-For: ${address}`]))
    connection.destroy()
    const isShared = (await redis.command(['EXISTS', REDIS_KEYS.limit(`anonymous:${address}`)])).startsWith(':1')
    shared = isShared ? shared + 1 : 0
    if (!isShared) await sleep(20)
  }
}
