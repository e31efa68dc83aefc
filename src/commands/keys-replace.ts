import { availableParallelism } from 'node:os'
import { CommandError, WrongUsage, type Given } from './command.ts'
import { loadConfig, type Config } from '../config/config.ts'
import { explained } from './operate.ts'
import { withConfiguredDatabase } from '../process/configured-database.ts'
import { secureDataFolder } from '../process/data-folder.ts'
import { createSqlIconsKey, type SqlIconsKey } from '../store/postgres/sql-icons-key.ts'
import { createRedisKeyRegister } from '../store/redis/redis-key-register.ts'
import { connectRedis } from '../store/redis/redis.ts'
import { signalProcesses } from './signal-processes.ts'
import { findKeyFile, keyFileOf, loadKey, replaceKey, type KeyFile } from '../tokens/key-file.ts'
import { generateSigningKey, KeyError, type SigningKey } from '../tokens/signing-key.ts'

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

interface Replacing {
  readonly publish: boolean
  readonly 'to-database': boolean
}

async function replace(config: Config, { publish, 'to-database': moves }: Replacing): Promise<void> {
  secureDataFolder(config)
  const { account, dataDir, icons } = config
  if (publish && moves) throw new WrongUsage('Give --publish or --to-database, not both.')
  const file = findKeyFile('icons', dataDir, icons.signingKeyFile)
  if (moves) await moveToDatabase(config, file)
  else if (file === null && account.databaseUrl !== null) await replaceInDatabase(config, publish)
  else await replaceInFile(config, publish)
}

async function replaceInFile(config: Config, publish: boolean): Promise<void> {
  const file = keyFileOf('icons', config.dataDir, config.icons.signingKeyFile)
  // A key that is made here would retire that of the nodes for good. Without a file, DATA_DIR is probably wrong.
  const key: SigningKey = publish ? (await loadKey({ ...file, generated: false })).key : await replaceKey(file)
  process.stdout.write(`${publish ? 'Key in' : 'New key in'} ${file.path}: ${key.kid}\n`)
  await tellNodes(config, key, 'each needs this key in its own file')
}

async function replaceInDatabase(config: Config, publish: boolean): Promise<void> {
  const key = await withIconsKey(config, async (stored) => {
    const next = publish ? await stored.find() : await generateSigningKey()
    if (next === null) throw new CommandError('There is no signing key in the database yet. Run it without --publish.')
    if (!publish) await stored.replace(next)
    return next
  })
  process.stdout.write(`${publish ? 'Key' : 'New key'} in the database: ${key.kid}\n`)
  await tellNodes(config, key, 'those without a key file read this key from the database')
}

/** Puts the key of the file into the database. Nodes go on with their files until these are removed. */
async function moveToDatabase(config: Config, file: KeyFile | null): Promise<void> {
  if (config.account.databaseUrl === null) throw new CommandError('There is no DATABASE_URL to put the key into.')
  if (file === null) throw new CommandError('There is no key file here, so that the key is in the database already.')
  const { key } = await loadKey({ ...file, generated: false })
  await withIconsKey(config, (stored) => stored.replace(key))
  const named = config.icons.signingKeyFile === null ? '' : ', and unset ICONS_SIGNING_KEY_FILE'
  process.stdout.write(
    `Key in the database: ${key.kid}\nNodes use their files as long as they are there: remove ${file.path} on each node${named}, and restart it\n`,
  )
}

function withIconsKey<T>(config: Config, work: (stored: SqlIconsKey) => Promise<T>): Promise<T> {
  return explained(() =>
    withConfiguredDatabase(config, { name: 'signpost-keys-replace' }, (database) => work(createSqlIconsKey(database))),
  )
}

/** Tells processes of this machine of the key, and those of others through Redis. */
async function tellNodes({ dataDir, redisUrl }: Config, key: SigningKey, others: string): Promise<void> {
  // Processes of this machine read the key themselves, whether Redis answers or not.
  const processes = signalProcesses(dataDir)
  if (redisUrl !== null) {
    await announce(redisUrl, key.kid)
    process.stdout.write(`Nodes on the same Redis were notified; ${others}\n`)
  } else if (processes.length === 0) {
    process.stdout.write(`No Signpost runs with DATA_DIR ${dataDir}; the next one will use the key\n`)
  }
}

/** `signpost keys replace --host icons`. */
export async function replaceKeys({ env, options }: Given<{ host: string } & Replacing>): Promise<void> {
  if (options.host !== 'icons') throw new WrongUsage('Only the key of the icons host is replaced: --host icons.')
  try {
    await replace(loadConfig(env, availableParallelism()), options)
  } catch (error) {
    throw error instanceof KeyError ? new CommandError(error.message) : error
  }
}
