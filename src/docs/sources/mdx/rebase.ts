import { mapLines, pathFrom } from '../expand-lines.ts'

/** Targets of links and images that count from their file: with dots before them, or with the extension of Markdown. */
const TARGET =
  /(\]\(\s*<?|\b(?:src|href)=["'])(\.{1,2}\/[^\s)"'<>#]{1,1000}|[\w-][^\s)"'<>:#]{0,1000}\.mdx?)(?=[\s)"'>#])/g

/** Text of a file for another one, from which its relative links then count. */
export function rebased(text: string, from: string, to: string): string {
  if (from.slice(0, from.lastIndexOf('/') + 1) === to.slice(0, to.lastIndexOf('/') + 1)) return text
  return mapLines(text, (line) =>
    line.replace(TARGET, (whole, before: string, target: string) => {
      const path = pathFrom({ file: from }, target)
      return path === null ? whole : before + relativeTo(to, path)
    }),
  )
}

/** Address of a file of the content from a page. */
export function relativeTo(page: string, path: string): string {
  return '../'.repeat(page.split('/').length - 1) + path
}
