import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { WITHDRAWN_LIMIT } from '../artefact/layout.ts'
import { replaceFile } from '../disk/replace-file.ts'
import { readSealedJson, sealJson } from '../disk/sealed-json.ts'

/** Hashes that `signpost withdraw` ended on this machine, the newest first. They stay ended after a restart. */
export class WithdrawnList {
  readonly #path: string
  #hashes: readonly string[]

  constructor(dataDir: string) {
    this.#path = join(dataDir, 'withdrawn.json')
    this.#hashes = read(this.#path)
  }

  get hashes(): readonly string[] {
    return this.#hashes
  }

  /** Throws the errors of the file system; nothing is then withdrawn. */
  add(hash: string): void {
    const hashes = [hash, ...this.#hashes.filter((other) => other !== hash)].slice(0, WITHDRAWN_LIMIT)
    mkdirSync(join(this.#path, '..'), { recursive: true })
    replaceFile(this.#path, sealJson({ hashes }))
    this.#hashes = hashes
  }
}

function read(path: string): readonly string[] {
  try {
    return (readSealedJson(path) as { readonly hashes: readonly string[] }).hashes
  } catch {
    return []
  }
}
