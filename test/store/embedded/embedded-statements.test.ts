import { join } from 'node:path'
import t from 'tap'
import { openEngine } from '../../../src/store/embedded/engine.ts'
import { prepareOnce } from '../../../src/store/embedded/statements.ts'
import { joinBytes, joinMessage, queryMessage } from '../../../src/store/embedded/wire.ts'
import { embeddedFolder } from '../../support/start-embedded.ts'

const engine = await openEngine(join(await embeddedFolder(t), 'database'))
t.teardown(() => engine.close())

const head = (type: string): Buffer => Buffer.from([type.charCodeAt(0), 0, 0, 0, 0])

/** Encodes the messages that `pg` sends together for a statement with parameters. */
function statement(text: string, ...values: readonly string[]): Uint8Array {
  const parameters = values.flatMap((value) => {
    const bytes = Buffer.from(value)
    const length = Buffer.alloc(4)
    length.writeInt32BE(bytes.length)
    return [length, bytes]
  })
  return joinBytes([
    joinMessage([head('P'), Buffer.from(`\0${text}\0`), Buffer.alloc(2)]),
    joinMessage([head('B'), Buffer.from([0, 0, 0, 0, 0, values.length]), ...parameters, Buffer.alloc(2)]),
    joinMessage([head('D'), Buffer.from('P\0')]),
    joinMessage([head('E'), Buffer.alloc(5)]),
    joinMessage([head('S')]),
  ])
}

function startStatements() {
  const execute = prepareOnce((bytes) => engine.execute(bytes))
  const send = async (bytes: Uint8Array): Promise<string> => Buffer.from(await execute(bytes)).toString('latin1')
  return {
    ask: (text: string, ...values: readonly string[]) => send(statement(text, ...values)),
    run: (text: string) => send(queryMessage(text)),
    /** @returns the statements that the session keeps, and how often each was used */
    kept: () =>
      send(
        queryMessage(`select string_agg(name || '=' || (generic_plans + custom_plans), ' ' order by name)
        from pg_prepared_statements`),
      ),
  }
}

t.test('a statement that comes again is prepared once, whatever its values are', async (t) => {
  const { ask, kept, run } = startStatements()
  await run('deallocate all; drop table if exists a; create table a (n integer, text text)')
  for (const [n, text] of [
    ['1', 'one'],
    ['2', 'two'],
    ['3', "it's"],
  ] as const) {
    t.match(await ask('insert into a values ($1, $2)', n, text), /INSERT 0 1/)
  }
  for (const [n, text] of [
    ['1', 'one'],
    ['2', 'two'],
    ['9', 'SELECT 0'],
  ] as const) {
    t.ok((await ask('select text from a where n = $1', n)).includes(text))
  }
  t.ok((await kept()).includes('s0=3 s1=3'))
})

t.test('a statement that fails is not kept, and one that failed for its values is', async (t) => {
  const { ask, kept, run } = startStatements()
  await run('deallocate all')
  for (let round = 0; round < 2; round++) t.match(await ask('select $1 from nowhere', 'a'), /C42P01/)
  for (let round = 0; round < 2; round++) t.match(await ask('select 1 / $1::int', '0'), /C22012/)
  t.match(await ask('select 1 / $1::int', '1'), /SELECT 1/)
  t.match(await kept(), /\bs2=\d+(?! s3)/)
})

t.test('tables may change, also in a transaction that goes on or is taken back', async (t) => {
  const { ask, run } = startStatements()
  await run('deallocate all; drop table if exists b; create table b (first integer)')
  await run('insert into b values (7)')
  const columns = async (): Promise<readonly string[]> => {
    const answer = await ask('select * from b where first > $1', '0')
    t.match(answer, /SELECT 1/)
    return ['first', 'second'].filter((name) => answer.includes(`${name}\0`))
  }
  t.strictSame(await columns(), ['first'])
  await run('alter table b add second integer')
  t.strictSame(await columns(), ['first', 'second'])
  await run('begin')
  await run('alter table b drop second')
  for (let round = 0; round < 2; round++) t.strictSame(await columns(), ['first'], 'within the transaction')
  await run('rollback')
  for (let round = 0; round < 2; round++) t.strictSame(await columns(), ['first', 'second'])
})

t.test('nothing new is prepared in a transaction that has failed, and it ends as it should', async (t) => {
  const { ask, run } = startStatements()
  await run('deallocate all')
  await ask('select $1::int + 1', '1')
  await run('begin')
  t.match(await ask('select 1 / $1::int', '0'), /C22012/)
  t.match(await ask('select $1::int + 1', '1'), /C25P02/)
  t.match(await ask('select $1::int + 2', '1'), /C25P02/)
  await run('rollback')
  t.match(await ask('select $1::int + 1', '1'), /SELECT 1/)
  t.match(await ask('select $1::int + 2', '1'), /SELECT 1/)
})

t.test('no more than 300 statements are kept', async (t) => {
  const { ask, run } = startStatements()
  await run('deallocate all')
  for (let n = 0; n < 310; n++) t.match(await ask(`select $1::int + ${n}`, '1'), /SELECT 1/)
  t.match(await run('select count(*) from pg_prepared_statements'), /300/)
})

t.test('what is no whole statement goes on as it is', async (t) => {
  const seen: Uint8Array[] = []
  const execute = prepareOnce(async (bytes) => {
    seen.push(bytes)
    return new Uint8Array([0x5a, 0, 0, 0, 5, 0x49])
  })
  const whole = statement('select $1', 'a')
  const odd = [whole.subarray(0, 3), whole.subarray(0, whole.length - 3), joinBytes([whole, whole]), new Uint8Array(0)]
  for (const bytes of odd) await execute(bytes)
  t.strictSame(seen, odd)
})
