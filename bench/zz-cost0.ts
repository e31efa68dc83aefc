import { createWriteStream } from 'node:fs'
import { readPart } from '/work/w-sections-cost/bench/corpus.ts'
import { buildIndex } from '/work/w-sections-cost/src/engine/build/build.ts'
import { openIndex } from '/work/w-sections-cost/src/engine/index/open.ts'
import { chooseKernel } from '/work/w-sections-cost/src/engine/native/kernels.ts'
import { createByteWriter } from '/work/w-sections-cost/src/engine/index/byte-writer.ts'
import { normaliseQuery } from '/work/w-sections-cost/src/shared/normalise-query.ts'
const locale = (process.argv[2] ?? 'en') as any
const part = await readPart('/work/shared/corpus', process.argv[3] ?? 'mdn', locale)
const t0 = process.cpuUsage()
const buf = buildIndex(part.documents, { locale, siteUrl: 'https://docs.example' })
const t1 = process.cpuUsage(t0)
console.log('build cpu s', (t1.user + t1.system) / 1e6, 'index MB', buf.byteLength / 1e6, 'text M units', part.documents.reduce((a, d) => a + d.sections.reduce((b, s) => b + s.text.length + s.heading.length, 0), 0) / 1e6, 'sections', part.documents.reduce((a, d) => a + d.sections.length, 0))
const index = openIndex(buf)
const searcher = chooseKernel('native').createSearcher(new Map([[locale, index]]))
const byPath = new Map(part.documents.map((d) => [d.path, d.sections]))
const base = { readSections: (_: any, p: string) => byPath.get(p) ?? null, readPassage: () => '', readCode: () => [] }
const variants = { plain: undefined, highlights: { ...base, highlights: true, sections: 'none' }, sections: { ...base, highlights: false, sections: 'snippets' } } as any
const out = createByteWriter()
const best: any = {}
for (const v in variants) best[v] = part.queries.map(() => Infinity)
const qs = part.queries.map((q) => normaliseQuery(q.query))
let bytes: any = {}
for (let round = 0; round < 12; round++) qs.forEach((query, i) => {
  for (const v in variants) {
    const s = process.hrtime.bigint()
    out.length = 0
    searcher.writeAnswer({ query, locale, limit: 10 }, out, variants[v])
    const d = Number(process.hrtime.bigint() - s) / 1000
    if (d < best[v][i]) best[v][i] = d
    bytes[v] = (bytes[v] ?? 0) + out.length / 12 / qs.length
  }
})
for (const v in variants) console.log(v, (best[v].reduce((a: number, b: number) => a + b, 0) / qs.length).toFixed(1), 'µs', bytes[v].toFixed(0), 'bytes')
