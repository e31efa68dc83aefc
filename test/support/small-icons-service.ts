import { writeFileSync } from 'node:fs'
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

/** Starts the icons host with a few icons, which are built quickly. A proxy in front of it gives a test many clients. */
export async function startSmallIcons(
  t: Test,
  env: Readonly<Record<string, string>> = {},
  content: Files | string = SMALL_ICONS,
): Promise<RunningService> {
  const folder = typeof content === 'string' ? content : await contentTree(t, content)
  return startService(t, { content: folder, env: { HOSTS: 'icons', ...BEHIND_PROXY, ...env } })
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
