import t from 'tap'
import { BEHAVIOUR_NAMES } from '../../bench/fuzz/behaviours.ts'
import { UsageError } from '../../bench/options.ts'
import { CALL_GROUPS } from '../../bench/fuzz/calls/all-calls.ts'
import { DEFAULTS, parseFuzzCommand, SWEEP } from '../../bench/fuzz/options.ts'

t.test('without --attack all behaviours run together', async (t) => {
  const { options, plan, save } = parseFuzzCommand(['--connections', '500', '--seed', '7', '--env', 'LOG_LEVEL=info'])
  t.equal(plan, null)
  t.equal(save, false)
  t.same(options, { ...DEFAULTS, connections: 500, seed: 7, env: { LOG_LEVEL: 'info' } })
  t.same(parseFuzzCommand(['--only', 'docsearch,held']).options.only, ['docsearch', 'held'])
})

t.test('--attack takes behaviours, numbers of connections and seconds, from one address', async (t) => {
  const { options, plan } = parseFuzzCommand([
    '--attack',
    'docsearch,renditions',
    '--connections',
    '1,8',
    '--seconds',
    '5',
  ])
  t.match(plan, { behaviours: ['docsearch', 'renditions'], connections: [1, 8], seconds: 5 })
  t.equal(options.addresses, 1)
  t.equal(parseFuzzCommand(['--attack', 'docsearch', '--addresses', '50']).options.addresses, 50)
})

t.test(
  'each group of routes is attacked alone after a run of all behaviours, and not after a look at some',
  async (t) => {
    t.equal(parseFuzzCommand([]).sweeps, true)
    t.equal(parseFuzzCommand(['--minutes', '1']).sweeps, true)
    t.same(SWEEP.behaviours, Object.keys(CALL_GROUPS))
    for (const args of [
      ['--only', 'held'],
      ['--first', '9'],
      ['--attack', 'held'],
    ]) {
      t.equal(parseFuzzCommand(args).sweeps, false, args.join(' '))
    }
  },
)

t.test('the default attack is on 1, 8 and 64 connections for 20 seconds each', async (t) => {
  const { plan } = parseFuzzCommand(['--attack', 'all'])
  t.match(plan, { behaviours: BEHAVIOUR_NAMES, connections: [1, 8, 64], seconds: 20 })
})

t.test('options out of bounds, unknown and contradictory ones are refused', async (t) => {
  const refused: readonly (readonly [string[], RegExp])[] = [
    [['--attack', 'none'], /unknown behaviour: none/],
    [['--only', 'docsearch,none'], /unknown behaviour: none/],
    [['--attack', 'docsearch', '--connections', '1,1000'], /--connections must be a number from 1 to 256/],
    [['--attack', 'docsearch', '--seconds', '3600'], /--seconds must be a number from 1 to 60/],
    [['--attack', 'docsearch', '--only', 'held'], /exclude each other/],
    [['--seconds', '5'], /--seconds needs --attack/],
    [['--minutes', 'x'], /--minutes must be a number of 0.01 or more/],
    [['--nothing'], /nothing/],
  ]
  for (const [args, message] of refused) {
    try {
      parseFuzzCommand(args)
      t.fail(`${args.join(' ')} was taken`)
    } catch (error) {
      t.ok(error instanceof UsageError, 'the command prints its usage')
      t.match(String(error), message)
    }
  }
})
