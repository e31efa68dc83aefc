/** Bodies of the answers to a list of paths, without a content coding. */
export interface Answers {
  readonly meanBytes: number
  /** Body whose length is nearest to the mean. */
  readonly typical: Uint8Array
}

const AT_ONCE = 16

/**
 * Requests every path once, each time on behalf of another client.
 *
 * @throws {Error} if an answer has another status than 200
 */
export async function sampleAnswers(origin: string, paths: readonly string[]): Promise<Answers> {
  const bodies: Uint8Array[] = []
  for (let start = 0; start < paths.length; start += AT_ONCE) {
    const asked = paths.slice(start, start + AT_ONCE).map(async (path, offset) => {
      const number = start + offset
      const headers = { 'Accept-Encoding': 'identity', 'X-Forwarded-For': `10.200.${number >> 8}.${number & 255}` }
      const response = await fetch(origin + path, { headers })
      if (response.status !== 200) throw new Error(`${path} was answered with ${response.status}`)
      return new Uint8Array(await response.arrayBuffer())
    })
    bodies.push(...(await Promise.all(asked)))
  }
  const meanBytes = bodies.reduce((sum, body) => sum + body.length, 0) / bodies.length
  const distance = (body: Uint8Array): number => Math.abs(body.length - meanBytes)
  return { meanBytes, typical: bodies.toSorted((a, b) => distance(a) - distance(b))[0]! }
}
