import t from 'tap'
import { CurrentGeneration, type OpenedPart } from '../../src/generation/current-generation.ts'
import { emptyGeneration } from '../../src/generation/empty-generation.ts'
import type { IconParts } from '../../src/generation/generation.ts'

function docs(number: number, fd: number): OpenedPart {
  return { part: 'docs', opened: { docs: emptyGeneration(number), fingerprint: '', descriptors: [fd] } }
}

function icons(fd: number): OpenedPart {
  const { texts } = emptyGeneration(0)
  const buffer = new SharedArrayBuffer(0)
  const parts: IconParts = {
    fingerprint: '',
    content: '',
    siteUrl: '',
    assets: texts,
    texts,
    guidesIndex: buffer,
    catalogue: { entries: buffer, index: buffer },
  }
  return { part: 'icons', opened: { icons: parts, descriptors: [fd] } }
}

t.test('a generation has a greater number than those before it, in this process and of its documentation', (t) => {
  const current = new CurrentGeneration()
  t.equal(current.replace(icons(1), []).number, 1)
  t.equal(current.replace(docs(41, 2), []).number, 41)
  t.equal(current.replace(icons(3), []).number, 42)
  t.equal(current.replace(docs(42, 4), []).number, 43)
  t.end()
})

t.test('files of a part stay open while any generation in use has the part', (t) => {
  const current = new CurrentGeneration()
  current.replace(docs(1, 10), [])
  current.replace(icons(20), [])
  t.strictSame(current.releaseBefore(2), [], 'the documentation is that of the first generation')
  current.replace(icons(21), [])
  t.strictSame(current.releaseBefore(3), [20])
  current.replace(docs(4, 11), [])
  t.strictSame(current.releaseBefore(3), [], 'the third generation is still in use')
  t.strictSame(current.releaseBefore(4), [10])
  t.strictSame(current.releaseBefore(4), [])
  t.end()
})

t.test('a generation says what it lacks, and is empty where a part has never been there', (t) => {
  const generation = new CurrentGeneration().replace(icons(1), ['content_fault'])
  t.strictSame(generation.degraded, ['content_fault'])
  t.equal(generation.locales.size, 0)
  t.not(generation.icons, null)
  t.end()
})
