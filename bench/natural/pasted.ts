import { choose } from './choose.ts'

const MESSAGE =
  /(?:^|[\s"'[(>])((?:Uncaught |Unhandled )?(?:[A-Z][A-Za-z.]*)?(?:Error|Exception|Warning)(?: \[\w+\])?: [^\n]{12,150}|(?:Failed to|Cannot|Can't|Could not|Unable to|Unexpected|Invalid|Missing|No matching|Too many) [a-zA-Z'"][^\n]{14,130})/
/** Marks of Markdown and HTML, which nobody pastes with a message. */
export const MARKS = /[`*\\]|<[^>]*>/g
const OF_CODE = /^\s*(?:\/\/|#|\*|<!--|import\b|export \{|[{}()[\];,]*$)/
const FENCE = /^( *)(`{3,}|~{3,})([^\n]*)\n([\s\S]*?)\n\1\2/gm

/** Noise around a message in a terminal or a console; `%` stands for the message. */
const PYTHON: readonly string[] = [
  'Traceback (most recent call last): File "/home/dev/app/main.py", line 42, in <module> %',
  '2026-03-02 11:20:13,412 ERROR [worker-3] % (exit code 1)',
  '% File "/usr/lib/python3.12/site-packages/starlette/routing.py", line 714, in app',
]
const JAVASCRIPT: readonly string[] = [
  'Uncaught % at http://localhost:5173/src/main.js:12:5',
  '% at Object.<anonymous> (/home/dev/project/node_modules/.pnpm/index.js:45:11)',
  '[plugin] Internal server error: % File: /home/dev/project/src/pages/Home.jsx:3:24',
  '11:20:13 AM [ERROR] % at async file:///Users/dev/site/dist/chunks/entry.mjs:1204:17',
  'main.js:27 % (anonymous) @ main.js:27 0x7ffee4c0',
]

/** Error messages in the text of a page. */
export function errorMessages(markdown: string): string[] {
  const messages: string[] = []
  for (const line of markdown.split('\n')) {
    if (
      /^\s*(?:import|export|const|let|throw|raise|if|class|def|function|\/\/|#)\b|\]\(|[;{}|]|=>|\p{Script=Han}|\p{Script=Hangul}/u.test(
        line,
      )
    )
      continue
    const found = MESSAGE.exec(line.replaceAll(MARKS, ''))?.[1]?.replace(/[\s\])"',]+$/, '')
    if (found !== undefined && found.split(' ').length >= 4) messages.push(found)
  }
  return messages
}

/** A message as somebody pastes it: with paths, numbers and a line of the stack. */
export function pastedError(message: string, frame: string, family: string): string {
  return frame + choose(family === 'fastapi' ? PYTHON : JAVASCRIPT, message, 'noise').replace('%', () => message)
}

/** Two lines of code that follow each other on a page. */
export function codeLines(markdown: string): string[] {
  const found: string[] = []
  for (const [, , , info = '', text = ''] of markdown.matchAll(FENCE)) {
    if (/^(?:txt|text|md|markdown|diff|console)?\b\s*$/.test(info.trim())) continue
    const lines = text.split('\n').map((line) => line.trim())
    for (let i = 0; i + 1 < lines.length; i++) {
      const pair = [lines[i]!, lines[i + 1]!]
      if (pair.some((line) => line.length < 14 || line.length > 90 || OF_CODE.test(line) || !/[(={.:<]/.test(line)))
        continue
      found.push(pair.join('\n'))
    }
  }
  return found
}
