// Checks the kits of deploy/ with the tools of those for whom they are: `npm run kits`. It says which tools this machine has and
// which it lacks; with `--whole` a tool that lacks is a failure. `npm run kits -- nginx haproxy` runs some checks alone.
import { parseArgs } from 'node:util'
import { checkKit, KITS, lacksTool } from './kits/checks.ts'

const { positionals, values } = parseArgs({ allowPositionals: true, options: { whole: { type: 'boolean' } } })
const unknown = positionals.filter((name) => !KITS.some((kit) => kit.name === name))
if (unknown.length > 0) throw new Error(`no check is named ${unknown.join(', ')}`)
const chosen = KITS.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
let failed = false
for (const kit of chosen) {
  if (lacksTool(kit)) {
    console.log(`left out  ${kit.name}: ${kit.tool} is not installed (${kit.from})`)
    failed ||= values.whole === true
    continue
  }
  const faults = await checkKit(kit)
  failed ||= faults.length > 0
  console.log(`${faults.length === 0 ? 'ok       ' : 'FAILED   '} ${kit.name}: ${kit.says}`)
  for (const fault of faults) console.log(fault.replaceAll(/^/gm, '    '))
}
process.exitCode = failed ? 1 : 0
