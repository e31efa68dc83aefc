import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { run } from '../support/node-22.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** What the README of an example tells its readers, in its first blocks of code. */
export interface Instructions {
  readonly command: string
  /** What the command prints. A line of `…` stands for any lines, and `…` in a line for a part of it. */
  readonly prints: string
}

/** @throws if the README lacks one of the blocks */
export function readInstructions(example: string): Instructions {
  const file = `examples/${example}/README.md`
  const text = readFileSync(`${ROOT}${file}`, 'utf8')
  const block = (language: string): string => {
    const [, content] = new RegExp(`^\`\`\`${language}\n(.*?)\n\`\`\`$`, 'ms').exec(text) ?? []
    if (content === undefined) throw new Error(`${file} has no block of ${language}`)
    return content
  }
  return { command: block('sh'), prints: block('text') }
}

/** Matches a text that is exactly `prints`, but for what `…` stands for. */
export function pattern(prints: string): RegExp {
  const literal = prints.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  return new RegExp(`^${literal.replaceAll(/^…$/gm, '[^]*').replaceAll('…', '.*')}$`)
}

/** Runs the command of an example, with another address than that of its README. Rejects if it fails. */
export async function runExample({ command }: Instructions, address: string): Promise<string> {
  const { code, stderr, stdout } = await run(['sh', '-c', `${command} ${address}`], { cwd: ROOT })
  if (code !== 0) throw new Error(`${command} ended with ${code}: ${stderr}`)
  return stdout.trimEnd()
}
