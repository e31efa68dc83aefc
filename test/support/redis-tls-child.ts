import { connectRedis } from '../../src/store/redis/redis.ts'

// Node reads additional trusted certificates when a process starts. Therefore each attempt has its own process.
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
