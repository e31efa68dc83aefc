import type { LineChart } from '../chart.ts'
import { createScale, shorten } from './scale.ts'
import { escapeHtml, formatLegend, line, marker, openSvg, round, seriesClass, text } from './svg.ts'

const WIDTH = 400
const HEIGHT = 280
const LEFT = 46
const RIGHT = 16
const TOP = 24
const BOTTOM = 42

/** Draws lines with a mark at every point, and a legend if there are several lines. */
export function drawLineChart({ series, title, x, y }: LineChart): string {
  const shown = series.filter(({ points }) => points.length > 0)
  const points = shown.flatMap((each) => each.points)
  const across = createScale(
    x.scale,
    points.map(([value]) => value),
    true,
  )
  const upwards = createScale(
    y.scale,
    points.map(([, value]) => value),
  )
  const toX = (value: number): number => LEFT + across.place(value) * (WIDTH - LEFT - RIGHT)
  const toY = (value: number): number => HEIGHT - BOTTOM - upwards.place(value) * (HEIGHT - TOP - BOTTOM)
  const parts = [openSvg(WIDTH, HEIGHT, title)]
  for (const { label, value } of upwards.ticks) {
    parts.push(line(LEFT, toY(value), WIDTH - RIGHT, toY(value), 'grid'), text(LEFT - 7, toY(value) + 4, label, 'end'))
  }
  for (const { label, value } of across.ticks) {
    parts.push(line(toX(value), TOP, toX(value), HEIGHT - BOTTOM, 'grid'))
    parts.push(text(toX(value), HEIGHT - BOTTOM + 17, label, 'middle'))
  }
  parts.push(text(LEFT - 40, 12, y.label, 'axis'), text(WIDTH - RIGHT, HEIGHT - 4, x.label, 'axis end'))
  for (const [place, { name, points: own }] of shown.entries()) {
    const path = own.map(([across, up]) => `${round(toX(across))} ${round(toY(up))}`).join('L')
    const marks = own.map(([at, value]) => {
      const description = `${name}, ${describeX(x.scale, at)}: ${shorten(value)} ${y.label}`
      return `<g><title>${escapeHtml(description)}</title>${marker(toX(at), toY(value), place)}</g>`
    })
    parts.push(`<g class="${seriesClass(place)}"><path class="stroke" d="M${path}"/>${marks.join('')}</g>`)
  }
  parts.push('</svg>')
  return formatLegend(shown.map(({ name }) => name)) + parts.join('')
}

function describeX(scale: LineChart['x']['scale'], value: number): string {
  return scale === 'percentile' ? `p${Number((value * 100).toFixed(1))}` : shorten(value)
}
