import { symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import t from 'tap'
import { BEHAVIOUR_NAMES } from '../../bench/fuzz/behaviours.ts'
import { fuzz } from '../../bench/fuzz/fuzz.ts'
import { DEFAULTS } from '../../bench/fuzz/options.ts'
import { TEST_FLAGS } from '../../scripts/test-flags.ts'
import { embeddedFolder } from '../support/start-embedded.ts'

const SEED = 20_261_124
/**
 * Most connections, if the time is sufficient. A seed makes the same connections in each run, so that a longer run would repeat
 * what is known to pass. `npm run fuzz` looks for what is not.
 */
const CONNECTIONS = 1500
const MINUTES = 0.1
/** Fewest connections, which a busy machine also makes. */
const LEAST_CONNECTIONS = 100

t.test('whatever clients do with their connections, others get their answers', async (t) => {
  const dataDir = await embeddedFolder(t, { tables: true })
  await symlink(resolve('data/catalogues'), join(dataDir, 'catalogues'))
  const result = await fuzz({
    ...DEFAULTS,
    seed: SEED,
    connections: CONNECTIONS,
    minutes: MINUTES,
    // The cores are shared with other tests.
    cores: 'all',
    settleMs: 500,
    // Latencies are judged by `npm run fuzz`, on a machine that does nothing else.
    calmMs: 0,
    env: { DATA_DIR: dataDir, FUZZ_NODE_ARGUMENTS: TEST_FLAGS.join(' ') },
  })
  const { bystander, complaints, counts, crash, stopped } = result
  const perHost = Object.entries(bystander.latencies).map(([host, { requests }]) => `${host} ${requests}`)
  t.comment(`${counts.connections} connections, ${counts.requests} requests; bystanders: ${perHost.join(', ')}`)
  // On a busy machine resets overtake answers. Only `npm run fuzz` judges the answers to attackers.
  for (const { behaviour, number, text } of counts.faults) t.comment(`connection ${number} (${behaviour}): ${text}`)
  t.equal(crash, null, 'it did not crash')
  t.same(complaints, [], 'it logged no error')
  t.equal(bystander.wrong, 0, 'no wrong answer')
  t.equal(bystander.hangs, 0, 'no answer takes ten seconds')
  t.equal(bystander.cut, 0, 'no connection of a bystander is lost')
  t.same(bystander.faults, [])
  t.equal(counts.hangCount, 0, 'attackers with proper requests get answers too')
  t.equal(stopped, 'exit code 0', 'it stops as it should')
  t.ok(counts.connections > LEAST_CONNECTIONS, `${counts.connections} connections`)
  t.ok(bystander.compared > 100, `${bystander.compared} answers were compared`)
  t.same(
    BEHAVIOUR_NAMES.filter((name) => (counts.behaviours[name]?.connections ?? 0) === 0),
    [],
    'every behaviour had a connection',
  )
  t.equal(counts.refused, 0, 'every connection came about')
})
