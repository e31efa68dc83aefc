// Writes docs/site.schema.json, the JSON Schema of `site.yaml` for editors, from the schema that reads the file.
// `npm run ts scripts/site-schema.ts` rewrites it. With `--check` it only fails when the file is out of date.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { siteSchema } from '../src/docs/site/site-config.ts'
import { formatted } from './formatted.ts'

const FILE = new URL('../docs/site.schema.json', import.meta.url)

const schema = z.toJSONSchema(siteSchema, { io: 'input', target: 'draft-7' })
const updated = await formatted('site.schema.json', JSON.stringify(schema))

if (existsSync(FILE) && readFileSync(FILE, 'utf8') === updated) process.exit(0)
if (process.argv.includes('--check')) {
  process.stderr.write('docs/site.schema.json is out of date: run `npm run ts scripts/site-schema.ts`.\n')
  process.exit(1)
}
writeFileSync(FILE, updated)
