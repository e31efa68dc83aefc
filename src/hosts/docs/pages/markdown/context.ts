import type { Env } from 'markdown-it'
import type { ComponentContext } from './components.ts'
import type { PreparedMarkdown } from './prepare.ts'

/** Data of the page that the rules need. */
export interface RenderContext extends ComponentContext {
  readonly prepared: PreparedMarkdown
  readonly isMdx: boolean
  /** Plain text of the page's title, which the first heading may repeat. */
  readonly title: string
  /** Headings that were found, in the order of the page. */
  readonly headings: Heading[]
}

export interface Heading {
  readonly level: number
  readonly id: string
  readonly text: string
}

const CONTEXT = Symbol('render context')

export function createEnv(context: RenderContext): Env {
  return { [CONTEXT]: context }
}

export function contextOf(env: Env | undefined): RenderContext {
  return env?.[CONTEXT] as RenderContext
}
