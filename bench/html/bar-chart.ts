import type { BarChart } from '../chart.ts'
import { formatFigure } from '../report.ts'
import { escapeHtml, formatLegend, line, openSvg, round, seriesClass, text } from './svg.ts'

const WIDTH = 400
const VALUE_WIDTH = 84
const BAR_HEIGHT = 13
const BAR_PITCH = 17
const LABEL_HEIGHT = 17
/** Characters that fit into the width, in the font size on a phone. */
const LABEL_LENGTH = 54
const GROUP_GAP = 9
/** Left edge of the bars. If bars extend to both sides of a baseline, their values are at the right edge. */
const LEFT = 1

/** Draws horizontal bars, each group below its label. */
export function drawBarChart(chart: BarChart): string {
  const { baseline, groups, title, unit } = chart
  const series = [...new Set(groups.flatMap(({ bars }) => bars.map((bar) => bar.series)))]
  const toX = createPlace(chart)
  const from = baseline === undefined ? LEFT : toX(baseline)
  const parts: string[] = []
  let y = 0
  for (const { bars, label } of groups) {
    if (label !== '') {
      for (const part of wrap(label)) {
        parts.push(text(LEFT, y + 12, part))
        y += LABEL_HEIGHT
      }
    }
    for (const { series: name, value } of bars) {
      const to = toX(value)
      const [x, width] = [Math.min(from, to), Math.max(1, Math.abs(to - from))]
      const shownValue = formatFigure(value, unit)
      const description = [label, name, shownValue].filter((part) => part !== '').join(', ')
      const at = baseline === undefined ? to + 6 : WIDTH
      parts.push(
        `<g class="${seriesClass(series.indexOf(name))}"><title>${escapeHtml(description)}</title>` +
          `<rect class="fill" x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${BAR_HEIGHT}"/></g>`,
        baseline === undefined ? '' : line(from, y, from, y + BAR_HEIGHT, 'baseline'),
        text(at, y + 11, shownValue, baseline === undefined ? 'value' : 'value end'),
      )
      y += BAR_PITCH
    }
    y += GROUP_GAP
  }
  return `${formatLegend(series)}${openSvg(WIDTH, Math.max(1, y - GROUP_GAP), title)}${parts.join('')}</svg>`
}

/** Breaks a label into lines, which SVG cannot do. */
function wrap(label: string): string[] {
  const lines: string[] = []
  for (const word of label.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < LABEL_LENGTH) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

function createPlace({ baseline, groups, scale }: BarChart): (value: number) => number {
  const values = groups.flatMap(({ bars }) => bars.map(({ value }) => value))
  const width = WIDTH - LEFT - VALUE_WIDTH
  if (scale === 'linear') {
    const largest = Math.max(...values, baseline ?? 0)
    return (value) => LEFT + (largest === 0 ? 0 : (value / largest) * width)
  }
  const logs = values.filter((value) => value > 0).map(Math.log10)
  const start = baseline === undefined ? Math.floor(Math.min(...logs)) - 1 : Math.min(...logs, Math.log10(baseline))
  const end = Math.max(...logs, baseline === undefined ? start + 1 : Math.log10(baseline))
  return (value) => LEFT + (value <= 0 || end === start ? 0 : ((Math.log10(value) - start) / (end - start)) * width)
}
