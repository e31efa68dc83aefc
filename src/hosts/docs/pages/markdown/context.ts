import type { Env } from 'markdown-it'
import type { ComponentContext } from './components.ts'
import type { PreparedMarkdown } from './prepare.ts'

/** What the rules need to know of the page that they read. */
export interface RenderContext extends ComponentContext {
  readonly prepared: PreparedMarkdown
  readonly isMdx: boolean
  /** Plain text of the page's title, which a first heading may repeat. */
  readonly title: string
  /** Headings found, in the order of the page. */
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
