import t from 'tap'
import type { ContentFault } from '../../../src/docs/model/content-fault.ts'
import { createReadingWatch, PAGE_DEADLINE_MS, SlowReadingError } from '../../../src/docs/readers/reading-watch.ts'
import { loadConfig } from '../../../src/config/config.ts'

/** Work that never ends, in each of the ways in which it can be cut off. */
const ENDLESS: Readonly<Record<string, () => unknown>> = {
  'a loop': () => {
    for (;;);
  },
  'a loop that catches everything': () => {
    for (;;) {
      try {
        for (;;);
      } catch {
        continue
      } finally {
        // eslint-disable-next-line no-unsafe-finally -- a reader that goes on in spite of all must be cut off too
        continue
      }
    }
  },
  'an expression': () => /^(a+)+$/.test(`${'a'.repeat(60)}b`),
  'an expression that replaces': () => `${'a'.repeat(60)}b`.replaceAll(/(a+)+c/g, ''),
}

for (const [name, work] of Object.entries(ENDLESS)) {
  t.test(`${name} without an end is cut off, and what follows is read`, async (t) => {
    const faults: ContentFault[] = []
    const read: string[] = []
    await createReadingWatch({ pageDeadlineMs: 50 })('').each({
      items: ['a.md', 'b.md', 'c.md'],
      fileOf: (file) => file,
      read(file) {
        faults.push({ file, line: 1, code: 'no_title', message: '' })
        if (file === 'b.md') work()
        read.push(file)
      },
      faults,
    })
    t.strictSame(read, ['a.md', 'c.md'])
    t.strictSame(
      faults.map(({ code, file }) => `${file} ${code}`),
      ['a.md no_title', 'b.md slow_page', 'c.md no_title'],
      'a fault that it found before is taken back',
    )
  })
}

t.test('a page is read again where the thread was kept from reading it', async (t) => {
  const still = new Int32Array(new SharedArrayBuffer(4))
  const faults: ContentFault[] = []
  let begun = 0
  let read = 0
  await createReadingWatch({ pageDeadlineMs: 100 })('').each({
    items: ['a.md'],
    fileOf: (file) => file,
    read() {
      begun += 1
      // This takes no time of the processor.
      if (begun < 2) Atomics.wait(still, 0, 0)
      read += 1
    },
    faults,
  })
  t.strictSame({ begun, read, faults }, { begun: 2, read: 1, faults: [] })
})

t.test('faults of both lists that a page reported before it was read again are taken back', async (t) => {
  const still = new Int32Array(new SharedArrayBuffer(4))
  const fault: ContentFault = { file: 'a.md', line: 1, code: 'no_title', message: '' }
  const faults: ContentFault[] = []
  const moreFaults: ContentFault[] = []
  let begun = 0
  await createReadingWatch({ pageDeadlineMs: 50 })('').each({
    items: ['a.md'],
    fileOf: (file) => file,
    read() {
      faults.push(fault)
      moreFaults.push(fault)
      begun += 1
      if (begun < 2) Atomics.wait(still, 0, 0)
    },
    faults,
    moreFaults,
  })
  t.strictSame([begun, faults, moreFaults], [2, [fault], [fault]])
})

t.test('a page that the thread is always kept from is left out in the end', async (t) => {
  const still = new Int32Array(new SharedArrayBuffer(4))
  const faults: ContentFault[] = []
  await createReadingWatch({ pageDeadlineMs: 20 })('').each({
    items: ['a.md'],
    fileOf: (file) => file,
    read: () => Atomics.wait(still, 0, 0),
    faults,
  })
  t.match(faults, [{ file: 'a.md', code: 'slow_page' }])
})

t.test('more than twenty slow pages end the reading', async (t) => {
  const faults: ContentFault[] = []
  const reading = createReadingWatch({ pageDeadlineMs: 10 })('docs').each({
    items: Array.from({ length: 30 }, (_, n) => `${n}.md`),
    fileOf: (file) => file,
    read() {
      for (;;);
    },
    faults,
  })
  await t.rejects(reading, new SlowReadingError('more than 20 pages are not read to their end in time; the last one is docs/20.md')) // prettier-ignore
})

t.test('errors of a reader pass the watch', async (t) => {
  const loop = { items: ['a.md'], fileOf: (file: string) => file, faults: [] }
  const watch = createReadingWatch({})('')
  await t.rejects(
    watch.each({
      ...loop,
      read() {
        throw new RangeError('a fault')
      },
    }),
    { name: 'RangeError', message: 'a fault' },
  )
  t.throws(() => watch.step('a step', () => JSON.parse('{')), SyntaxError)
  t.equal(watch.step('a step', () => 1), 1) // prettier-ignore
})

t.test('the default of the setting is that of the watch', (t) => {
  t.equal(loadConfig({}, 1).docs.pageDeadlineMs, PAGE_DEADLINE_MS)
  t.end()
})
