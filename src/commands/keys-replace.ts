import { availableParallelism } from 'node:os'
import { CommandError, WrongUsage, type Given } from './command.ts'
import { loadConfig, type Config } from '../config/config.ts'
import { secureDataFolder } from '../process/data-folder.ts'
import { createRedisKeyRegister } from '../store/redis/redis-key-register.ts'
import { connectRedis } from '../store/redis/redis.ts'
import { signalProcesses } from './signal-processes.ts'
import { keyFileOf, loadKey, replaceKey } from '../tokens/key-file.ts'
import { KeyError, type SigningKey } from '../tokens/signing-key.ts'

const REDIS_LIMIT_MS = 5000

/** Announces the signing key to the other nodes. Throws before anything has changed there when Redis cannot be reached. */
async function announce(redisUrl: string, kid: string): Promise<void> {
  const link = connectRedis({ url: redisUrl, name: 'signpost-keys', onFault: () => {} })
  try {
    if (!(await link.ready(REDIS_LIMIT_MS))) throw new Error('no connection')
    const standing = await createRedisKeyRegister(link, null).replace(kid)
    if (standing !== 'current')
      throw new CommandError('This key was replaced before and may not sign again. Run it without --publish.')
  } catch (error) {
    if (error instanceof CommandError) throw error
    throw new CommandError(
      'Redis does not answer: nodes on other machines have not been notified. Run it again with --publish.',
    )
  } finally {
    link.close()
  }
}

async function replace(config: Config, publish: boolean): Promise<void> {
  secureDataFolder(config)
  const file = keyFileOf('icons', config.dataDir, config.icons.signingKeyFile)
  // A key that is made here would retire that of the nodes for good. Without a file, DATA_DIR is probably wrong.
  const key: SigningKey = publish ? (await loadKey({ ...file, generated: false })).key : await replaceKey(file)
  process.stdout.write(`${publish ? 'Key in' : 'New key in'} ${file.path}: ${key.kid}\n`)
  // Processes of this machine read the file themselves, whether Redis answers or not.
  const processes = signalProcesses(config.dataDir)
  if (config.redisUrl !== null) {
    await announce(config.redisUrl, key.kid)
    process.stdout.write('Nodes on the same Redis were notified; each needs this key in its own file\n')
  } else if (processes.length === 0) {
    process.stdout.write(`No Signpost runs with DATA_DIR ${config.dataDir}; the next one will use the key\n`)
  }
}

/** `signpost keys replace --host icons`. */
export async function replaceKeys({ env, options }: Given<{ host: string; publish: boolean }>): Promise<void> {
  if (options.host !== 'icons') throw new WrongUsage('Only the key of the icons host is replaced: --host icons.')
  try {
    await replace(loadConfig(env, availableParallelism()), options.publish)
  } catch (error) {
    throw error instanceof KeyError ? new CommandError(error.message) : error
  }
}
