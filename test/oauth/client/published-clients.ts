import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type ClientMetadata = Readonly<Record<string, unknown>> & { readonly redirect_uris: readonly string[] }

const DOCUMENTS = join(import.meta.dirname, 'documents')
const REGISTRATIONS = join(import.meta.dirname, '../register/registrations')

/** Reads the metadata documents that clients publish, by the name of the client. Shapes are theirs, as they were in 2026. */
export function publishedDocuments(): ReadonlyMap<string, ClientMetadata> {
  return readAll(DOCUMENTS)
}

/** Reads the registrations that clients send, by the name of the client. */
export function sentRegistrations(): ReadonlyMap<string, ClientMetadata> {
  return readAll(REGISTRATIONS)
}

function readAll(folder: string): ReadonlyMap<string, ClientMetadata> {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'))
  return new Map(
    files.map((file) => [
      file.slice(0, -'.json'.length),
      JSON.parse(readFileSync(join(folder, file), 'utf8')) as ClientMetadata,
    ]),
  )
}
