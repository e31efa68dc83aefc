// Prepares or reloads the documentation or the icons of `CONTENT_DIR` with `DATA_DIR`, and prints the outcome as JSON. With a number
// as its second argument it does so while no more descriptors are free.
import { closeSync, openSync } from 'node:fs'
import { preparePart } from '../../src/generation/prepare.ts'

const [, , what = '', free] = process.argv
const [part, last] = what.split(' ') as ['docs' | 'icons', string?]
const shared = {
  contentDir: process.env['CONTENT_DIR'] ?? '',
  dataDir: process.env['DATA_DIR'] ?? '',
  siteUrl: 'http://docs.example',
  last: last === 'last',
  current: null,
}
const warnings: string[] = []
const events = {
  progress: () => undefined,
  faults: () => undefined,
  log: (level: string, message: string, { reason }: Readonly<Record<string, unknown>>) =>
    level === 'warn' && warnings.push(`${message}: ${String(reason)}`),
}
const prepare = () => preparePart({ ...shared, part }, events)

function holdDescriptors(): number[] {
  const held: number[] = []
  try {
    for (;;) held.push(openSync('/dev/null', 'r'))
  } catch {
    return held
  }
}

let held: number[] = []
if (free !== undefined) {
  // All modules are loaded by then.
  const first = await prepare()
  if (first.outcome !== 'unchanged') first.opened.descriptors.forEach((fd) => closeSync(fd))
  held = holdDescriptors()
  for (const fd of held.splice(0, Number(free))) closeSync(fd)
}
const outcome = await prepare().then(
  (prepared) => prepared.outcome,
  (error: Error) => error.message,
)
held.forEach((fd) => closeSync(fd))
process.stdout.write(JSON.stringify({ outcome, warnings }))
