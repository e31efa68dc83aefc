import { formatMachine } from './machine.ts'
import { formatFigure, formatTable } from './report.ts'
import type { AnsweredQuestion, SavedRun } from './saved-run.ts'

/** @returns the most important figures, as Markdown for README.md */
export function formatSummary(run: SavedRun): string {
  const answered = run.questions.filter((question) => question.state === 'answered')
  const rows = answered.flatMap(({ figures, name }) =>
    figures
      .filter(({ inSummary }) => inSummary === true)
      .map(({ name: what, rounds, unit, value }) => [
        `${name}: ${what}`,
        formatFigure(value, unit),
        rounds.length < 2
          ? ''
          : `${formatFigure(Math.min(...rounds), unit)} to ${formatFigure(Math.max(...rounds), unit)}`,
      ]),
  )
  const table = rows.length === 0 ? [] : [formatTable(['', 'median', 'rounds'], rows)]
  return [...table, ...formatMachines(answered), ...formatGaps(run)].join('\n\n')
}

/** Groups questions by machine and commit, because some may have been asked again later. */
function formatMachines(answered: readonly AnsweredQuestion[]): string[] {
  const groups = new Map<string, string[]>()
  for (const { machine, name } of answered) {
    const text = formatMachine(machine)
    groups.set(text, [...(groups.get(text) ?? []), name])
  }
  if (groups.size < 2) return [...groups.keys()].map((machine) => `${machine}.`)
  return [...groups].map(([machine, names]) => `${names.join(', ')}: ${machine}.`)
}

function formatGaps({ questions }: SavedRun): string[] {
  const gaps = questions.flatMap((question) =>
    question.state === 'answered' ? [] : [`${question.name} (${question.state}: ${question.reason})`],
  )
  return gaps.length === 0 ? [] : [`Without an answer: ${gaps.join(', ')}.`]
}
