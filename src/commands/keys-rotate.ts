import { availableParallelism } from 'node:os'
import { WrongUsage, type Given } from './command.ts'
import { loadConfig, type Config } from '../config/config.ts'
import { rotateKey } from '../process/control/key-operations.ts'
import { secureDataFolder } from '../process/data-folder.ts'
import type { Rotation } from '../tokens/rotate-account-key.ts'
import { explained, operate, refuseFolder } from './operate.ts'
import { signalProcesses } from './signal-processes.ts'

async function rotate(config: Config, now: boolean): Promise<Rotation> {
  if (config.account.databaseUrl === null) refuseFolder(config.dataDir)
  secureDataFolder(config)
  const rotation = await explained(() => operate(config, rotateKey, { now }, { prepares: false }))
  signalProcesses(config.dataDir)
  return rotation
}

function describe({ activeFrom, dropped, kid }: Rotation, now: boolean): string {
  if (!now)
    return `New key ${kid} signs from ${activeFrom} on; tokens of the previous key stay valid until they expire\n`
  const ended = dropped.map((each) => `Dropped ${each}: its tokens are no longer accepted\n`).join('')
  return `New key ${kid} signs from now on; nodes of other machines know within five seconds\n${ended}`
}

/** `signpost keys rotate --host account`. */
export async function rotateKeys({ env, options }: Given<{ host: string; now: boolean }>): Promise<void> {
  const { host, now } = options
  if (host !== 'account') throw new WrongUsage('Only the key of the account host is rotated: --host account.')
  process.stdout.write(describe(await rotate(loadConfig(env, availableParallelism()), now), now))
}
