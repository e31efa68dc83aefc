/** Adds an answer to a redirect URI, which keeps its registered query (OAuth 2.1 §2.3). */
export function redirectLocation(redirectUri: string, answer: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(answer).toString()
  if (!redirectUri.includes('?')) return `${redirectUri}?${query}`
  return /[?&]$/.test(redirectUri) ? redirectUri + query : `${redirectUri}&${query}`
}
