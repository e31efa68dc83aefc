import { Session } from 'node:inspector'
import { promisify } from 'node:util'
import { readContent } from '../../../../src/docs/read-content.ts'

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

type Method = (this: unknown, ...args: unknown[]) => unknown

/** Counts the characters that expressions and methods of texts pass until they find something, or to the end. */
function countSearches(): { chars: () => number; end: () => void } {
  let chars = 0
  const undo: (() => void)[] = []

  function count(owner: object, name: string, cost: (found: unknown, text: string, from: number) => number): void {
    const original = Reflect.get(owner, name) as Method
    const set = (value: Method): void =>
      void Object.defineProperty(owner, name, { configurable: true, writable: true, value })
    undo.push(() => set(original))
    set(function counted(...args) {
      const isText = typeof this === 'string'
      const expression = isText ? null : (this as RegExp)
      const from = isText ? Number(args[1] ?? 0) : expression?.global || expression?.sticky ? expression.lastIndex : 0
      const found = original.apply(this, args)
      const passed = expression?.sticky && found === null ? 1 : cost(found, isText ? this : String(args[0]), from)
      chars += Math.max(1, passed)
      return found
    })
  }

  const texts: object = String.prototype
  count(RegExp.prototype, 'exec', (found, text, from) => {
    const match = found as RegExpExecArray | null
    return (match === null ? text.length : match.index + match[0].length) - from
  })
  count(texts, 'indexOf', (at, text, from) => (at === -1 ? text.length : Number(at)) - from)
  count(texts, 'lastIndexOf', (at, text, from) => (from === 0 ? text.length : from) - Number(at))
  count(texts, 'includes', (_, text, from) => text.length - from)
  count(texts, 'split', (_, text) => text.length)
  return { chars: () => chars, end: () => undo.forEach((each) => each()) }
}
