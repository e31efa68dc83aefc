export interface Ran {
  readonly file: string
  readonly passed: boolean
  readonly seconds: number
  readonly output: string
}

const PLAN = /^1\.\.\d+/m
const FAILED = /^not ok /m
/** Line that `scripts/test-together.ts` prints at the end of a file. */
const ENDED = /^(not )?ok \d+ - (\S+) # time=([\d.]+)ms$/gm

/**
 * Verdict on the file of a process. A file that ends without its plan has not run to its end, whatever the exit code. A test
 * that never ends may leave the code of a success behind.
 */
export function verdict(file: string, seconds: number, code: number | null, output: string): Ran {
  if (code === 0 && PLAN.test(output) && !FAILED.test(output)) return { file, passed: true, seconds, output }
  return { file, passed: false, seconds, output: `${output.trimEnd()}\n${file}: exit code ${code}` }
}

/**
 * Verdicts on all files of a process. A file without a line of its own has not run to its end. If the process failed and
 * none of its files did, all of them fail. So they do where it crashed after all of them.
 */
export function verdicts(files: readonly string[], code: number | null, output: string): Ran[] {
  const ended = [...output.matchAll(ENDED)]
  const ran = files.map((file): Ran => {
    const at = ended.findIndex(([, , name]) => name === file)
    const end = ended[at]
    if (end === undefined) return { file, passed: false, seconds: 0, output: output.slice(endOf(ended.at(-1))) }
    const own = output.slice(endOf(ended[at - 1]), endOf(end))
    return { file, passed: end[1] === undefined, seconds: Number(end[3]) / 1000, output: own }
  })
  // Failed assertions end a process with 1. Another end of it, after all files, is the fault of one that nobody knows.
  const isExplained = code === 0 || code === 1 || ended.length < files.length
  if (isExplained && ran.some(({ passed }) => !passed)) return ran
  const { passed } = verdict('', 0, code, output)
  return passed ? ran : files.map((file) => verdict(file, 0, code, output))
}

/** @returns the offset behind the line of a verdict. The output of a file comes before its line. */
function endOf(line: RegExpExecArray | undefined): number {
  return line === undefined ? 0 : line.index + line[0].length
}
