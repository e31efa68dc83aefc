import type { Files } from '../../support/content-tree.ts'

function page(title: string, body: string): string {
  return `---\ntitle: ${title}\ndescription: About ${title}\nupdated: 2026-01-02\n---\n\n${body}\n`
}

/** A small tree with a page of every kind that the docs host's addresses must tell apart. */
export const DOCUMENTATION: Files = {
  'docs/en/index.md': page('Home', 'Welcome to the documentation of widgets.'),
  'docs/en/guides/start.mdx': page(
    'Start',
    'How to start a widget.\n\n<Note>Read this.</Note>\n\n## Turn the crank\n\nThe crank starts it.',
  ),
  'docs/en/guides/only-english.md': page('Only English', 'Nobody has translated the sprocket.'),
  'docs/en/guides/a b?c#d%.md': page('Odd name', 'Oddity.'),
  'docs/en/api/errors.md': page('Errors', 'Codes and what they mean. '.repeat(100)),
  'docs/zh/index.md': page('首页', '欢迎阅读小部件文档。'),
  'docs/zh/guides/start.md': page('开始', '如何启动小部件。'),
  'docs/ko/index.md': page('홈', '위젯 문서에 오신 것을 환영합니다.'),
  'docs/ko/guides/start.md': page('시작', '위젯을 시작하는 방법.'),
}
