import { removeTricks } from '../../shared/stranger-text.ts'

const NAME_LIMIT_CHARACTERS = 200
const URI_LIMIT_CHARACTERS = 2048

/** Reads the name of a client in a form fit to show; null: it is absent or empty. Undefined: it is too long, or no text. */
export function readClientName(value: unknown): string | null | undefined {
  if (value === undefined || value === null) return null
  if (typeof value !== 'string') return undefined
  const name = removeTricks(value, '')
  if ([...name].length > NAME_LIMIT_CHARACTERS) return undefined
  return name === '' ? null : name
}

/** Reads the home page of a client, if a browser can open it; null: it is absent or unsuitable. Undefined: it is no text. */
export function readClientUri(value: unknown): string | null | undefined {
  if (value === undefined || value === null) return null
  if (typeof value !== 'string') return undefined
  if (value.length > URI_LIMIT_CHARACTERS || !/^https?:\/\/[\x21-\x7e]+$/.test(value) || !URL.canParse(value))
    return null
  const { password, username } = new URL(value)
  return username === '' && password === '' ? value : null
}

/** Reads a member of metadata that is a list of texts; null: it is absent. Undefined: it is something else. */
export function readTexts(value: unknown): readonly string[] | null | undefined {
  if (value === undefined || value === null) return null
  const isList = Array.isArray(value) && value.every((item): item is string => typeof item === 'string')
  return isList ? value : undefined
}
