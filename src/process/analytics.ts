import { randomBytes } from 'node:crypto'
import { CountKeeper } from '../analytics/count-keeper.ts'
import type { Counted } from '../analytics/counted.ts'
import { answerReport } from '../analytics/report/answer-report.ts'
import type { Config } from '../config/config.ts'
import type { LocalService } from '../http/observe/metrics-server.ts'
import { logFaults, type Log } from '../shared/log.ts'

/** What readers teach, in the main thread: counts that become files, metrics and the report. */
export interface Analytics extends LocalService {
  add(counted: readonly Counted[]): void
  /** Writes the last counts. */
  close(): void
}

/** Starts the counting; null: it is switched off. */
export function startAnalytics({ analytics, dataDir }: Config, log: Log): Analytics | null {
  if (analytics === null) return null
  const { days } = analytics
  const onFault = logFaults(log)
  const keeper = new CountKeeper({ dataDir, days, clock: Date.now, seed: randomBytes(4).readUInt32LE(), onFault })
  return {
    add: (counted) => keeper.add(counted),
    readings: keeper.readings.map((reading) => ({ ...reading, type: 'counter' })),
    answer(url) {
      // The report shows what has come until now.
      keeper.write()
      return answerReport(url, { dataDir, daysKept: days, nowMs: Date.now(), onFault })
    },
    close: () => keeper.close(),
  }
}
