import { Session } from 'node:inspector'
import { promisify } from 'node:util'
import { readContent } from '../../../../src/docs/read-content.ts'

type Searches = 'indexOf' | 'lastIndexOf' | 'includes' | 'split' | 'slice'

export interface StepCounter {
  readonly count: (folder: string) => Promise<number>
  readonly end: () => void
}

/**
 * Counts the steps in which content is read: how often each block of the code of `src` is executed, and the characters that
 * expressions and searches pass. These are the same on each machine, which times are not. What an expression does within itself
 * is not counted: `scripts/expressions.ts` judges that.
 */
export async function createStepCounter(): Promise<StepCounter> {
  const session = new Session()
  session.connect()
  const post = promisify(session.post.bind(session)) as (method: string, params?: object) => Promise<unknown>
  await post('Profiler.enable')
  await post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  const searches = countSearches()

  /** Blocks that were executed since this was asked the last time. */
  async function executed(): Promise<number> {
    const { result } = (await post('Profiler.takePreciseCoverage')) as Coverage
    const own = result.filter(({ url }) => url.includes('/src/docs/'))
    const counts = own.flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges.map(({ count }) => count)))
    return counts.reduce((sum, count) => sum + count, 0)
  }

  return {
    async count(folder) {
      await executed()
      const before = searches.chars()
      await readContent(folder).catch((error: unknown) => {
        // A configuration that no YAML, TOML or JSON allows ends the reading.
        if (!(error instanceof Error) || !error.message.startsWith('The content cannot be read')) throw error
      })
      return searches.chars() - before + (await executed())
    },
    end() {
      searches.end()
      session.disconnect()
    },
  }
}

interface Coverage {
  readonly result: readonly {
    readonly url: string
    readonly functions: readonly { readonly ranges: readonly { readonly count: number }[] }[]
  }[]
}

/** Counts the characters that expressions and methods of texts pass until they find something, or to the end. */
function countSearches(): { chars: () => number; end: () => void } {
  let chars = 0
  const { exec } = RegExp.prototype
  const originals = new Map<Searches, unknown>()
  RegExp.prototype.exec = function (text: string): RegExpExecArray | null {
    const from = this.global || this.sticky ? this.lastIndex : 0
    const found = exec.call(this, text)
    const end = found === null ? text.length : found.index + found[0].length
    chars += this.sticky && found === null ? 1 : Math.max(1, end - from)
    return found
  }
  function count(name: Searches, cost: (text: string, result: unknown, args: readonly unknown[]) => number): void {
    const original = String.prototype[name] as (...args: unknown[]) => unknown
    originals.set(name, original)
    Object.defineProperty(String.prototype, name, {
      configurable: true,
      writable: true,
      value(this: string, ...args: unknown[]): unknown {
        const result = original.apply(this, args)
        chars += Math.max(1, cost(this, result, args))
        return result
      },
    })
  }
  count('indexOf', (text, at, [, from]) => (at === -1 ? text.length : Number(at)) - Number(from ?? 0))
  count('lastIndexOf', (text, at, [, from]) => Math.min(Number(from ?? text.length), text.length) - Number(at))
  count('includes', (text, _, [, from]) => text.length - Number(from ?? 0))
  count('split', (text) => text.length)
  count('slice', () => 1)
  return {
    chars: () => chars,
    end() {
      RegExp.prototype.exec = exec
      for (const [name, value] of originals) Object.defineProperty(String.prototype, name, { configurable: true, writable: true, value }) // prettier-ignore
    },
  }
}
