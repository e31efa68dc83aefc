// Builds content on one machine, and publishes it by nginx, as a build server with a web server would.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeContent } from './content.ts'
import type { Ledger } from './ledger.ts'
import { addressOf, on } from './network.ts'
import { run, runLong, start, when } from './processes.ts'

const SIGNPOST = fileURLToPath(new URL('../../dist/commands/signpost.js', import.meta.url))
const MACHINE = 'publisher'

export interface Publisher {
  /** Variables of a node that serves what is published. */
  readonly env: Readonly<Record<string, string>>
  publish(publication: number): Promise<void>
  /** Lets the pointer name the publication before the last. */
  rollBack(): void
}

export async function startPublisher(folder: string, ledger: Ledger): Promise<Publisher> {
  const [content, out, own] = ['content', 'published', 'builder'].map((name) => join(folder, name))
  for (const path of [content, out, own]) mkdirSync(path!, { recursive: true })
  const nginx = join(folder, 'nginx.conf')
  writeFileSync(nginx, configOf(folder, out!))
  start(MACHINE, ['nginx', '-c', nginx, '-e', 'stderr'], { log: join(folder, 'nginx.log') })
  await when('nginx listens', () => run(MACHINE, 'ss', '-ltn').includes(':80'))
  const pointer = join(out!, 'current.json')
  /** Texts of the pointer, newest last. */
  const pointers: string[] = []
  return {
    env: { GENERATION_URL: `http://${addressOf(MACHINE)}`, GENERATION_POLL_S: '3', GENERATION_LAG_S: '30' },
    async publish(publication) {
      await writeContent(content!, publication)
      const env = { DATA_DIR: own!, HOSTS: 'docs' }
      const command = on(MACHINE, process.execPath, SIGNPOST, 'build', content!, '--out', out!, '--json')
      await runLong(command, env)
      pointers.push(readFileSync(pointer, 'utf8'))
      const { generation } = JSON.parse(pointers.at(-1) ?? '') as { readonly generation: string }
      const fault = ledger.learn(`sha256:${generation}`, publication)
      if (fault !== null) throw new Error(fault)
    },
    rollBack() {
      writeFileSync(`${pointer}.new`, pointers.at(-2) ?? '')
      renameSync(`${pointer}.new`, pointer)
    },
  }
}

function configOf(folder: string, root: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `  ${name}_temp_path ${join(folder, `nginx-${name}`)};`,
  )
  return `daemon off;
pid ${join(folder, 'nginx.pid')};
worker_processes 1;
events {}
http {
  access_log off;
${temporary.join('\n')}
  server {
    listen 80;
    root ${root};
  }
}
`
}
