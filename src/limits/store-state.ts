/** Place where limits are counted: in this process by design, in Redis, or in this process because Redis does not answer. */
export type StoreState = 'none' | 'reachable' | 'unreachable'
