import type { Ran } from './test-verdicts.ts'

/** The files that have failed in a whole run and passed when they were run again. `npm test` adds to it, and mends remove. */
export const FLAKY_LIST = 'docs/flaky.md'
/** The most files that may fail for any of them to be run again. More of them are broken, not shaken. */
export const AGAIN_LIMIT = 5
const LINE_LIMIT_CHARS = 160
const LISTED = /^- `([^`]+)`/gm
const FAILURE = /^ *(not ok \d+ - .*?)(?: # time=[\d.]+m?s)?(?: \{)?$/m

export interface SecondTries {
  /** The files to run once more. */
  readonly files: readonly string[]
  /** Why other files that failed get no second try. */
  readonly refusals: readonly string[]
}

/** Selects the files of a whole run that are run once more. A file of the list has had its second try before. */
export function secondTries(failed: readonly string[], list: string): SecondTries {
  if (failed.length > AGAIN_LIMIT) {
    const refusal = `${failed.length} files failed, and none is run again: with more than ${AGAIN_LIMIT} it is no accident`
    return { files: [], refusals: [refusal] }
  }
  const listed = new Set([...list.matchAll(LISTED)].map(([, file]) => file))
  return {
    files: failed.filter((file) => !listed.has(file)),
    refusals: failed
      .filter((file) => listed.has(file))
      .map((file) => `${file} is not run again: it is on ${FLAKY_LIST} already`),
  }
}

/** @returns the list with the files that failed and then passed, each with the day and the first thing that failed */
export function withFlaky(list: string, flaky: readonly Ran[], day: string): string {
  const lines = flaky.map(({ file, output }) => `- \`${file}\`, ${day}: \`${firstFailure(output)}\`\n`)
  if (lines.length === 0) return list
  return `${list.trimEnd()}\n${list.search(LISTED) < 0 ? '\n' : ''}${lines.join('')}`
}

/** The first assertion that failed, or the last line of a file that ended without any: the exit code of its process. */
function firstFailure(output: string): string {
  const line = FAILURE.exec(output)?.[1] ?? output.trimEnd().split('\n').at(-1) ?? ''
  return (
    line
      .replaceAll(/[`\p{C}]/gu, ' ')
      .trim()
      .slice(0, LINE_LIMIT_CHARS) || 'it did not run to its end'
  )
}

/** The last lines of a run. All but the files of `failed` have passed, those of `flaky` when they were run again. */
export function summary(count: number, flaky: readonly string[], failed: readonly string[]): string[] {
  const again = flaky.length === 0 ? '' : `, ${flaky.length} of them when run again, alone`
  return [
    `${count - failed.length} of ${count} files passed${again}`,
    ...(flaky.length === 0 ? [] : [`flaky: ${flaky.join(', ')}`]),
    ...(failed.length === 0 ? [] : [`failed: ${failed.join(', ')}`]),
  ]
}
