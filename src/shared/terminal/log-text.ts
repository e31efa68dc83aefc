const LEVELS: Readonly<Record<number, string>> = { 40: 'warning: ', 50: 'error: ', 60: 'fatal: ' }
/** Members that a person at a terminal does not need. */
const LEFT_OUT = new Set(['level', 'time', 'msg', 'thread'])

/** Turns a line of the log into words for a terminal. */
export function toText(line: string): string {
  const { level, msg, time, ...rest } = JSON.parse(line) as Record<string, unknown>
  const clock = new Date(Number(time)).toTimeString().slice(0, 8)
  const details = Object.entries(rest)
    .filter(([name]) => !LEFT_OUT.has(name))
    .map(([name, value]) => detail(name, value))
  const text = [`${clock} ${LEVELS[Number(level)] ?? ''}${String(msg)}`, ...details].join('  ')
  return `${printable(text)}\n`
}

function detail(name: string, value: unknown): string {
  if (typeof value !== 'object' || value === null) return `${name}=${String(value)}`
  if ('message' in value && typeof value.message === 'string') {
    const {
      code = '',
      file,
      line = 1,
      message,
    } = value as Partial<Record<'code' | 'file' | 'line' | 'message', string>>
    return file === undefined ? `${name}: ${message}` : `${file}:${line} ${code} ${message}`
  }
  return `${name}=${JSON.stringify(value)}`
}

/** A name may contain a line end, but each event must stay on its own line. Terminals also obey other signs. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Bidi_Control}]/gu, '\ufffd')
}
