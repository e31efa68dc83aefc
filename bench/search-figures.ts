import { isOwn, OWN } from './engines.ts'
import { figure, ratio, type Figure } from './figures.ts'
import { NAMES, ratesOf, single, type Measurement, type PartResult } from './search-report.ts'

/** The peer with the next best quality, to which the project is compared. */
const RIVAL = 'flexsearch'

export function searchFigures(results: readonly PartResult[]): Figure[] {
  return results.flatMap((part, place) => partFigures(part, place === 0))
}

/** @param first Whether the figures of this part belong to the summary. */
function partFigures(part: PartResult, first: boolean): Figure[] {
  const summary = first ? ({ inSummary: true } as const) : {}
  const label = `${part.family} ${part.locale}`
  const all = single(part)
  const owns = all.filter(({ engine }) => isOwn(engine))
  const figures = owns.flatMap((own) =>
    all.flatMap((peer): Figure[] => {
      if (isOwn(peer.engine)) return []
      const more = peer.engine === RIVAL ? summary : {}
      return [ratio(ratioName(label, own, peer), ratesOf(own.search), ratesOf(peer.search), more)]
    }),
  )
  const native = owns.find(({ engine }) => engine === OWN)
  for (const other of owns) {
    if (native === undefined || other === native) continue
    figures.push(ratio(ratioName(label, native, other), ratesOf(native.search), ratesOf(other.search), summary))
  }
  const rival = all.find(({ engine }) => engine === RIVAL)
  const judge = rival === undefined ? undefined : rival.engine
  for (const each of all) {
    const name = `${label}, ${NAMES[each.engine]}`
    const own = each.engine === OWN ? summary : {}
    const kind = isOwn(each.engine) ? {} : ({ peer: true } as const)
    figures.push(
      figure(`${name}, MRR@10`, '', 'higher', [each.quality.overall.mrr10], { exact: true, ...kind, ...own }),
      figure(`${name}, build`, 's', 'lower', [each.build.buildMs / 1000], kind),
      figure(`${name}, index`, 'MiB', 'lower', [each.build.indexBytes / 2 ** 20], kind),
    )
    if (!isOwn(each.engine)) {
      figures.push(figure(`${name}, queries/s`, '/s', 'higher', ratesOf(each.search), kind))
      continue
    }
    const judgedBy = judge === undefined ? {} : { judgedBy: ratioName(label, each, rival!) }
    const p50 = each.answer.map(({ p50Ms }) => p50Ms * 1000)
    const p99 = each.answer.map(({ p99Ms }) => p99Ms * 1000)
    figures.push(
      figure(`${name}, answers/s`, '/s', 'higher', ratesOf(each.answer), { ...judgedBy, ...own }),
      figure(`${name}, p50`, 'µs', 'lower', p50, own),
      figure(`${name}, p99`, 'µs', 'lower', p99, own),
      figure(
        `${name}, p99 ÷ p50`,
        '×',
        'lower',
        p99.map((us, round) => us / p50[round]!),
        own,
      ),
    )
    const typical = each.answer.flatMap((round) => round.typical ?? [])
    if (typical.length < each.answer.length) continue
    const ofMedians = typical.map((of) => of.p99Ms / of.p50Ms)
    figures.push(figure(`${name}, p99 ÷ p50 of the queries' medians`, '×', 'lower', ofMedians, own))
    const even = each.answer.flatMap((round) => round.evenSpread ?? [])
    figures.push(figure(`${name}, p99 ÷ p50 of equal work as long as the median`, '×', 'lower', even, own))
  }
  return [...figures, ...growthFigures(part, label)]
}

function ratioName(label: string, over: Measurement, under: Measurement): string {
  return `${label}, ${NAMES[over.engine]} ÷ ${NAMES[under.engine]}`
}

/** The cost of a query when there are more pages. */
function growthFigures(part: PartResult, label: string): Figure[] {
  const grown = part.measurements.find(({ copies }) => copies > 1)
  const own = single(part).find(({ engine }) => engine === OWN)
  if (grown === undefined || own === undefined) return []
  const costs = ratesOf(own.answer).map((rate, round) => rate / ratesOf(grown.answer)[round]!)
  return [figure(`${label}, cost of a query at ${grown.copies} times the pages`, '×', 'lower', costs)]
}
