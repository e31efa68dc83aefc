/** Formats a Markdown table as the formatter does. Columns after the first are aligned to the right. */
export function formatTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = header.map((title, column) => Math.max(3, title.length, ...rows.map((row) => row[column]!.length)))
  const pad = (cell: string, column: number): string =>
    column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)
  const line = (cells: readonly string[]): string => `| ${cells.map(pad).join(' | ')} |`
  const rule = widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`))
  return [line(header), line(rule), ...rows.map(line)].join('\n')
}

export function formatCount(value: number): string {
  return Math.round(value).toLocaleString('en-US')
}

export function formatMillis(value: number): string {
  return value < 1 ? value.toFixed(3) : value < 100 ? value.toFixed(1) : formatCount(value)
}

export function formatMebibytes(bytes: number): string {
  const mebibytes = bytes / 2 ** 20
  return mebibytes < 10 ? mebibytes.toFixed(1) : formatCount(mebibytes)
}

export function formatRatio(value: number): string {
  return value < 10 ? value.toFixed(2) : formatCount(value)
}

/** Formats a share without the leading zero: `.812`. */
export function formatPart(value: number): string {
  return value === 1 ? '1' : value.toFixed(3).slice(1)
}

/** Formats a value with three significant digits and its unit. */
export function formatFigure(value: number, unit: string): string {
  if (unit === '') return value.toFixed(3)
  const digits = value < 0.1 ? value.toFixed(3) : value < 10 ? value.toFixed(2) : value < 100 ? value.toFixed(1) : null
  return `${digits ?? formatCount(value)}${unit === '×' || unit === '/s' ? '' : ' '}${unit}`
}

/** Writes progress to standard error, so that the report can be piped. */
export function progress(text: string): void {
  console.error(`${new Date().toISOString().slice(11, 19)} ${text}`)
}
