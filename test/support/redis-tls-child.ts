import { connectRedis } from '../../src/store/redis/redis.ts'

// Certificates that Node is to trust besides its own are read when a process starts: hence one for each try.
const [url = ''] = process.argv.slice(2)
const done = new Promise<null>((resolve) => {
  const onFault = (_message: string, cause: unknown): void => {
    process.stdout.write(String((cause as NodeJS.ErrnoException).code))
    resolve(null)
  }
  const link = connectRedis({ url, name: 'tls', onFault })
  link.onUp(() => {
    void link.client
      .set('a', 'kept')
      .then(() => link.client.get('a'))
      .then((text) => process.stdout.write(`${text}`))
      .finally(() => resolve(null))
  })
})
await done
process.exit()
