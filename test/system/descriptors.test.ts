import t from 'tap'
import { failToStart } from '../support/start-service.ts'

t.test('a limit of open files that is too low is named, with the one that suffices', async (t) => {
  const { code, logs, stderr } = await failToStart(t, {
    env: { HOSTS: 'docs,account,icons', ACCOUNT_PORT: '0', ACCOUNT_URL: 'http://localhost:1' },
    under: ['bash', '-c', 'ulimit -n 150; exec "$@"', 'bash'],
  })
  t.equal(code, 1)
  t.match(stderr, /could not start: EMFILE: .* raise it to 512 or more, with ulimit -n or LimitNOFILE of systemd\n$/)
  t.notMatch(stderr, /\n {4}at /, 'there is no stack')
  t.equal(logs.at(-1)?.msg, 'the service could not start')
})
