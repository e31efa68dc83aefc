import { z } from 'zod'
import { text } from '../../../src/http/route/reply.ts'
import type { Outcome } from '../../../src/http/route/reply.ts'
import { defineRoute } from '../../../src/http/route/route.ts'
import type { Route } from '../../../src/http/route/route.ts'

/** A route that counts its calls and answers when the test releases it. */
export function heldRoute(): {
  readonly route: Route
  readonly calls: () => number
  /** Requests that have come, those that share a call among them. */
  readonly asked: () => number
  readonly release: (outcome: Outcome | Error) => void
} {
  let calls = 0
  let asked = 0
  let settle: { resolve: (outcome: Outcome) => void; reject: (error: Error) => void }[] = []
  const route = defineRoute({
    path: '/held',
    name: 'held',
    parameters: {
      q: { schema: z.string().default(''), form: 'text', code: 'invalid_query', description: '', required: false },
    },
    answer({ query }) {
      asked++
      return {
        key: `held ${query.q}`,
        produce() {
          calls++
          return new Promise<Outcome>((resolve, reject) => settle.push({ resolve, reject }))
        },
      }
    },
  })
  const release = (outcome: Outcome | Error): void => {
    for (const { resolve, reject } of settle) {
      if (outcome instanceof Error) reject(outcome)
      else resolve(outcome)
    }
    settle = []
  }
  return { route, calls: () => calls, asked: () => asked, release }
}

export function found(body: string): Outcome {
  return { status: 200, mediaType: 'text/plain', body: text(body), cacheControl: 'no-store', tagged: true }
}
