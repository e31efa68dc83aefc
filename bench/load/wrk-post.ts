import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LoadReport } from './load.ts'
import { runWrk } from './wrk.ts'

/** A POST request that is sent repeatedly. */
export interface PostRequest {
  readonly url: string
  readonly fields: Readonly<Record<string, string>>
  readonly body: string
}

export async function loadPost(
  { body, fields, url }: PostRequest,
  load: { readonly seconds: number; readonly connections: number },
): Promise<LoadReport> {
  const folder = await mkdtemp(join(tmpdir(), 'signpost-bench-post-'))
  try {
    const file = join(folder, 'body')
    await writeFile(file, body)
    return await runWrk('post.lua', url, load.seconds, [file, ...Object.entries(fields).flat()], load.connections)
  } finally {
    await rm(folder, { recursive: true })
  }
}
