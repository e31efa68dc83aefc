import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Makes the folder into which a part comes. Others of that part are removed, since nobody asks for them any more. */
export function incomingFolder(dataDir: string, part: 'docs' | 'icons', wanted: string): string {
  const incoming = join(dataDir, 'incoming')
  const name = `${part}-${wanted}`
  mkdirSync(join(incoming, name), { recursive: true })
  for (const other of readdirSync(incoming))
    if (other.startsWith(`${part}-`) && other !== name) rmSync(join(incoming, other), { recursive: true, force: true })
  return join(incoming, name)
}
