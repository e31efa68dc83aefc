import type { Files } from '../../support/content-tree.ts'

function page(title: string, body: string): string {
  return `---\ntitle: ${title}\n---\n\n${body}\n`
}

/** A site of Docusaurus with three versions of its documents, and a page that belongs to all of them. */
export const VERSIONED: Files = {
  'docusaurus.config.js': `module.exports = {
    title: 'Lantern', i18n: { defaultLocale: 'en', locales: ['en', 'zh'] }, presets: [['classic', { blog: false }]] }`,
  'versions.json': '["2.0", "1.0"]',
  'docs/intro.md': page('Intro', 'A lantern with a battery. See [new](./new.md).'),
  'docs/new.md': page('New', 'A battery is coming.'),
  'versioned_docs/version-2.0/intro.md': page('Intro', 'A lantern with a wick. See [wick](./wick.md).'),
  'versioned_docs/version-2.0/wick.md': page('Wick', 'Trim the wick.'),
  'versioned_docs/version-1.0/intro.md': page('Intro', 'A lantern with a candle. See [old](./old.md).'),
  'versioned_docs/version-1.0/old.md': page('Old', 'Light the candle.'),
  'src/pages/help.md': page('Help', 'Ask about any lantern.'),
  'i18n/zh/docusaurus-plugin-content-docs/version-2.0/intro.md': page('介绍', '带灯芯的灯笼。'),
}
