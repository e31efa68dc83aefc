import type { Command, Option, Options } from './command.ts'
import { COMMANDS } from './commands.ts'
import { COMMON_OPTIONS, groupOf, unknownCommand } from './read-arguments.ts'

/** Width of what the help explains. Longer ones have their explanation below them. */
const TERM_CHARACTERS = 24
const LINE_CHARACTERS = 100

/**
 * The help about a command, about a group of commands, or, without a topic, about all.
 *
 * @throws {WrongUsage} There is no such command.
 */
export async function helpOn(topic: readonly string[]): Promise<string> {
  const command = COMMANDS.find(({ name }) => name === topic.slice(0, 2).join(' ') || name === topic[0])
  if (command !== undefined) return helpOnCommand(command)
  if (topic.length > 1 || (topic[0] !== undefined && groupOf(topic[0]).length === 0)) throw unknownCommand(topic)
  const shown = topic[0] === undefined ? COMMANDS : groupOf(topic[0])
  return [
    'Signpost serves documentation with search, accounts for AI agents, and icons.\n\n',
    topic[0] === undefined
      ? 'usage: signpost [folder]\n       signpost <command> [options]\n\n'
      : `usage: signpost ${topic[0]} <command> [options]\n\n`,
    'Commands:\n',
    ...shown.map(({ name, summary }) => entry(name, summary)),
    '\nOptions of each command:\n',
    ...optionsOf(COMMON_OPTIONS),
    '\nExamples:\n',
    ...shown.flatMap(({ examples }) => examples.slice(0, 1)).map((example) => `  ${example}\n`),
    '\nsignpost help <command> says more about one. signpost help serve lists the variables.\n',
  ].join('')
}

async function helpOnCommand(command: Command): Promise<string> {
  const { examples, more, name, options, summary, words } = command
  const required = Object.entries(options).filter(([, { required }]) => required)
  const usage = [name, words?.shown, ...required.map(([option, { value }]) => `--${option} ${value}`), '[options]']
  return [
    `${summary}\n${more === undefined ? '' : `${wrap(more, 0)}\n`}\nusage: signpost ${usage.filter(Boolean).join(' ')}\n\nOptions:\n`,
    ...optionsOf({ ...options, ...COMMON_OPTIONS }),
    '\nExamples:\n',
    ...examples.map((example) => `  ${example}\n`),
    ...(name === 'serve' ? await variablesHelp() : []),
  ].join('')
}

/** The variables, whose schema no other help loads. */
async function variablesHelp(): Promise<string[]> {
  const { listVariables } = await import('../config/variables.ts')
  const entries = listVariables().map(({ description, name, shownDefault }) =>
    entry(name, plain(`${description} Default: ${shownDefault}.`)),
  )
  return ['\nVariables of the environment, which signpost.yaml may hold too (docs_port: 5000):\n', ...entries]
}

/** Markdown as words on a terminal. */
function plain(markdown: string): string {
  return markdown.replaceAll(/\[([^\][]*)\]\([^()]*\)/g, '$1').replaceAll('`', '')
}

function optionsOf(options: Options): string[] {
  return Object.entries(options).map(([name, option]) => entry(termOf(name, option), option.means))
}

function termOf(name: string, { short, value }: Option): string {
  return `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`
}

function entry(term: string, explanation: string): string {
  const text = wrap(explanation, TERM_CHARACTERS + 2)
  return term.length < TERM_CHARACTERS - 1
    ? `  ${term.padEnd(TERM_CHARACTERS)}${text}\n`
    : `  ${term}\n${' '.repeat(TERM_CHARACTERS + 2)}${text}\n`
}

/** Breaks a text into lines, of which all but the first are indented. */
function wrap(text: string, indent: number): string {
  const lines = ['']
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? ''
    if (last !== '' && indent + last.length + 1 + word.length > LINE_CHARACTERS) lines.push(word)
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`
  }
  return lines.join(`\n${' '.repeat(indent)}`)
}
