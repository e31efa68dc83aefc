import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { encode as encodeCl100k } from 'gpt-tokenizer/encoding/cl100k_base'
import { encode as encodeO200k } from 'gpt-tokenizer/encoding/o200k_base'
import t from 'tap'
import { tokenBound } from '../../../src/mcp/tool-kit/token-bound.ts'

/** About as much text as the smallest answers have. */
const PART_UNITS = 1500

function tokensOf(text: string): number {
  return Math.max(encodeCl100k(text).length, encodeO200k(text).length)
}

for (const locale of ['en', 'zh', 'ko']) {
  t.test(`the bound is at least what tokenizers count in the documentation (${locale})`, async (t) => {
    const folder = join('content/docs', locale)
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.mdx?$/.test(name))
    let parts = 0
    let bounds = 0
    let tokens = 0
    for (const file of files) {
      const text = readFileSync(join(folder, file), 'utf8')
      for (let at = 0; at < text.length; at += PART_UNITS) {
        const part = text.slice(at, at + PART_UNITS)
        if (part.length < PART_UNITS) continue
        const counted = tokensOf(part)
        if (tokenBound(part) < counted) t.fail(`${file} at ${at}: ${tokenBound(part)} < ${counted}`)
        parts++
        bounds += tokenBound(part)
        tokens += counted
      }
    }
    t.ok(parts > 40, `${parts} parts of ${files.length} files`)
    t.ok(bounds < tokens * 1.45, `no more than needed: ${(bounds / tokens).toFixed(2)}`)
  })
}

t.test('the bound of signs, numbers and white space', async (t) => {
  for (const text of [
    '',
    'a',
    ' '.repeat(500),
    '\n'.repeat(50),
    '='.repeat(300),
    '1234567890'.repeat(30),
    '{}[]();'.repeat(80),
  ]) {
    t.ok(tokenBound(text) >= tokensOf(text), JSON.stringify(text.slice(0, 20)))
  }
  t.equal(tokenBound(''), 0)
})
