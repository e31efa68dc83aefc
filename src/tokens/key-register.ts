/** What nodes have agreed on about a key: it signs now, another one does, or it was replaced and may never sign again. */
export type KeyStanding = 'current' | 'other' | 'retired'

/**
 * Where the nodes that share a Redis agree on which key signs. They tell each other its thumbprint alone; the key itself
 * reaches each node as a file.
 */
export interface KeyRegister {
  /**
   * Rejects while the register cannot be reached.
   *
   * @param claim Whether this key becomes the one that signs where none is named, as in a register that has lost everything.
   */
  standing(kid: string, claim: boolean): Promise<KeyStanding>
  /** Makes this the key that signs and retires the one that did, unless it is retired itself. Tells all nodes. */
  replace(kid: string): Promise<KeyStanding>
  /** Called when another key may be the one that signs now: told by a node, or after the register was out of reach. */
  onReplaced(listener: () => void): void
}
