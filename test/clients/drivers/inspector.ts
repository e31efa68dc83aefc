import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { run } from '../../support/node-22.ts'
import type { Json } from '../model/dialect.ts'
import { halvesOf, toldOf, type Driver } from './driver.ts'

const FOLDER = join(
  dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/inspector-cli/package.json')),
  'build',
)

export const INSPECTOR: Driver = {
  name: 'MCP Inspector (command line)',
  package: '@modelcontextprotocol/inspector-cli',
  folder: '.',
  everyChange: false,
  signsIn: 'token',
  async connect({ desk, url }) {
    const header = desk === null ? [] : ['--header', `Authorization: Bearer ${await desk.token()}`]
    async function ask(...args: string[]): Promise<Json> {
      // It looks for its own package.json, beginning at its working directory.
      const line = [process.execPath, 'index.js', url, '--transport', 'http', ...header, ...args]
      const { code, stderr, stdout } = await run(line, { cwd: FOLDER })
      if (code !== 0) throw new Error(`the inspector ended with ${code}: ${stderr}`)
      return JSON.parse(stdout) as Json
    }
    return {
      tools: async () => ((await ask('--method', 'tools/list'))['tools'] as { name: string }[]).map(toldOf),
      async call(tool, args) {
        const given = Object.entries(args).flatMap(([name, value]) => [
          '--tool-arg',
          `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
        ])
        return halvesOf(await ask('--method', 'tools/call', '--tool-name', tool, ...given))
      },
      close: async () => {},
    }
  },
}
