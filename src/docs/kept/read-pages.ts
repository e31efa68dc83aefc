import { deserialize, serialize } from 'node:v8'
import type { ContentPage } from '../content.ts'
import type { ContentFault } from '../model/content-fault.ts'
import type { ReadingWatch } from '../readers/reading-watch.ts'
import { hashOf } from './hash-of.ts'
import type { Deed, PageReading } from './deed.ts'
import { claimShare, type HelpedPage, type Helping, type KeptReadings, type Readings } from './readings.ts'

/** Pages of a source from which on other threads read some of them. A thread starts as long as hundreds of pages take. */
const HELPED_PAGES = 1000
const SHARE_PAGES = 64
/** Faults that another build may not find again, as they say how long or how much was read before. */
const PASSING = new Set(['slow_page', 'failed_reader', 'unreadable', 'too_large', 'too_many'])

export interface PageLoop<T> {
  readonly items: readonly T[]
  readonly fileOf: (item: T) => string
  /** Hash of what the page itself says. */
  readonly keyOf: (item: T) => string
  /** Hash of all else that the reading of a page depends on, and of what decides about these. */
  readonly world: () => string
  /** Hash of the pages to which links may lead, where `leadsAlike` asks them again; absent: it is part of the world. */
  readonly places?: () => string
  /** Whether the links of a reading lead where they led when it was made. */
  readonly leadsAlike?: (reading: PageReading) => boolean
  readonly read: (item: T) => ContentPage | null
  readonly add: (item: T, page: ContentPage) => void
  /** Hash of what pages of the source have read or asked for, as those deeds have it; absent: they do neither. */
  readonly inputHash?: (what: string) => string
  /** Does again what another reading did. False: it is not what this one would do. */
  readonly redo: (deed: Deed) => boolean
  readonly faults: ContentFault[]
  readonly moreFaults?: ContentFault[]
  readonly done?: number
  readonly total?: number
}

/** Reads the pages of one source. */
export interface PageReader {
  /**
   * Reads pages one after another: what an earlier build kept, other threads have read, or the page itself. All come to the draft
   * in their order, so that they give the same content.
   */
  each<T>(loop: PageLoop<T>): Promise<void>
}

interface RecordedDraft {
  /** Takes what the reading of a page does, while one is recorded. */
  deeds: Deed[] | null
}

interface PageReaderOptions {
  /** Name of the source among those of the content. */
  readonly source: string
  /** What `site.yaml` says, of which all readings depend. */
  readonly settings: string
  readonly draft: RecordedDraft
  readonly watch: ReadingWatch
  /** Null: nothing is kept, and no other thread reads. */
  readonly readings: Readings | null
  /** What this thread does for another one; null: it reads for itself. */
  readonly helping: Helping | null
}

export function createPageReader({ draft, helping, readings, settings, source, watch }: PageReaderOptions): PageReader {
  return {
    async each(loop) {
      if (helping !== null) return helping.source === source ? help(loop, helping) : undefined
      if (readings !== null) return readAll(loop, readings)
      const read = (item: (typeof loop.items)[number]): void => {
        const page = loop.read(item)
        if (page !== null) loop.add(item, page)
      }
      return watch.each({ ...loop, read })
    },
  }

  function worldOf<T>(loop: PageLoop<T>): string {
    return watch.step('what pages depend on', () => hashOf(settings, loop.world()))
  }

  async function readAll<T>(loop: PageLoop<T>, readings: Readings): Promise<void> {
    const world = worldOf(loop)
    const places = placesOf(loop)
    const kept = readings.open(source, world)
    const { isMoved, texts } = notesOf(kept, places)
    // A text may have been read for one page and served many, so that a changed one counts for all.
    if ([...texts].some(([what, hash]) => loop.inputHash?.(what) !== hash)) {
      kept.clear()
      texts.clear()
    }
    const isHelped = kept.count === 0 && loop.items.length >= HELPED_PAGES
    const claims = new SharedArrayBuffer(4)
    const helpers = isHelped ? readings.help(source, hashOf(world, places), claims) : null
    const shares = sharesOf(loop.items)
    /** What this thread has read of shares that come behind one that another thread reads. */
    const waiting = new Map<number, readonly (ContentPage | null)[]>()
    let next = 0
    /** Gives the draft the shares that are there, in their order. */
    const addShares = async (): Promise<void> => {
      for (; next < shares; next++) {
        const own = waiting.get(next)
        const helped = own === undefined ? helpers?.take(next) : undefined
        if (own === undefined && helped === undefined) return
        waiting.delete(next)
        addPages(loop, next, own ?? (await readShare(loop, { isMoved, kept, texts }, next, helped)))
      }
    }
    try {
      for (let share = claimShare(claims, shares); share !== null; share = claimShare(claims, shares)) {
        waiting.set(share, await readShare(loop, { isMoved, kept, texts }, share))
        await addShares()
      }
      await helpers?.done
      for (await addShares(); next < shares; await addShares()) {
        waiting.set(next, await readShare(loop, { isMoved, kept, texts }, next))
      }
      kept.put(NOTES, serialize([places, [...texts]] satisfies Notes))
    } finally {
      draft.deeds = null
      await helpers?.stop()
    }
  }

  /** Reads a share of the pages. @param helped what another thread has read of it */
  async function readShare<T>(
    loop: PageLoop<T>,
    { isMoved, kept, texts }: Kept,
    share: number,
    helped?: readonly HelpedPage[],
  ): Promise<readonly (ContentPage | null)[]> {
    const first = share * SHARE_PAGES
    const pages: (ContentPage | null)[] = []
    await eachOf(loop, share, (item, number) => {
      const known = helped?.[number - first]
      const key = known?.bytes == null ? loop.keyOf(item) : known.key
      const bytes = known?.bytes ?? kept.get(key)
      const found = bytes === null ? null : (deserialize(bytes) as PageReading)
      const isAlike = known?.bytes != null || !isMoved || (found !== null && loop.leadsAlike?.(found) === true)
      const isRedone = found !== null && isAlike && redo(loop, found)
      const reading = isRedone ? found : record(draft, loop, item)
      noteTexts(reading, texts)
      if (tellsOfOthers(reading, loop.fileOf(item))) texts.set(NO_INPUT, 'changes')
      if (isLasting(reading)) kept.put(key, isRedone && bytes !== null ? bytes : serialize(reading))
      pages[number - first] = reading.page
    })
    return pages
  }

  async function help<T>(loop: PageLoop<T>, { claims, send, world }: Helping): Promise<void> {
    if (hashOf(worldOf(loop), placesOf(loop)) === world) {
      const shares = sharesOf(loop.items)
      for (let share = claimShare(claims, shares); share !== null; share = claimShare(claims, shares)) {
        const first = share * SHARE_PAGES
        const pages: HelpedPage[] = itemsOf(loop.items, share).map(() => ({ key: '', bytes: null }))
        await eachOf(loop, share, (item, number) => {
          const key = loop.keyOf(item)
          const reading = record(draft, loop, item)
          if (!tellsOfOthers(reading, loop.fileOf(item))) pages[number - first] = { key, bytes: serialize(reading) }
        })
        send(share, pages)
      }
    }
    send(NO_SHARE, [])
    // Who started this thread ends it: the reading has no page of the other shares.
    await new Promise(() => {})
  }

  function eachOf<T>(loop: PageLoop<T>, share: number, read: (item: T, number: number) => void): Promise<void> {
    const first = share * SHARE_PAGES
    const numbers = itemsOf(loop.items, share).map((_, at) => first + at)
    return watch.each({
      ...loop,
      items: numbers,
      fileOf: (number) => loop.fileOf(loop.items[number] as T),
      read: (number) => read(loop.items[number] as T, number),
      done: (loop.done ?? 0) + first,
      total: loop.total ?? loop.items.length,
    })
  }
}

function placesOf<T>({ places }: PageLoop<T>): string {
  return places?.() ?? ''
}

function addPages<T>(loop: PageLoop<T>, share: number, pages: readonly (ContentPage | null)[]): void {
  itemsOf(loop.items, share).forEach((item, at) => {
    const page = pages[at]
    if (page != null) loop.add(item, page)
  })
}

/** Reads a page, with all that this does to the draft. */
function record<T>(draft: RecordedDraft, { faults, moreFaults = [], read }: PageLoop<T>, item: T): PageReading {
  const before = [faults.length, moreFaults.length]
  const deeds: Deed[] = (draft.deeds = [])
  const page = read(item)
  draft.deeds = null
  return { page, deeds, faults: faults.slice(before[0]), moreFaults: moreFaults.slice(before[1]) }
}

/** What is kept of a source: readings of its pages, and the texts that they read, with their hashes. */
interface Kept {
  /** Whether links may lead elsewhere than when the readings were made. */
  readonly isMoved: boolean
  readonly kept: KeptReadings
  readonly texts: Map<string, string>
}

/** What is kept beside the readings of a source: the pages to which links may have led, and the texts. */
type Notes = readonly [places: string, texts: readonly (readonly [string, string])[]]

/** Key of the notes, which no hash is. */
const NOTES = 'texts'
/** No file is named so: what is noted of it lets the next build read all pages again. */
const NO_INPUT = ''

function notesOf(kept: KeptReadings, places: string): Pick<Kept, 'isMoved' | 'texts'> {
  const bytes = kept.get(NOTES)
  const [before, texts]: Notes = bytes === null ? ['', []] : (deserialize(bytes) as Notes)
  return { isMoved: before !== places, texts: new Map(texts) }
}

function noteTexts({ deeds }: PageReading, texts: Map<string, string>): void {
  for (const deed of deeds) {
    if (deed.kind === 'uses') texts.set(deed.file, deed.hash)
    else if (deed.kind === 'asks') texts.set(deed.what, deed.hash)
  }
}

/** Whether a fault of another file was found. It is found once and serves many pages, so each thread and build must find it. */
function tellsOfOthers({ faults, moreFaults }: PageReading, file: string): boolean {
  return [...faults, ...moreFaults].some((fault) => fault.file !== file)
}

/** What stands for a share in the last message of a thread. */
export const NO_SHARE = -1

function sharesOf(items: readonly unknown[]): number {
  return Math.ceil(items.length / SHARE_PAGES)
}

function itemsOf<T>(items: readonly T[], share: number): readonly T[] {
  return items.slice(share * SHARE_PAGES, (share + 1) * SHARE_PAGES)
}

/** Whether another build of the same pages would read the page as it was read now. */
function isLasting({ deeds, faults, moreFaults }: PageReading): boolean {
  const isPassing = ({ code }: ContentFault): boolean => PASSING.has(code)
  return !deeds.some(({ kind }) => kind === 'changes') && !faults.some(isPassing) && !moreFaults.some(isPassing)
}

/** Does what a reading did. False: a file that it placed is not there, so the page must be read. */
function redo<T>(loop: PageLoop<T>, { deeds, faults, moreFaults }: PageReading): boolean {
  const isPlacing = ({ kind }: Deed): boolean => kind === 'placed'
  if (!deeds.filter(isPlacing).every(loop.redo)) return false
  for (const deed of deeds) if (!isPlacing(deed)) loop.redo(deed)
  for (const fault of faults) loop.faults.push(fault)
  for (const fault of moreFaults) loop.moreFaults?.push(fault)
  return true
}
