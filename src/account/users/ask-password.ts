import { stdin, stderr } from 'node:process'
import { createInterface } from 'node:readline'

/** Limit far above the length of a password. */
const LIMIT_BYTES = 16 * 1024

/** The person at the terminal aborted (Ctrl-C, Ctrl-D). */
export class GivenUp extends Error {
  override readonly name = 'GivenUp'
}

/**
 * Reads a password from the terminal without showing it, or the first line of standard input.
 *
 * @throws {GivenUp}
 */
export async function askPassword(question: string): Promise<string> {
  return stdin.isTTY ? askTerminal(question) : ((await readFirstLine()) ?? '')
}

/** Reads a line from the terminal, or the first line of standard input; null at its end. */
export async function askLine(question: string): Promise<string | null> {
  if (stdin.isTTY) stderr.write(question)
  return readFirstLine()
}

async function readFirstLine(): Promise<string | null> {
  for await (const line of createInterface({ input: stdin, crlfDelay: Infinity })) return line.slice(0, LIMIT_BYTES)
  return null
}

/** Reads single keys, since a terminal in line mode shows lines while they are typed. */
function askTerminal(question: string): Promise<string> {
  stderr.write(question)
  stdin.setRawMode(true)
  stdin.setEncoding('utf8')
  stdin.resume()
  return new Promise((resolve, reject) => {
    let typed = ''
    const onKeys = (keys: string): void => {
      // Sequences of arrow keys and the like are no part of a password.
      if (keys.startsWith('\u001b')) return
      let at = 0
      for (const key of keys) {
        at += key.length
        if (key === '\r' || key === '\n') {
          finish(() => resolve(typed), keys.slice(at))
          return
        }
        if (key === '\u0003' || key === '\u0004') {
          abort()
          return
        }
        if (key === '\u007f' || key === '\b') typed = [...typed].slice(0, -1).join('')
        else if (key >= ' ' && typed.length < LIMIT_BYTES) typed += key
      }
    }
    const abort = (): void => finish(() => reject(new GivenUp()), '')
    /** @param rest Text typed ahead, for the next question. */
    const finish = (settle: () => void, rest: string): void => {
      stdin.off('data', onKeys).off('end', abort)
      stdin.setRawMode(false)
      stdin.pause()
      if (rest !== '') stdin.unshift(rest, 'utf8')
      stderr.write('\n')
      settle()
    }
    stdin.on('data', onKeys).on('end', abort)
  })
}
