import { readPart } from '/work/w-sections-cost/bench/corpus.ts'
import { buildIndex } from '/work/w-sections-cost/src/engine/build/build.ts'
import { writeExtracts } from '/work/w-sections-cost/src/engine/build/extracts.ts'
import { openIndex } from '/work/w-sections-cost/src/engine/index/open.ts'
import { chooseKernel } from '/work/w-sections-cost/src/engine/native/kernels.ts'
import { createByteWriter } from '/work/w-sections-cost/src/engine/index/byte-writer.ts'
import { normaliseQuery } from '/work/w-sections-cost/src/shared/normalise-query.ts'
import { openSync, writeSync, statSync } from 'node:fs'
const locale = (process.argv[2] ?? 'en') as any
const part = await readPart('/work/shared/corpus', process.argv[3] ?? 'mdn', locale)
const t0 = process.cpuUsage()
const buf = buildIndex(part.documents, { locale, siteUrl: 'https://docs.example' })
const t1 = process.cpuUsage(t0)
const file = `/tmp/extracts.${process.pid}`
const w = openSync(file, 'w+')
const s0 = process.cpuUsage()
for (const c of writeExtracts(buf, part.documents)) writeSync(w, c)
const s1 = process.cpuUsage(s0)
const size = statSync(file).size
const index = openIndex(buf, { data: { fd: w }, byteLength: size })
console.log('build cpu s', (t1.user + t1.system) / 1e6, 'extracts cpu s', (s1.user + s1.system) / 1e6, 'index MB', buf.byteLength / 1e6, 'extracts MB', size / 1e6)
const kernels = (process.argv[4] ?? 'native').split(',')
const out = createByteWriter()
const qs = part.queries.map((q) => normaliseQuery(q.query))
const variants = { plain: undefined, highlights: { highlights: true, sections: 'none' }, sections: { highlights: false, sections: 'snippets' }, both: { highlights: true, sections: 'snippets' } } as any
const bytesOf: any = {}
for (const k of kernels) {
  const searcher = chooseKernel(k as any).createSearcher(new Map([[locale, index]]))
  const best: any = {}
  const bytes: any = {}
  for (const v in variants) best[v] = part.queries.map(() => Infinity)
  const rounds = k === 'native' ? 30 : 3
  for (let round = 0; round < rounds; round++) for (const v in variants) qs.forEach((query, i) => {
      const s = process.hrtime.bigint()
      out.length = 0
      searcher.writeAnswer({ query, locale, limit: 10 }, out, variants[v])
      const d = Number(process.hrtime.bigint() - s) / 1000
      if (d < best[v][i]) best[v][i] = d
      if (round === 0) {
        const text = Buffer.from(out.bytes.subarray(0, out.length)).toString()
        bytes[v] = (bytes[v] ?? 0) + out.length / qs.length
        const key = v + i
        if (bytesOf[key] !== undefined && bytesOf[key] !== text) { console.log('DIFF', query, v); console.log(bytesOf[key].slice(0, 3000)); console.log(text.slice(0, 3000)); process.exit(1) }
        bytesOf[key] = text
        JSON.parse(text)
      }
  })
  for (const v in variants) console.log(k, v, (best[v].reduce((a: number, b: number) => a + b, 0) / qs.length).toFixed(1), 'µs', bytes[v].toFixed(0), 'bytes')
}
if (process.argv[5]) console.log(bytesOf['both' + process.argv[5]])
