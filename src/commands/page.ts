import { askDocs } from './ask-docs.ts'
import type { Given } from './command.ts'

/** `signpost page PATH`: prints a page of the documentation as Markdown. */
export async function showPage({
  env,
  options,
  words,
}: Given<{ content: string | undefined; locale: string | undefined; json: boolean }>): Promise<void> {
  const { content, json, locale } = options
  const [path = ''] = words
  const asked = new URLSearchParams({ path, ...(locale === undefined ? {} : { locale }) })
  const body = await askDocs(`/api/page?${asked.toString()}`, env, content)
  const { markdown } = JSON.parse(body) as { markdown: string }
  // Control characters but line ends and tabs would be obeyed by a terminal.
  const shown = markdown.replace(/(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu, '\ufffd')
  process.stdout.write(json ? `${body}\n` : shown.endsWith('\n') ? shown : `${shown}\n`)
}
