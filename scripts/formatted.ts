import { readFileSync } from 'node:fs'
import { format, type FormatConfig } from 'oxfmt'

const options = JSON.parse(readFileSync(new URL('../.oxfmtrc.json', import.meta.url), 'utf8')) as FormatConfig

/**
 * @param name File name, whose extension says the language.
 * @returns a text that a script made, formatted as if it were written by hand
 */
export async function formatted(name: string, text: string): Promise<string> {
  const { code, errors } = await format(name, text, options)
  const [error] = errors
  if (error !== undefined) throw new Error(`${name}: ${error.message}`)
  return code
}
