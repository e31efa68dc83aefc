import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from '../../support/node-22.ts'
import type { Driver } from './driver.ts'

const PROGRAM = fileURLToPath(new URL('../node_modules/mcporter/dist/cli.js', import.meta.url))

export const MCPORTER: Driver = {
  name: 'mcporter',
  package: 'mcporter',
  folder: 'test/clients',
  everyChange: true,
  signsIn: 'browser',
  async connect({ desk, folder, url }) {
    const config = join(folder, 'mcporter.json')
    const signpost = {
      baseUrl: url,
      ...(desk === null ? {} : { auth: 'oauth', tokenCacheDir: join(folder, 'tokens') }),
    }
    mkdirSync(join(folder, 'tokens'), { recursive: true })
    writeFileSync(config, JSON.stringify({ imports: [], mcpServers: { signpost } }))
    const env = {
      HOME: folder,
      PATH: `${desk?.programs ?? '/none'}:${process.env['PATH']}`,
      MCPORTER_OAUTH_TIMEOUT_MS: '60000',
    }
    const ask = async (...args: string[]): Promise<string> => {
      const { stderr, stdout } = await run([process.execPath, PROGRAM, '--config', config, ...args], {
        cwd: folder,
        env,
      })
      // Its reader is shown both, for it prints errors of tools beside what went wrong on the way.
      return stdout.trim() === '' ? stderr : stdout
    }
    if (desk !== null) await ask('auth', 'signpost')
    return {
      async tools() {
        const { tools } = JSON.parse(await ask('list', 'signpost', '--schema', '--json')) as {
          tools: { name: string }[]
        }
        return tools.map((tool) => ({ name: tool.name, told: JSON.stringify(tool) }))
      },
      call: async (tool, args) => [await ask('call', `signpost.${tool}`, '--args', JSON.stringify(args))],
      close: async () => {},
    }
  },
}
