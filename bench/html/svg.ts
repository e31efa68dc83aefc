export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/** Number of distinct colours. Further series repeat them from the first. */
const STYLES = 7

export function seriesClass(place: number): string {
  return `s${place % STYLES}`
}

/** Opens an SVG that scales with its column. Its text stays legible at the width of a phone. */
export function openSvg(width: number, height: number, title: string): string {
  return `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeHtml(title)}">`
}

export function text(x: number, y: number, content: string, classes = ''): string {
  const named = classes === '' ? '' : ` class="${classes}"`
  return `<text x="${round(x)}" y="${round(y)}"${named}>${escapeHtml(content)}</text>`
}

export function line(x1: number, y1: number, x2: number, y2: number, classes: string): string {
  return `<line x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}" class="${classes}"/>`
}

export function round(value: number): string {
  return value.toFixed(1)
}

/** One entry for each series, with its colour and shape. */
export function formatLegend(names: readonly string[]): string {
  if (names.length < 2) return ''
  const items = names.map(
    (name, place) =>
      `<li><svg viewBox="0 0 26 12" aria-hidden="true"><g class="${seriesClass(place)}"><path class="stroke" d="M1 6H25"/>${marker(13, 6, place)}</g></svg>${escapeHtml(name)}</li>`,
  )
  return `<ul class="legend">${items.join('')}</ul>`
}

/** Mark of a series. The shapes differ, for readers who cannot distinguish the colours. */
export function marker(x: number, y: number, place: number): string {
  const [left, right, top, bottom] = [x - 3.5, x + 3.5, y - 3.5, y + 3.5].map(round)
  switch (place % 4) {
    case 0:
      return `<circle class="fill" cx="${round(x)}" cy="${round(y)}" r="3.2"/>`
    case 1:
      return `<path class="fill" d="M${left} ${top}H${right}V${bottom}H${left}Z"/>`
    case 2:
      return `<path class="fill" d="M${round(x)} ${top}L${right} ${bottom}H${left}Z"/>`
    default:
      return `<path class="fill" d="M${round(x)} ${round(y - 4.5)}L${round(x + 4.5)} ${round(y)}L${round(x)} ${round(y + 4.5)}L${round(x - 4.5)} ${round(y)}Z"/>`
  }
}
