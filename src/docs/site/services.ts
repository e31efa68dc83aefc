/** Services whose links have an icon in place of their text. */
export const SERVICES = [
  'bitbucket',
  'bluesky',
  'discord',
  'email',
  'facebook',
  'github',
  'gitlab',
  'instagram',
  'linkedin',
  'mastodon',
  'matrix',
  'npm',
  'reddit',
  'rss',
  'slack',
  'stackoverflow',
  'telegram',
  'tiktok',
  'twitch',
  'x',
  'youtube',
] as const
export type Service = (typeof SERVICES)[number]

/** Further names of the service X. */
const X_NAMES = /^(?:xcom|xtwitter|twitter)$/

const HOSTS: readonly (readonly [RegExp, Service])[] = [
  [/^(?:www\.)?bitbucket\.org$/, 'bitbucket'],
  [/^bsky\.app$/, 'bluesky'],
  [/^discord\.(?:com|gg)$/, 'discord'],
  [/^(?:www\.)?github\.com$/, 'github'],
  [/^(?:www\.)?gitlab\.com$/, 'gitlab'],
  [/^(?:www\.)?linkedin\.com$/, 'linkedin'],
  [/^(?:[a-z\d-]+\.)?slack\.com$/, 'slack'],
  [/^(?:x|twitter)\.com$/, 'x'],
  [/^(?:www\.)?youtube\.com$/, 'youtube'],
]

/** The service of an icon by the last part of its name, as generators write that: `github`, `fontawesome/brands/x-twitter`. */
export function serviceOfIcon(icon: string | null): Service | undefined {
  const last = icon?.split(/[/:]/).at(-1) ?? ''
  const name = last.toLowerCase().replace(/[^a-z]/g, '')
  return X_NAMES.test(name) ? 'x' : SERVICES.find((service) => service === name)
}

/** The service at an address. */
export function serviceAt(address: string | null): Service | undefined {
  const host = address !== null && URL.canParse(address) ? new URL(address).host : ''
  return HOSTS.find(([pattern]) => pattern.test(host))?.[1]
}
