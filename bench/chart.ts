export interface Bar {
  readonly series: string
  readonly value: number
  /** What is written at the end of the bar. */
  readonly text: string
}

export interface BarGroup {
  readonly label: string
  readonly bars: readonly Bar[]
}

export interface BarPanel {
  readonly title: string
  readonly scale: 'linear' | 'log'
  readonly groups: readonly BarGroup[]
}

const WIDTH = 860
const PANEL_GAP = 40
const LABEL_WIDTH = 90
const TEXT_WIDTH = 60
const BAR_HEIGHT = 12
const BAR_PITCH = 15
const GROUP_GAP = 12
const TOP = 64
/** Distinguishable with the common kinds of colour blindness, on white and on black. */
const COLOURS = ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#56b4e9']

/** Horizontal bars, one panel beside the other. A log scale begins one decade under the smallest value. */
export function drawBarChart(title: string, panels: readonly BarPanel[]): string {
  const series = [
    ...new Set(panels.flatMap(({ groups }) => groups.flatMap(({ bars }) => bars.map((bar) => bar.series)))),
  ]
  const panelWidth = (WIDTH - PANEL_GAP * (panels.length + 1)) / panels.length
  const drawn = panels.map((panel, i) => drawPanel(panel, PANEL_GAP + i * (panelWidth + PANEL_GAP), panelWidth, series))
  const height = Math.max(...drawn.map((panel) => panel.bottom)) + 16
  const legend = series.map(
    (name, i) =>
      `<rect x="${PANEL_GAP + i * 130}" y="34" width="10" height="10" fill="${COLOURS[i % COLOURS.length]}"/>` +
      `<text x="${PANEL_GAP + i * 130 + 15}" y="43">${escapeXml(name)}</text>`,
  )
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escapeXml(title)}">`,
    '<style>text{font:11px sans-serif;fill:#222}.t{font-size:14px;font-weight:bold}.p{font-weight:bold}.b{fill:#fff}',
    '@media (prefers-color-scheme:dark){text{fill:#ddd}.b{fill:#111}}</style>',
    `<rect class="b" width="${WIDTH}" height="${height}"/>`,
    `<text class="t" x="${PANEL_GAP}" y="22">${escapeXml(title)}</text>`,
    ...legend,
    ...drawn.map((panel) => panel.svg),
    '</svg>',
  ].join('\n')
}

function drawPanel(
  panel: BarPanel,
  left: number,
  width: number,
  series: readonly string[],
): { svg: string; bottom: number } {
  const values = panel.groups.flatMap(({ bars }) => bars.map((bar) => bar.value))
  const toWidth = createScale(panel.scale, values, width - LABEL_WIDTH - TEXT_WIDTH)
  const parts = [`<text class="p" x="${left}" y="${TOP}">${escapeXml(panel.title)}</text>`]
  let y = TOP + 12
  for (const { label, bars } of panel.groups) {
    parts.push(`<text x="${left}" y="${y + 10}">${escapeXml(label)}</text>`)
    for (const bar of bars) {
      const length = toWidth(bar.value).toFixed(1)
      const fill = COLOURS[series.indexOf(bar.series) % COLOURS.length]
      parts.push(
        `<rect x="${left + LABEL_WIDTH}" y="${y}" width="${length}" height="${BAR_HEIGHT}" fill="${fill}"/>` +
          `<text x="${(left + LABEL_WIDTH + Number(length) + 4).toFixed(1)}" y="${y + 10}">${escapeXml(bar.text)}</text>`,
      )
      y += BAR_PITCH
    }
    y += GROUP_GAP
  }
  return { svg: parts.join('\n'), bottom: y }
}

function createScale(scale: BarPanel['scale'], values: readonly number[], width: number): (value: number) => number {
  const largest = Math.max(...values)
  if (scale === 'linear') return (value) => (value / largest) * width
  const start = Math.floor(Math.log10(Math.min(...values))) - 1
  const decades = Math.log10(largest) - start
  return (value) => ((Math.log10(value) - start) / decades) * width
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
