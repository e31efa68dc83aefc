import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import type { Driver } from './driver.ts'
import { seatOf } from './sdk-1.ts'

const PROGRAM = join(dirname(createRequire(import.meta.url).resolve('mcp-remote/package.json')), 'dist/proxy.js')
/** Limit for a program that waits for its person. */
const CONNECT_LIMIT_MS = 120_000

export const MCP_REMOTE: Driver = {
  name: 'mcp-remote',
  package: 'mcp-remote',
  folder: '.',
  everyChange: false,
  signsIn: 'browser',
  async connect({ desk, folder, url }) {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [PROGRAM, url, '--allow-http', '--auth-timeout', '100'],
      env: {
        PATH: `${desk?.programs ?? '/none'}:${process.env['PATH']}`,
        ...(desk === null ? {} : { BROWSER: join(desk.programs, 'browser.cjs') }),
        MCP_REMOTE_CONFIG_DIR: folder,
      },
      stderr: 'ignore',
    })
    const client = new Client({ name: 'local', version: '1' })
    await client.connect(transport, { timeout: CONNECT_LIMIT_MS })
    return seatOf(client)
  },
}
