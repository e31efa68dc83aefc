/** Agreement of the nodes about a key: it signs now, another one does, or it was replaced and may never sign again. */
export type KeyStanding = 'current' | 'other' | 'retired'

/**
 * Register in which the nodes that share a Redis agree on the signing key. They exchange only its thumbprint; the key
 * itself reaches each node as a file.
 */
export interface KeyRegister {
  /**
   * Returns the standing of a key. Rejects while the register cannot be reached.
   *
   * @param claim Whether this key becomes the signing key when there is none, as in a register that has lost
   * everything.
   */
  standing(kid: string, claim: boolean): Promise<KeyStanding>
  /** Makes this the signing key and retires the previous one, unless it is retired itself. Notifies all nodes. */
  replace(kid: string): Promise<KeyStanding>
  /** Called when the signing key may have changed: after a node's message, or after the register was unreachable. */
  onReplaced(listener: () => void): void
}
