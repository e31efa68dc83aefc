import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import type { Seat } from './drivers/driver.ts'
import type { Json } from './model/dialect.ts'

/**
 * The work of an agent that knows nothing but the lists of tools: each argument stands in what it was shown before. A step is
 * rough where the agent had to try again, or was not shown what it needs.
 */

type Host = 'docs' | 'icons' | 'account'
export type Seats = Readonly<Record<Host, Seat>>

export interface WorkStep {
  readonly step: string
  readonly calls: number
  readonly tokens: number
  /** What was rough, or null. */
  readonly friction: string | null
}

export interface Work {
  readonly client: string
  /** Tokens of the lists of tools, as the client shows them. */
  readonly listTokens: number
  readonly steps: readonly WorkStep[]
}

/** Calls a tool. @returns what the model is shown */
type Call = (host: Host, tool: string, args: Json) => Promise<string>

const LOTTIE = {
  v: '5.7.0',
  fr: 30,
  ip: 0,
  op: 60,
  w: 64,
  h: 64,
  layers: [{ ty: 3, nm: 'Perch 4711', ip: 0, op: 60, st: 0, ks: {} }],
}

const REFUSED = /\b(error|invalid|refused|not found|no longer|unknown|version \d+)\b/i

/** What a step needs from earlier ones. */
interface Notes {
  workspace: string
  project: string
  second: string
  icon: string
  copy: string
  version: number
  uploaded: string
  duplicate: string
}

const STEPS: Readonly<Record<string, (call: Call, notes: Notes) => Promise<string | null>>> = {
  async 'makes a workspace'(call, notes) {
    notes.workspace = found(await call('account', 'create_workspace', { name: 'Marsh' }), /ws_\w+/)
    return null
  },
  async 'makes a project'(call, notes) {
    const args = { workspace_id: notes.workspace, name: 'Herons', description: 'Birds of wet fields' }
    notes.project = found(await call('account', 'create_project', args), /prj_\w+/)
    return null
  },
  async 'finds an icon with a Lottie'(call, notes) {
    const shown = await call('icons', 'search_icons', { query: 'rain' })
    notes.icon = found(shown, /meteocons-[\w-]+/)
    return lack(shown, /lottie/)
  },
  async 'copies the icon'(call, notes) {
    const shown = await call('account', 'create_animation', { project_id: notes.project, icon_id: notes.icon })
    notes.copy = found(shown, /anm_\w+/)
    notes.version = versionIn(shown)
    return null
  },
  async 'uploads a Lottie'(call, notes) {
    const args = { project_id: notes.project, name: 'Perch', document: LOTTIE }
    notes.uploaded = found(await call('account', 'create_animation', args), /anm_\w+/)
    return null
  },
  async 'lists the project'(call, notes) {
    const shown = await call('account', 'list_animations', { project_id: notes.project })
    return lack(shown, new RegExp(notes.copy), new RegExp(notes.uploaded))
  },
  async 'renames the copy'(call, notes) {
    const args = { id: notes.copy, expected_version: notes.version, name: 'Rain over reeds' }
    const shown = await call('account', 'update_animation', args)
    return lack(shown, /Rain over reeds/)
  },
  async 'renames it by an old version'(call, notes) {
    const args = { id: notes.copy, expected_version: notes.version, name: 'Late' }
    const shown = await call('account', 'update_animation', args)
    const refusal = lack(shown, REFUSED)
    notes.version = versionIn((await call('account', 'get_animation', { id: notes.copy })) || shown)
    return refusal ?? (notes.version > 1 ? null : 'the newer version is not shown')
  },
  async 'moves it to a second project'(call, notes) {
    const made = await call('account', 'create_project', { workspace_id: notes.workspace, name: 'Rain' })
    notes.second = found(made, /prj_\w+/)
    const args = { id: notes.copy, to_project_id: notes.second, expected_version: notes.version }
    return lack(await call('account', 'move_animation', args), new RegExp(notes.second))
  },
  async 'searches the account'(call, notes) {
    return lack(await call('account', 'search_account', { query: 'reeds' }), new RegExp(notes.copy))
  },
  async 'duplicates it'(call, notes) {
    const shown = await call('account', 'duplicate_animation', { id: notes.copy, name: 'Second rain' })
    notes.duplicate = found(shown, /anm_\w+/)
    return null
  },
  async 'reads a page on keys'(call) {
    const path = found(
      await call('docs', 'search_docs', { query: 'replace the signing key' }),
      /\/en\/operations\/[\w-]+/,
    )
    return lack(await call('docs', 'get_page', { path }), /npm run keys:replace/)
  },
  async 'exports the uploaded Lottie'(call, notes) {
    const shown = await call('account', 'get_animation', { id: notes.uploaded, include_document: true })
    return lack(shown, /Perch 4711/)
  },
  async 'deletes the duplicate'(call, notes) {
    return lack(await call('account', 'delete_animation', { id: notes.duplicate }), new RegExp(notes.duplicate))
  },
  async 'reads what is gone'(call, notes) {
    return lack(await call('account', 'get_animation', { id: notes.duplicate }), /list_animations|search_account/)
  },
}

/** Does the work in the seats of one client. */
export async function work(client: string, seats: Seats): Promise<Work> {
  const notes = {} as Notes
  const steps: WorkStep[] = []
  for (const [step, run] of Object.entries(STEPS)) {
    let calls = 0
    let tokens = 0
    const call: Call = async (host, tool, args) => {
      calls++
      const views = await seats[host].call(tool, args)
      tokens += Math.max(...views.map((view) => countTokens(view)))
      return views[0] ?? ''
    }
    const friction = await run(call, notes).catch((error: unknown) => String(error).slice(0, 200))
    steps.push({ step, calls, tokens, friction })
  }
  const lists = await Promise.all(Object.values(seats).map((seat) => seat.tools()))
  const ours = /(workspace|project|animation|account|whoami|icon|embed|categories|docs|page|sections|code|search|fetch)/
  const told = lists
    .flat()
    .filter(({ name, namespace = '' }) => ours.test(name) && !/resource/.test(name) && isOurs(name, namespace))
  return { client, listTokens: told.reduce((sum, each) => sum + countTokens(each.told), 0), steps }
}

/** Agents have tools of their own; those of a server bear its name. */
function isOurs(name: string, namespace: string): boolean {
  return !/^[A-Z]/.test(name) && (/signpost/.test(name + namespace) || /^[a-z]+(_[a-z]+)*$/.test(name))
}

function found(shown: string, pattern: RegExp): string {
  const [match] = pattern.exec(shown) ?? []
  if (match === undefined) throw new Error(`not shown: ${pattern}`)
  return match
}

function lack(shown: string, ...patterns: readonly RegExp[]): string | null {
  const missing = patterns.filter((pattern) => !pattern.test(shown))
  return missing.length === 0 ? null : `not shown: ${missing.join(', ')}`
}

function versionIn(shown: string): number {
  return Number(/version"?:? ?(\d+)/.exec(shown)?.[1])
}
