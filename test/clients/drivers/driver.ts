import type { Json, ToolShown } from '../model/dialect.ts'
import type { Desk } from '../desk.ts'

/** A client of MCP as people have it, and how the matrix uses it. */
export interface Driver {
  readonly name: string
  /** The package that is tried, and the folder whose `node_modules` has it. */
  readonly package: string
  readonly folder: '.' | 'test/clients' | 'test/clients/agents'
  /** Whether each change is tried with it, in a few seconds. The others are tried by `npm run clients`. */
  readonly everyChange: boolean
  /** How it comes to an account: by the person's browser, or with a token that somebody gives it. */
  readonly signsIn: 'browser' | 'token'
  /** What it says where it refuses arguments itself, by the schema of the tool. */
  readonly ownRefusal?: RegExp
  connect(place: Place): Promise<Seat>
}

export interface Place {
  readonly url: string
  /** Name of a tool that the server has. */
  readonly tool: string
  /** Person with a browser, or null where the server is for everybody. */
  readonly desk: Desk | null
  /** An empty folder for what the client keeps. */
  readonly folder: string
}

/** What a model is shown in one way. A client that is a library leaves it to its host which half of a result that is. */
export type Views = readonly string[]

/** The place of a model that uses the tools of one server through one client. */
export interface Seat {
  tools(): Promise<readonly ToolShown[]>
  /** @returns what the model is shown as the result of the call, in each way in which hosts of the client show it */
  call(tool: string, args: Json): Promise<Views>
  close(): Promise<void>
}

/** Both halves of a result, each as hosts show it that show no other. */
export function halvesOf(result: Json): Views {
  const content = (result['content'] as readonly Json[]).map((part) =>
    part['type'] === 'text' ? String(part['text']) : JSON.stringify(part),
  )
  const structured = result['structuredContent']
  return [content.join('\n'), ...(structured === undefined ? [] : [JSON.stringify(structured)])]
}

export function toldOf(tool: { readonly name: string }): ToolShown {
  return { name: tool.name, told: JSON.stringify(tool) }
}
