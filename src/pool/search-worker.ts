// The entry of a search worker: its exports are the tasks that the dispatcher sends by name.
import { workerData } from 'node:worker_threads'
import { move } from 'piscina'
import { createByteWriter, writeText } from '../search/byte-writer.ts'
import { fromPageRecord } from '../generation/page-record.ts'
import { chooseKernel } from '../search/kernels.ts'
import { FALLBACK_LOCALE, LOCALES } from '../shared/locale.ts'
import { renderPage } from '../web/render-page.ts'
import { answersStart, markEnd } from './answers.ts'
import { generationOf, type OpenGeneration } from './open-generations.ts'
import { unpackShape, type QueryShape } from './query-shape.ts'
import { monotonicMs, type HtmlTask, type SearchTask, type WorkerSettings } from './tasks.ts'

/** Grows to what the largest batch so far took, and is used again for every batch. */
const out = createByteWriter(262_144)

const settings = workerData as WorkerSettings
const kernel = chooseKernel(settings.kernel)

/** Answers a batch. What carries the answers is given away, so it is cut to size: it counts as the listener's garbage. */
export function search(task: SearchTask): unknown {
  const generation = generationOf(task, kernel)
  const count = task.shapes.length
  const queries = task.queries.split('\n')
  const ends = new Uint32Array(count)
  out.length = answersStart(count)
  for (let index = 0; index < count; index++) {
    const late = monotonicMs() > task.deadlineMs
    const failed = !late && !answer(generation, queries[index] ?? '', task.shapes[index] ?? 0)
    markEnd(ends, index, out.length, failed)
  }
  out.bytes.set(new Uint8Array(ends.buffer))
  return move(out.bytes.slice(0, out.length).buffer)
}

/** A page as a whole HTML document, in English where the locale lacks it. The caller knows that there is one. */
export function html(task: HtmlTask): unknown {
  const generation = generationOf(task, kernel)
  const { locale: requestedLocale, path } = task
  const available = LOCALES.filter((locale) => (generation.pages.get(locale)?.find(path) ?? -1) !== -1)
  const served = available.includes(requestedLocale) ? requestedLocale : FALLBACK_LOCALE
  const store = generation.pages.get(served)
  if (store === undefined) throw new Error(`generation ${task.generation} has no pages in ${served}`)
  const page = fromPageRecord(store.readSync(store.find(path)))
  const nav = generation.nav(requestedLocale)
  const { siteUrl } = generation
  const text = renderPage({ page, nav, requestedLocale, available, siteUrl, assets: settings.assets })
  const bytes = new TextEncoder().encode(text)
  return move(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))
}

/** Writes the answer, or why there is none: a fault of one query must not cost its neighbours their answers. */
function answer(generation: OpenGeneration, query: string, shape: number): boolean {
  const start = out.length
  try {
    write(generation, query, unpackShape(shape))
    return true
  } catch (error) {
    out.length = start
    writeText(out, error instanceof Error ? (error.stack ?? error.message) : String(error))
    return false
  }
}

function write(generation: OpenGeneration, query: string, shape: QueryShape): void {
  if (shape.kind === 'docs') {
    const { highlights, limit, locale } = shape
    generation.searcher.writeAnswer({ query, locale, limit }, out, highlights ? generation.readSections : undefined)
    return
  }
  if (generation.icons === null) throw new Error('this generation has no icons')
  if (shape.kind === 'icons') generation.icons.catalogue.writeAnswer({ query, ...shape }, out)
  else generation.icons.writeGuides(query, shape.limit, out)
}
