import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import t, { type Test } from 'tap'
import { temporaryFolder } from '../support/content-tree.ts'
import { startService } from '../support/start-service.ts'

/** Prints each datagram that comes to a socket, as systemd would read it. Perl is in every Debian, and Node.js has no such sockets. */
const RECEIVER = `
use Socket; $| = 1;
socket(my $socket, AF_UNIX, SOCK_DGRAM, 0) or die; bind($socket, sockaddr_un($ARGV[0])) or die "bind: $!"; print "bound\\n";
while (defined recv($socket, my $state, 4096, 0)) { print "$state\\n" }
`

async function receiver(t: Test, path: string): Promise<{ next: (state: string) => Promise<void> }> {
  const child = spawn('perl', ['-e', RECEIVER, path], { stdio: ['ignore', 'pipe', 'inherit'] })
  t.teardown(() => child.kill())
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async (state: string): Promise<void> => {
    for (;;) {
      const { done, value } = await lines.next()
      if (done) throw new Error(`${state} did not come`)
      if (value === state) return
    }
  }
  await next('bound')
  return { next }
}

const hasNotify = spawnSync('systemd-notify', ['--version']).status === 0

t.test(
  'systemd hears when the service is ready and when it stops',
  { skip: !hasNotify && 'no systemd-notify' },
  async (t) => {
    const socket = join(await temporaryFolder(t), 'notify')
    const { next } = await receiver(t, socket)
    const service = await startService(t, { env: { NOTIFY_SOCKET: socket } })
    await next('READY=1')
    await Promise.all([service.stop(), next('STOPPING=1')])
    t.notMatch(JSON.stringify(service.logs), 'could not be notified')
  },
)

t.test('a service starts all the same where systemd cannot be told, and says why', async (t) => {
  const socket = join(await temporaryFolder(t), 'nobody')
  const service = await startService(t, { env: { NOTIFY_SOCKET: socket, PATH: '/nowhere' } })
  t.match(await service.logged('systemd could not be notified; without systemd-notify use Type=exec'), { level: 40 })
})
