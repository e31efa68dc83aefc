import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Dialect } from '../model/dialect.ts'
import { playModel } from '../model/played-model.ts'
import type { Driver, Place, Seat } from './driver.ts'

/** Folder of the agents' packages. */
export const AGENTS = fileURLToPath(new URL('../agents/node_modules', import.meta.url))
/** For how long an agent may take to end after its last answer. */
const END_LIMIT_MS = 10_000

export interface Command {
  readonly line: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

export interface AgentPlace {
  readonly home: string
  readonly url: string
  readonly modelUrl: string
  /** Whether the server asks for a person's approval. */
  readonly isPrivate: boolean
  /** Token that the agent sends, where nobody can connect it by a command. */
  readonly token: string | null
}

export interface AgentPlan {
  readonly name: string
  readonly package: string
  readonly dialect: Dialect
  readonly ownRefusal?: RegExp
  /** Writes the agent's configuration into its home. @returns the command that starts it */
  configure(place: AgentPlace): Command | Promise<Command>
  /** The command by which the person connects the agent to the account, or null if that needs a terminal. */
  readonly login: Command | null
}

/** A driver for an agent that is a program. It talks to a model that the test plays. */
export function agentDriver(plan: AgentPlan): Driver {
  return {
    name: plan.name,
    package: plan.package,
    folder: 'test/clients/agents',
    everyChange: false,
    signsIn: plan.login === null ? 'token' : 'browser',
    ...(plan.ownRefusal === undefined ? {} : { ownRefusal: plan.ownRefusal }),
    connect: (place) => seat(plan, place),
  }
}

async function seat(plan: AgentPlan, { desk, folder: home, tool, url }: Place): Promise<Seat> {
  const work = join(home, 'work')
  mkdirSync(work, { recursive: true })
  const model = await playModel(plan.dialect, tool)
  const token = plan.login === null && desk !== null ? await desk.token() : null
  const command = await plan.configure({ home, url, modelUrl: model.url, isPrivate: desk !== null, token })
  const browser = desk === null ? {} : { BROWSER: join(desk.programs, 'browser.cjs') }
  const path = `${desk?.programs ?? '/none'}:${process.env['PATH']}`
  const start = ({ env = {}, line: [program = '', ...args] }: Command) => {
    const child = spawn(program, args, {
      cwd: work,
      env: { PATH: path, HOME: home, ...browser, ...command.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-4000)))
    }
    return { child, ended: once(child, 'close').then(() => output) }
  }

  if (desk !== null && plan.login !== null) await start(plan.login).ended
  const { child, ended } = start(command)
  /** An agent that ends before it asks its model has failed, and its output says why. */
  const orEnd = <T>(asked: Promise<T>): Promise<T> =>
    Promise.race([
      asked,
      ended.then((output) => {
        throw new Error(`${plan.name} has ended: ${output} ${model.asked.join(', ')}`)
      }),
    ])
  return {
    tools: () => orEnd(model.tools()),
    call: async (name, args) => [await orEnd(model.call(name, args))],
    async close() {
      model.finish()
      const timer = setTimeout(() => child.kill('SIGKILL'), END_LIMIT_MS)
      await ended
      clearTimeout(timer)
      model.close()
    },
  }
}
