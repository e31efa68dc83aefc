import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../../src/store/postgres/database.ts'
import { makeUser } from '../contract/stores.ts'

/** Fills every table of a migrated database with values that two databases might write differently. */
export async function fillDatabase(database: Database, animations = 3): Promise<void> {
  const { id } = await makeUser(database)
  const text = 'naïve 图标 🎉 "quoted" \\back \u0001 \u2028'
  const at = '2026-03-01T10:00:00.123456+02:00'
  const statements = [
    sql`insert into clients values ('cli_a', ${text}, null, ${JSON.stringify(['https://a/cb', text])}, ${at}, ${at})`,
    sql`insert into client_documents (url, name, redirect_uris, expires_at) values
      ('https://b.example/Z', ${text}, '[]', 'infinity'), ('https://b.example/a', null, '[1.50, 1e3, {"b":1,"a":null}]', ${at}),
      ('https://b.example/é', '', '[]', '0044-03-15 BC')`,
    sql`insert into grants (id, user_id, client_id, scope, created_at, replaced_hash)
      values ('grt_a', ${id}, 'cli_a', 'mcp:full', ${at}, ${randomBytes(32)})`,
    sql`insert into consents values (${id}, 'cli_a', 'https://a/cb', 'mcp:full'), (${id}, 'cli_a', 'https://A/cb', 'mcp:full')`,
    sql`insert into refresh_tokens (hash, grant_id, rotation, created_at, expires_at, sealed)
      values (${randomBytes(32)}, 'grt_a', 1, ${at}, ${at}, ''), (${randomBytes(32)}, 'grt_a', 0, ${at}, ${at}, null)`,
    sql`insert into signing_keys values ('Key', '{"d":"secret","n":12345678901234567890.5}', ${at}, ${at}), ('a-key', '{}', ${at}, ${at})`,
    sql`insert into secrets values ('state', ${randomBytes(32)})`,
    sql`insert into workspaces (id, user_id, name, description, created_at, updated_at)
      values ('wsp_a', ${id}, ${text}, '', ${at}, ${at})`,
    sql`insert into projects (id, workspace_id, user_id, name, description, created_at, updated_at)
      values ('prj_a', 'wsp_a', ${id}, ${text}, '', ${at}, ${at})`,
    sql`insert into animations (id, project_id, user_id, name, description, sha256, size_bytes, width, height, frame_rate, duration_ms,
        created_at, updated_at)
      select 'ani_' || n, 'prj_a', ${id}, n::text, '', 'x', n, 0.1 + 0.2, 1e-7, 29.97, n / 3.0, ${at}::timestamptz, ${at}::timestamptz
      from generate_series(1, ${animations}::int) as n`,
    sql`insert into animation_documents select 'ani_' || n, '{"é":"' || repeat(n::text || '"\\', 100) || '"}'
      from generate_series(1, ${animations}::int) as n`,
    sql`insert into document_addresses values (${randomBytes(32)}, 'grt_a', '{"write":"ani_1"}', ${at})`,
  ]
  for (const statement of statements) await statement.execute(database.kysely)
}
