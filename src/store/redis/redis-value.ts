import { Unavailable } from '../../shared/unavailable.ts'

/** Format of the values that are JSON. It is written from the second on, since versions before 0.9.0 wrote no number. */
const VALUE_FORMAT = 1

/**
 * Reads a value that a node of any version wrote.
 *
 * @throws {Unavailable} The format is newer. A client that tries again reaches a node that reads it, while versions are replaced.
 */
export function readValue(text: string): unknown {
  const value: unknown = JSON.parse(text)
  const { format = VALUE_FORMAT } = Object(value) as { readonly format?: unknown }
  if (format !== VALUE_FORMAT)
    throw new Unavailable(`Redis has a value of format ${String(format)}, of a newer version of Signpost`)
  return value
}
