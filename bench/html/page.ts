import markdownIt from 'markdown-it'
import type { Chart } from '../chart.ts'
import type { Figure } from '../figures.ts'
import { formatHardware, formatMachine } from '../machine.ts'
import { QUESTIONS } from '../questions.ts'
import { formatFigure } from '../report.ts'
import type { AnsweredQuestion, SavedQuestion, SavedRun } from '../saved-run.ts'
import { drawBarChart } from './bar-chart.ts'
import { drawLineChart } from './line-chart.ts'
import { STYLE } from './style.ts'
import { escapeHtml } from './svg.ts'

const markdown = markdownIt({ html: false })

/** @returns a complete page, without scripts and references to other files */
export function formatPage(run: SavedRun): string {
  const answered = run.questions.filter((question) => question.state === 'answered')
  const machines = new Set(answered.map(({ machine }) => formatMachine(machine)))
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>Signpost: benchmark</title><style>${STYLE}</style></head><body>`,
    '<header><h1>Signpost, measured</h1>',
    `<p>What the service and its parts cost, beside peers that did the same work in the same run. Ratios carry to other machines; absolute figures do not.</p>`,
    ...describeMachines(answered),
    `<nav aria-label="Contents"><ol><li><a href="#short">In short</a></li>${run.questions.map(formatEntry).join('')}<li><a href="#again">Measure it again</a></li></ol></nav>`,
    '</header><main>',
    formatShort(answered),
    ...run.questions.map((question) => formatQuestion(question, machines.size > 1)),
    formatCommands(),
    '</main></body></html>\n',
  ].join('\n')
}

/** Describes each machine once, with the commits that were measured on it. */
function describeMachines(answered: readonly AnsweredQuestion[]): string[] {
  const commits = new Map<string, Set<string>>()
  for (const { machine } of answered) {
    const hardware = formatHardware(machine)
    commits.set(hardware, (commits.get(hardware) ?? new Set()).add(`${machine.commit} of ${machine.date}`))
  }
  return [...commits].map(
    ([hardware, all]) =>
      `<p class="meta">${escapeHtml(hardware)}; commit${all.size === 1 ? '' : 's'} ${escapeHtml([...all].join(', '))}</p>`,
  )
}

function aboutOf(name: string): string {
  return QUESTIONS.find((question) => question.name === name)?.about ?? name
}

function formatEntry({ name, state }: SavedQuestion): string {
  const gap = state === 'answered' ? '' : ` (${state})`
  return `<li><a href="#${escapeHtml(name)}">${escapeHtml(aboutOf(name))}</a>${gap}</li>`
}

/** The figures of the summary in a table, and their ratios as bars. */
function formatShort(answered: readonly AnsweredQuestion[]): string {
  const chosen = answered.flatMap(({ figures, name }) =>
    figures.filter(({ inSummary }) => inSummary === true).map((figure) => ({ question: name, figure })),
  )
  const ratios = chosen.filter(({ figure }) => figure.unit === '×' && figure.betterIs === 'higher')
  const chart: Chart = {
    kind: 'bars',
    title: 'How many times a peer',
    note: 'Requests or queries a second, ours over theirs, on a log scale. The line is 1.',
    unit: '×',
    scale: 'log',
    baseline: 1,
    groups: ratios.map(({ figure, question }) => ({
      label: `${question}: ${figure.name}`,
      bars: [{ series: '', value: figure.value }],
    })),
  }
  const rows = chosen.map(({ figure, question }) => figureRow(`${question}: ${figure.name}`, figure))
  return [
    '<section id="short"><h2>In short</h2>',
    ratios.length === 0 ? formatFigures(rows) : `<div class="short">${formatChart(chart)}${formatFigures(rows)}</div>`,
    '</section>',
  ].join('\n')
}

function formatQuestion(question: SavedQuestion, severalMachines: boolean): string {
  const head = `<section id="${escapeHtml(question.name)}"><h2>${escapeHtml(aboutOf(question.name))}</h2>`
  if (question.state !== 'answered') {
    return `${head}<p class="gap">This question was ${question.state === 'failed' ? 'asked and failed' : 'left out'}: ${escapeHtml(question.reason)}.</p></section>`
  }
  const { charts, figures, machine, quick, report, seconds } = question
  const ways = [
    `<code>npm run bench -- ${escapeHtml(question.name)}</code>`,
    `${seconds} s${quick ? ', in short form' : ''}`,
    ...(severalMachines ? [escapeHtml(formatMachine(machine))] : []),
  ]
  return [
    head,
    `<p class="meta">${ways.join('; ')}</p>`,
    charts.length === 0 ? '' : `<div class="charts">${charts.map(formatChart).join('')}</div>`,
    `<div class="prose">${renderReport(report)}</div>`,
    `<details><summary>All ${figures.length} figures with their rounds</summary>${formatFigures(figures.map((figure) => figureRow(figure.name, figure)))}</details>`,
    '</section>',
  ].join('\n')
}

/** Renders a report without its title, command and machine, which the page already shows above it. */
function renderReport(report: string): string {
  const [, ...paragraphs] = report.trim().split('\n\n')
  const body = paragraphs.filter((text) => !text.startsWith('`npm run ') && !/; commit \S+; [\d-]+$/.test(text))
  const deeper = body.map((text) => text.replace(/^##/, '###'))
  return markdown.render(deeper.join('\n\n')).replaceAll('<table>', TABLE).replaceAll('</table>', '</table></div>')
}

const TABLE = '<div class="table" tabindex="0" role="region" aria-label="Table"><table>'

function figureRow(name: string, { rounds, unit, value }: Figure): string {
  const all = rounds.length < 2 ? '' : rounds.map((round) => formatFigure(round, unit)).join(', ')
  return `<tr>${[name, formatFigure(value, unit), all].map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>`
}

function formatFigures(rows: readonly string[]): string {
  return `${TABLE.replace('<table>', '<table class="figures">')}<thead><tr><th></th><th>median</th><th>rounds</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`
}

function formatChart(chart: Chart): string {
  const log = chart.kind === 'bars' && chart.scale === 'log' && chart.baseline === undefined
  const notes = [...(chart.note === undefined ? [] : [chart.note]), ...(log ? ['Log scale.'] : [])].join(' ')
  const note = notes === '' ? '' : `<small>${escapeHtml(notes)}</small>`
  const drawn = chart.kind === 'lines' ? drawLineChart(chart) : drawBarChart(chart)
  return `<figure><figcaption>${escapeHtml(chart.title)}${note}</figcaption>${drawn}</figure>`
}

function formatCommands(): string {
  return [
    '<section id="again"><h2>Measure it again</h2>',
    '<p><code>npm ci &amp;&amp; npm run build &amp;&amp; npm run bench</code> asks all questions and writes this page. <code>npm run bench -- --quick</code> does it in short form and elsewhere;',
    '<code>npm run bench -- --compare bench/results/run.json</code> says what became slower than this run by more than the noise.</p></section>',
  ].join('\n')
}
