/**
 * Fetches what a thread of lower priority makes for this request. On a busy machine that may take longer than it has time,
 * which is answered with 503, so that it is asked for again.
 */
export async function fetchMade(url: string): Promise<Response> {
  for (;;) {
    const answer = await fetch(url, { redirect: 'manual' })
    if (answer.status !== 503) return answer
    await answer.arrayBuffer()
  }
}
