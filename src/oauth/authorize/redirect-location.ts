/** Where a browser is sent with an answer: the redirect URI as it was registered, its own query kept (OAuth 2.1 §2.3). */
export function redirectLocation(redirectUri: string, answer: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(answer).toString()
  if (!redirectUri.includes('?')) return `${redirectUri}?${query}`
  return /[?&]$/.test(redirectUri) ? redirectUri + query : `${redirectUri}&${query}`
}
