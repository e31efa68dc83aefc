import { sql } from 'kysely'
import { dayRecord } from '../../analytics/day-record.ts'
import { sumOf, type DayStore } from '../../analytics/day-store.ts'
import type { Database } from './database.ts'

/** Bytes of all records together, in the form of their files. */
const TABLE_LIMIT_BYTES = 64 * 1_048_576

/** Counts of searches in the database, a row for each day and process. */
export function createSqlSearchCounts(
  database: Pick<Database, 'run'>,
  tableLimitBytes: number = TABLE_LIMIT_BYTES,
): DayStore {
  return {
    put: ({ process, record }) =>
      database.run(async (kysely) => {
        const text = JSON.stringify(record)
        await sql`
          insert into search_counts (day, process, counted, size_bytes, record)
          values (${record.day}, ${process}, ${sumOf(record)}, ${Buffer.byteLength(text)}, ${text}::jsonb)
          on conflict (day, process) do update
          set counted = excluded.counted, size_bytes = excluded.size_bytes, record = excluded.record
          where search_counts.counted < excluded.counted`.execute(kysely)
      }),
    list: (firstDay) =>
      database.run(async (kysely) => {
        const { rows } = await sql<{ record: unknown }>`
          select record from search_counts where day >= ${firstDay} order by day, process`.execute(kysely)
        return rows.map(({ record }) => dayRecord.parse(record))
      }),
    sums: (firstDay) =>
      database.run(async (kysely) => {
        const { rows } = await sql<{ name: string; counted: string }>`
          select day || '.' || process as name, counted::text from search_counts
          where day >= ${firstDay}`.execute(kysely)
        return new Map(rows.map(({ counted, name }) => [name, Number(counted)]))
      }),
    prune: (firstDay) =>
      database.run(async (kysely) => {
        await sql`delete from search_counts where day < ${firstDay}`.execute(kysely)
        const tooMany = await sql`
          delete from search_counts where (day, process) in (
            select day, process from (
              select day, process, sum(size_bytes) over (order by day desc, process) as size_bytes from search_counts
            ) as summed where size_bytes > ${tableLimitBytes}
          )`.execute(kysely)
        return Number(tooMany.numAffectedRows ?? 0)
      }),
  }
}
