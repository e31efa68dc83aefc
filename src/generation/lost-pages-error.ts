/** Documentation that would take the place of what is served has far fewer pages. The message is for the operator. */
export class LostPagesError extends Error {
  override readonly name = 'LostPagesError'
}
