import type { EventStream, RpcExchange } from '../http/route/rpc-route.ts'
import { addressKey } from '../shared/address-key.ts'
import type { Bus } from './bus.ts'
import type { KeepAlive } from './keep-alive.ts'
import { SUBSCRIPTION_LIMIT, SUBSCRIPTION_URI_LIMIT, URI_LIMIT_CHARACTERS } from './limits.ts'
import { isObject, META, toIdJson } from './protocol.ts'

/** A change that clients may subscribe to. */
export type Change = (
  | { readonly kind: 'tools' | 'prompts' | 'resources' }
  | { readonly kind: 'resource'; readonly uri: string }
  /** Any resource, and the list of resources, may have changed. */
  | { readonly kind: 'content' }
) & {
  /** Audience whose subscriptions are notified; absent: all are. */
  readonly audience?: string
}

/** A change with a notification of its own. */
type ChangeOfOne = Exclude<Change, { readonly kind: 'content' }>

/** Changes that a client subscribes to, checked and reduced to what the endpoint has. */
export interface Wanted {
  /** Bits of `FLAG`. */
  readonly flags: number
  readonly uris: readonly string[]
}

/** Streams of `subscriptions/listen` (2026-07-28). */
export interface ListenHub {
  /** Parses the filter of a request; null: it is malformed. */
  parse(notifications: unknown): Wanted | null
  /** Tells whether there is no room for another stream, of this client or at all. */
  isFull(exchange: RpcExchange): boolean
  open(exchange: RpcExchange, id: string | number, wanted: Wanted): void
  /** Notifies the subscribers on all nodes. */
  publish(change: Change): void
  /** Notifies the subscribers of this thread, for changes that every thread notices itself. */
  announce(change: Change): void
  /** Ends the streams of this thread that a subject has opened, with their results. */
  endSubject(subject: string): void
  /** Resolves when this thread receives the changes that other nodes publish. */
  readonly ready: Promise<unknown>
  /** Ends every stream with its result. */
  close(): void
}

/** One open stream. It is small, since there may be thousands. */
interface Subscription extends Wanted {
  readonly stream: EventStream
  readonly idJson: string
  readonly subject: string | null
}

const FLAG = { tools: 1, prompts: 2, resources: 4 } as const
const LISTS = [
  { member: 'toolsListChanged', flag: FLAG.tools },
  { member: 'promptsListChanged', flag: FLAG.prompts },
  { member: 'resourcesListChanged', flag: FLAG.resources },
] as const

export function createListenHub(options: {
  readonly endpoint: string
  readonly bus: Bus
  readonly keepAlive: KeepAlive
  /** Kinds of features that the endpoint has. */
  readonly has: Readonly<Record<keyof typeof FLAG, boolean>>
  /** Information about the server as JSON text. */
  readonly serverInfo: string
  readonly limit?: number
  readonly clientLimit?: number
  readonly audienceOf?: (exchange: RpcExchange) => string
  /** Called when other nodes cannot be reached. */
  readonly onFault: (error: unknown) => void
}): ListenHub {
  const { audienceOf, bus, has, keepAlive, onFault } = options
  const limit = options.limit ?? SUBSCRIPTION_LIMIT
  const clientLimit = options.clientLimit ?? limit
  const channel = `changes:${options.endpoint}`
  const subscriptions = new Set<Subscription>()
  /** Open streams of each client. */
  const clients = new Map<string, Set<Subscription>>()
  /** Open streams of each audience, since most changes concern one audience of thousands. */
  const audiences = new Map<string, Set<Subscription>>()

  const end = ({ idJson, stream }: Pick<Subscription, 'idJson' | 'stream'>): void => {
    const meta = `{"${META.subscriptionId}":${idJson},"${META.serverInfo}":${options.serverInfo}}`
    stream.end(`{"jsonrpc":"2.0","id":${idJson},"result":{"resultType":"complete","_meta":${meta}}}`)
  }

  const announce = (change: Change): void => {
    const { audience } = change
    const receivers = audience === undefined ? subscriptions : audiences.get(audience)
    if (receivers === undefined) return
    if (change.kind === 'content') return announceContent(receivers)
    const event = toEvent(change)
    for (const subscription of receivers) {
      if (wants(subscription, change)) notify(subscription, event)
    }
  }

  const announceContent = (receivers: ReadonlySet<Subscription>): void => {
    const list = { kind: 'resources' } as const
    const listEvent = toEvent(list)
    const round = receivers.values()
    const turn = (): void => {
      for (let sent = 0; sent < TURN_LIMIT;) {
        const next = round.next()
        if (next.done === true) return
        const { value: subscription } = next
        if (wants(subscription, list)) notify(subscription, listEvent)
        for (const uri of subscription.uris) notify(subscription, toEvent({ kind: 'resource', uri }))
        sent += 1 + subscription.uris.length
      }
      setImmediate(turn)
    }
    turn()
  }
  const subscribed = Promise.resolve(bus.subscribe(channel, (message) => announce(JSON.parse(message) as Change)))
  subscribed.catch(onFault)

  const endAll = (): void => {
    for (const subscription of subscriptions) end(subscription)
    subscriptions.clear()
  }

  return {
    parse(notifications) {
      if (!isObject(notifications)) return null
      let flags = 0
      for (const { flag, member } of LISTS) {
        const value = notifications[member]
        if (value !== undefined && typeof value !== 'boolean') return null
        if (value === true) flags |= flag
      }
      const uris = notifications['resourceSubscriptions'] ?? []
      if (!isUris(uris)) return null
      const known =
        (has.tools ? FLAG.tools : 0) | (has.prompts ? FLAG.prompts : 0) | (has.resources ? FLAG.resources : 0)
      return { flags: flags & known, uris: has.resources ? [...new Set(uris)] : [] }
    },

    ready: subscribed,

    isFull: (exchange) => subscriptions.size >= limit || (clients.get(clientOf(exchange))?.size ?? 0) >= clientLimit,

    open(exchange, id, { flags, uris }) {
      const idJson = toIdJson(id)
      const stream = exchange.events()
      const notifications = {
        ...Object.fromEntries(LISTS.filter(({ flag }) => (flags & flag) !== 0).map(({ member }) => [member, true])),
        ...(uris.length === 0 ? {} : { resourceSubscriptions: uris }),
      }
      stream.send(
        JSON.stringify({
          jsonrpc: '2.0',
          method: 'notifications/subscriptions/acknowledged',
          params: { notifications, _meta: { [META.subscriptionId]: id } },
        }),
      )
      if (flags === 0 && uris.length === 0) {
        end({ idJson, stream })
        return
      }
      const { subject } = exchange
      const subscription = { stream, idJson, subject, flags, uris: uris.length === 0 ? NO_URIS : uris }
      const client = clientOf(exchange)
      const audience = audienceOf?.(exchange)
      subscriptions.add(subscription)
      addTo(clients, client, subscription)
      if (audience !== undefined) addTo(audiences, audience, subscription)
      keepAlive.add(stream)
      exchange.onClose(() => {
        subscriptions.delete(subscription)
        removeFrom(clients, client, subscription)
        if (audience !== undefined) removeFrom(audiences, audience, subscription)
        keepAlive.remove(stream)
      })
      // All streams share one function: when one stream must end, all must.
      exchange.onDrain(endAll)
    },

    publish(change) {
      Promise.resolve(bus.publish(channel, JSON.stringify(change))).catch(onFault)
    },

    announce,

    endSubject(subject) {
      for (const subscription of clients.get(subject) ?? []) {
        if (subscription.subject === subject) end(subscription)
      }
    },

    close() {
      endAll()
      subscribed.then((stop) => stop()).catch(() => undefined)
    },
  }
}

function addTo(sets: Map<string, Set<Subscription>>, key: string, subscription: Subscription): void {
  const set = sets.get(key)
  if (set === undefined) sets.set(key, new Set([subscription]))
  else set.add(subscription)
}

function removeFrom(sets: Map<string, Set<Subscription>>, key: string, subscription: Subscription): void {
  const set = sets.get(key)
  if (set?.delete(subscription) === true && set.size === 0) sets.delete(key)
}

const NO_URIS: readonly string[] = []

/** Number of events that are sent in one turn of the event loop. */
const TURN_LIMIT = 256

/** The part of a notification that is the same for all streams. */
interface ChangeEvent {
  readonly head: string
  /** Key of events that replace each other. */
  readonly key: string
}

function toEvent(change: ChangeOfOne): ChangeEvent {
  const uri = change.kind === 'resource' ? change.uri : null
  const method = uri === null ? `notifications/${change.kind}/list_changed` : 'notifications/resources/updated'
  return {
    head: `{"jsonrpc":"2.0","method":"${method}","params":{${uri === null ? '' : `"uri":${JSON.stringify(uri)},`}`,
    key: uri === null ? method : `${method} ${uri}`,
  }
}

function wants({ flags, uris }: Wanted, change: ChangeOfOne): boolean {
  return change.kind === 'resource' ? uris.includes(change.uri) : (flags & FLAG[change.kind]) !== 0
}

function notify({ idJson, stream }: Subscription, { head, key }: ChangeEvent): void {
  stream.send(`${head}"_meta":{"${META.subscriptionId}":${idJson}}}}`, key)
}

/** Names the client for the limits of streams: the registration, otherwise the address, like for limits of requests. */
function clientOf({ caller, subject }: RpcExchange): string {
  return subject ?? addressKey(caller.address)
}

function isUris(value: unknown): value is readonly string[] {
  return (
    Array.isArray(value) &&
    value.length <= SUBSCRIPTION_URI_LIMIT &&
    value.every((uri) => typeof uri === 'string' && uri.length <= URI_LIMIT_CHARACTERS)
  )
}
