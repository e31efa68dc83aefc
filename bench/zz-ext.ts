import { readPart } from '/work/w-sections-cost/bench/corpus.ts'
import { buildIndex } from '/work/w-sections-cost/src/engine/build/build.ts'
import { writeExtracts } from '/work/w-sections-cost/src/engine/build/extracts.ts'
import { createHash } from 'node:crypto'
const locale = 'en' as any
const part = await readPart('/work/shared/corpus', 'mdn', locale)
const docs = part.documents.slice(0, 5000)
let t0 = process.cpuUsage()
const buf = buildIndex(docs, { locale, siteUrl: 'https://docs.example' })
let t1 = process.cpuUsage(t0)
console.log('build', (t1.user + t1.system) / 1e6)
for (let k = 0; k < 2; k++) {
const h = createHash('sha1')
t0 = process.cpuUsage()
for (const c of writeExtracts(buf, docs)) h.update(c)
t1 = process.cpuUsage(t0)
console.log('extracts', (t1.user + t1.system) / 1e6, h.digest('hex'))
}
