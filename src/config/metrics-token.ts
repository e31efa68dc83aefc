const TOKEN = /^[!-~]{16,256}$/

export const METRICS_TOKEN_RULE = 'must have 16 to 256 visible ASCII characters without spaces'

/** Whether a text can be the token of the metrics: nobody guesses it, and it fits into a header field. */
export function isMetricsToken(text: string): boolean {
  return TOKEN.test(text)
}
