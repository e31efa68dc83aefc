import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Test } from 'tap'
import { freePort } from '../support/free-port.ts'
import { embeddedFolder } from '../support/start-embedded.ts'
import { startService, type RunningService } from '../support/start-service.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** The whole service with the project's own content, as people first start it. */
export interface MatrixService {
  readonly docs: string
  readonly icons: string
  readonly account: string
  /** Ends the process and starts another on the same data and ports. */
  restart(): Promise<void>
}

export async function startMatrixService(t: Test): Promise<MatrixService> {
  const dataDir = await embeddedFolder(t, { tables: true })
  mkdirSync(join(ROOT, 'data/catalogues'), { recursive: true })
  symlinkSync(join(ROOT, 'data/catalogues'), join(dataDir, 'catalogues'))
  const port = String(await freePort())
  const env = { HOSTS: 'docs,icons,account', DATA_DIR: dataDir, ACCOUNT_PORT: port, SIGNUP: 'open' }
  let service = await startReady(t, env, port)
  const { iconsUrl, url } = service
  const ports = { DOCS_PORT: service.env['DOCS_PORT']!, ICONS_PORT: service.env['ICONS_PORT']! }
  return {
    docs: url,
    icons: iconsUrl,
    account: `http://localhost:${port}`,
    async restart() {
      await service.stop()
      service = await startReady(t, { ...env, ...ports }, port)
    },
  }
}

async function startReady(t: Test, env: Readonly<Record<string, string>>, port: string): Promise<RunningService> {
  const service = await startService(t, { content: join(ROOT, 'content'), env })
  for (let isReady = false; !isReady;) {
    const answer = await fetch(`http://localhost:${port}/readyz`)
    await answer.text()
    isReady = answer.ok
  }
  return service
}
