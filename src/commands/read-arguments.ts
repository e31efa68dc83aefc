import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { isOneEdit, nearestTo } from '../shared/advice/nearest.ts'
import { WrongUsage, type Command, type Given, type Option, type Options } from './command.ts'
import { COMMANDS } from './commands.ts'

/** Options of every command. */
export const COMMON_OPTIONS = {
  config: { type: 'string', value: '<file>', means: 'File of settings. Default: signpost.yaml, where there is one.' },
  help: { type: 'boolean', short: 'h', means: 'Explains the command, and does nothing.' },
  version: { type: 'boolean', means: 'Prints the version, and does nothing.' },
} as const satisfies Options

/** What a call of `signpost` asks for: a help of commands, its version, or a command. */
export type Call =
  | { readonly kind: 'help'; readonly topic: readonly string[] }
  | { readonly kind: 'version' }
  | {
      readonly kind: 'run'
      readonly command: Command
      readonly given: Pick<Given, 'options' | 'words'>
      /** File that `--config` names. */
      readonly config: string | undefined
    }

/**
 * Reads the arguments of `signpost`.
 *
 * @throws {WrongUsage} that names the nearest of what there is.
 */
export function readArguments(args: readonly string[]): Call {
  const command = findCommand(args)
  const options: Options = { ...command?.command.options, ...COMMON_OPTIONS }
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      Object.entries(options).map(([name, { short, type }]) => [
        name,
        short === undefined ? { type } : { type, short },
      ]),
    ),
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const words = tokens.flatMap((token) => (token.kind === 'positional' ? token.value : []))
  const named = new Set(tokens.flatMap((token) => (token.kind === 'option' ? token.name : [])))
  // Without any word it is about all commands, and not about the one that serves.
  const isAboutAll = words.length === 0 || command === null
  if (named.has('help')) return { kind: 'help', topic: isAboutAll ? words : command.command.name.split(' ') }
  if (words[0] === 'help') return { kind: 'help', topic: words.slice(1) }
  if (named.has('version')) return { kind: 'version' }
  if (command === null) throw unknownCommand(words)
  const given: Record<string, string | boolean | undefined> = {}
  for (const [name, { type }] of Object.entries(options)) given[name] = type === 'boolean' ? false : undefined
  for (const token of tokens) if (token.kind === 'option') given[token.name] = valueOf(token, options, command.command)
  const rest = words.slice(command.length)
  assertComplete(command.command, given, rest)
  return {
    kind: 'run',
    command: command.command,
    given: { options: given, words: rest },
    config: given['config'] as string,
  }
}

/** Finds the command that the arguments name. What is a folder, and arguments without a word, are `serve`. */
function findCommand(args: readonly string[]): { readonly command: Command; readonly length: number } | null {
  for (const length of [2, 1]) {
    const command = COMMANDS.find(({ name }) => name === args.slice(0, length).join(' '))
    if (command !== undefined) return { command, length }
  }
  const [serve] = COMMANDS
  const [first] = args
  if (serve === undefined) return null
  if (first === undefined || first.startsWith('-')) return { command: serve, length: 0 }
  if (groupOf(first).length > 0 || first === 'help') return null
  return /[./\\]/.test(first) || existsSync(first) ? { command: serve, length: 0 } : null
}

/** The commands that begin with the word. */
export function groupOf(word: string | undefined): readonly Command[] {
  return COMMANDS.filter(({ name }) => name.startsWith(`${word} `))
}

/** The refusal of words that are no command. */
export function unknownCommand(words: readonly string[]): WrongUsage {
  const [first = '', second] = words
  const group = groupOf(first)
  if (group.length > 0 && second === undefined)
    return new WrongUsage(
      `signpost ${first} needs a word after it: ${group.map(({ name }) => name.split(' ')[1]).join(', ')}.`,
    )
  const names = (group.length > 0 ? group : COMMANDS).map(({ name }) => name)
  const asked = group.length > 0 ? `${first} ${second}` : first
  // What follows a command of one word is its argument, and of no use to tell what was meant.
  const nearest = names.find((name) => isOneEdit(asked, name)) ?? nearestTo(words.slice(0, 2).join(' '), names)
  const meant = nearest === undefined ? '' : ` The nearest command is: signpost ${nearest}.`
  const folder = group.length > 0 ? '' : ' and no folder'
  return new WrongUsage(`There is no command${folder} "${asked}".${meant} signpost --help lists all.`)
}

interface OptionToken {
  readonly name: string
  readonly rawName: string
  readonly value?: string | undefined
  readonly inlineValue?: boolean | undefined
}

function valueOf(
  { inlineValue, name, rawName, value }: OptionToken,
  options: Options,
  command: Command,
): string | boolean {
  const option: Option | undefined = Object.hasOwn(options, name) ? options[name] : undefined
  const help = `signpost ${command.name} --help explains them`
  if (option === undefined) {
    const nearest = nearestTo(name, Object.keys(options))
    const meant = nearest === undefined ? '' : ` The nearest is --${nearest}.`
    throw new WrongUsage(`signpost ${command.name} has no option ${rawName}.${meant} ${help}.`)
  }
  if (option.type === 'boolean') {
    if (value !== undefined) throw new WrongUsage(`The option --${name} takes no value.`)
    return true
  }
  if (value === undefined || value === '' || (inlineValue !== true && value.startsWith('-')))
    throw new WrongUsage(`The option --${name} needs a value: --${name} ${option.value ?? '<value>'}.`)
  return value
}

function assertComplete({ name, options, words }: Command, given: Given['options'], rest: readonly string[]): void {
  const see = `signpost ${name} --help explains it.`
  for (const [option, { required, value = '<value>' }] of Object.entries(options))
    if (required === true && given[option] === undefined)
      throw new WrongUsage(`signpost ${name} needs --${option} ${value}. ${see}`)
  if (rest.length < (words?.least ?? 0)) throw new WrongUsage(`signpost ${name} needs ${words?.shown}. ${see}`)
  if (rest.length > (words?.most ?? 0)) {
    const most = words === undefined ? 'no arguments but options' : `at most ${words.shown}`
    throw new WrongUsage(`signpost ${name} takes ${most}, and was given "${rest.join(' ')}". ${see}`)
  }
}
