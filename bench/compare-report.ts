import type { Change, Comparison } from './compare.ts'
import { formatFigure, formatTable } from './report.ts'

/** @returns the comparison as text for the terminal */
export function formatComparison({ added, faster, missing, same, slower, unjudged, warnings }: Comparison): string {
  const names = (title: string, list: readonly string[]): string[] =>
    list.length === 0 ? [] : [`${title}:\n${list.map((name) => `- ${name}`).join('\n')}`]
  return [
    ...warnings.map((warning) => `Warning: ${warning}`),
    ...changes('Slower', slower),
    ...changes('Faster', faster),
    ...names('Only in the saved run', missing),
    ...names('Only in this run', added),
    `${slower.length} slower, ${faster.length} faster, ${same} the same within the noise; ${unjudged} not judged by themselves.`,
  ].join('\n\n')
}

function changes(title: string, list: readonly Change[]): string[] {
  if (list.length === 0) return []
  const rows = list.map(({ after, before, name, noise, question, unit }) => [
    `${question}: ${name}`,
    formatFigure(before, unit),
    formatFigure(after, unit),
    formatPercent(after / before - 1),
    `±${formatPercent(Math.exp(noise) - 1)}`,
  ])
  return [`${title}:\n\n${formatTable(['', 'saved', 'now', 'change', 'noise'], rows)}`]
}

function formatPercent(part: number): string {
  return `${(part * 100).toFixed(Math.abs(part) < 0.1 ? 1 : 0)} %`
}
