import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript'
import { isInterfaceDeclaration } from 'typescript'
import { formatted } from './formatted.ts'

// The types of the client in `clients/typescript`, made from the API descriptions that running hosts serve.
// `WRITE=1 npm test -- test/clients/typescript.test.ts` writes them.

const CLIENT = fileURLToPath(new URL('../clients/typescript/src', import.meta.url))

export const DESCRIBED = ['docs-api.ts', 'icons-api.ts'] as const

const HEAD = '// Made by scripts/client-types.ts from the API description, which nobody reads here as a whole.\n'
/** What the client takes its types from. The generator writes types of paths too, for clients that call by path. */
const USED: ReadonlySet<string> = new Set(['components', 'operations'])

/** @returns the types that a host's API description says */
export async function clientTypes(hostUrl: string): Promise<string> {
  const description = (await (await fetch(`${hostUrl}/openapi.json`)).json()) as OpenAPI3
  const made = await openapiTypescript(description)
  const used = made.filter((node) => isInterfaceDeclaration(node) && USED.has(node.name.text))
  return formatted('types.ts', HEAD + astToString(used))
}

/** Writes the types of the client. */
export function writeTypes(file: string, types: string): Promise<void> {
  return writeFile(join(CLIENT, file), types)
}

/** @returns the types that the client has */
export function writtenTypes(file: string): Promise<string> {
  return readFile(join(CLIENT, file), 'utf8')
}
