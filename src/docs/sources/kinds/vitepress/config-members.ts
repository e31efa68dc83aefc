/** Members of `themeConfig` that are read. */
const THEME_MEMBERS =
  `logo siteTitle nav nav.* nav.*.link nav.*.items nav.*.items.* nav.*.items.*.link sidebar sidebar.* sidebar.**
  socialLinks socialLinks.* socialLinks.*.link editLink editLink.pattern footer footer.message footer.copyright`.split(
    /\s+/,
  )

/** Members of the configuration of VitePress that are read. */
export const CONFIG_MEMBERS = [
  ...`title description lang base srcDir srcExclude srcExclude.* cleanUrls head head.* vite.publicDir markdown.math locales locales.*
  locales.*.lang locales.*.title locales.*.description`.split(/\s+/),
  ...['themeConfig', 'locales.*.themeConfig'].flatMap((theme) => [
    theme,
    ...THEME_MEMBERS.map((member) => `${theme}.${member}`),
  ]),
]

/** Members of entries of a sidebar that are read. */
export const SIDEBAR_MEMBERS: ReadonlySet<string> = new Set(['text', 'link', 'items', 'base'])
