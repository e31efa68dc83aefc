import { createReadStream, createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { BackupError } from './backup-format.ts'

/** Only its owner reads a backup, which holds keys and hashes. */
const MODE = 0o600
/** Longest line: a row with the largest document, in which each character may be escaped. */
const LINE_LIMIT_BYTES = 32 * 1024 * 1024
const LINE_END = 0x0a

/** Writes lines to a new file, compressed by gzip. It is on disk when this resolves. */
export async function writeLines(path: string, lines: AsyncIterable<string>): Promise<void> {
  async function* ended(): AsyncGenerator<string> {
    for await (const line of lines) yield `${line}\n`
  }
  // A plain string for each chunk, so that only a few rows are in memory.
  await pipeline(
    Readable.from(ended()),
    createGzip(),
    createWriteStream(path, { flags: 'wx', mode: MODE, flush: true }),
  )
}

/**
 * Reads the lines of a file that `writeLines` wrote.
 *
 * @throws {BackupError} The file is cut off or changed; the message says behind which line.
 */
export async function* readLines(path: string): AsyncGenerator<string> {
  const file = createReadStream(path)
  const text = createGunzip()
  file.on('error', (error) => text.destroy(error)).pipe(text)
  let number = 0
  let pieces: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of text as AsyncIterable<Buffer>) {
      let from = 0
      for (let end = chunk.indexOf(LINE_END); end !== -1; end = chunk.indexOf(LINE_END, from)) {
        pieces.push(chunk.subarray(from, end))
        from = end + 1
        number += 1
        yield Buffer.concat(pieces).toString('utf8')
        pieces = []
        bytes = 0
      }
      pieces.push(chunk.subarray(from))
      bytes += chunk.length - from
      if (bytes > LINE_LIMIT_BYTES)
        throw new BackupError(`The backup cannot be used: line ${number + 1} has more than ${LINE_LIMIT_BYTES} bytes.`)
    }
  } catch (error) {
    throw explain(error, path, number)
  } finally {
    file.destroy()
    text.destroy()
  }
  if (bytes > 0) throw new BackupError(`The backup cannot be used: it is cut off in line ${number + 1}.`)
}

function explain(error: unknown, path: string, line: number): unknown {
  const { code = '', message } = error as NodeJS.ErrnoException
  if (code === 'Z_BUF_ERROR') return new BackupError(`The backup cannot be used: it is cut off behind line ${line}.`)
  if (code.startsWith('Z_'))
    return new BackupError(`The backup cannot be used: it was changed behind line ${line} (${message}).`)
  if (code === 'ENOENT') return new BackupError(`There is no file ${path}.`)
  return error
}
