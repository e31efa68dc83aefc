/**
 * What was published cannot be served by any node as it is: bytes that differ from their hash, files that are missing, a format of
 * a newer program, or too many pages lost. Every node meets it alike, so no node leaves its balancer for it.
 */
export class RefusedGenerationError extends Error {
  override readonly name = 'RefusedGenerationError'
}
