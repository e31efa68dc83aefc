import { setTimeout as sleep } from 'node:timers/promises'
import { formatCount, formatMillis, formatTable, progress } from '../report.ts'
import { BEHAVIOUR_NAMES } from './behaviours.ts'
import { attack, openScene } from './fuzz.ts'
import type { FuzzOptions } from './options.ts'
import { summariseDelay } from './result.ts'

/** The service measures delay in windows of ten seconds. This pause keeps two behaviours out of the same window. */
const WINDOW_MS = 12_000
const ENDLESS = 1e9

/** Measures event-loop delay for one behaviour after another. @returns a table in Markdown */
export async function fuzzEach(options: FuzzOptions, seconds: number): Promise<string> {
  const names = options.only.length > 0 ? options.only : BEHAVIOUR_NAMES
  const scene = await openScene(options)
  const rows: string[][] = []
  for (const name of ['nothing', ...names]) {
    if (scene.service.ended !== null) throw new Error(`the service crashed: ${scene.service.ended}`)
    progress(name)
    await sleep(WINDOW_MS)
    const from = performance.now()
    const complaintsBefore = scene.service.complaintCount
    let made = { connections: 0, requests: 0 }
    if (name === 'nothing') await sleep(seconds * 1000)
    else {
      const alone = { ...options, only: [name], connections: ENDLESS, minutes: seconds / 60 }
      const { attackers, counts } = await attack(scene, alone)
      made = counts
      await Promise.all(attackers.map((attacker) => attacker.close()))
    }
    const { medianP99Ms, worstMs, worstP99Ms } = summariseDelay(scene.watch.samples, from, performance.now())
    const rate = (count: number): string => formatCount(count / seconds)
    rows.push([
      name,
      rate(made.connections),
      rate(made.requests),
      formatMillis(medianP99Ms),
      formatMillis(worstP99Ms),
      formatMillis(worstMs),
      formatCount(scene.service.complaintCount - complaintsBefore),
    ])
    progress(rows.at(-1)!.join(' | '))
  }
  await scene.bystander.stop()
  await scene.watch.stop()
  await scene.service.stop()
  return formatTable(
    ['behaviour', 'connections/s', 'requests/s', 'p99 ms, median', 'p99 ms, worst', 'longest ms', 'errors logged'],
    rows,
  )
}
