import type { CorpusPart } from './corpus.ts'
export function readMarkdownFamily(_corpus: string, _locale: string): Promise<CorpusPart> {
  throw new Error('x')
}
