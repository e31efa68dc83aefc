import type { Files } from '../../../support/content-tree.ts'

/** A small site in three languages, written as VitePress writes it. */
export const BUILT_SITE: Files = {
  'index.html': page(
    'en',
    'Lantern',
    '<h1 id="lantern">Lantern</h1><p>Light for <a href="./guide/start.html#setup">all</a>.</p>',
  ),
  'guide/start.html': page(
    'en',
    'Getting started',
    `<h1 id="getting-started">Getting started <a class="header-anchor" href="#getting-started">#</a></h1>
     <p>Ignite the wick.</p>
     <h2 id="setup" tabindex="-1">Setup <a class="header-anchor" href="#setup" aria-label="Permalink">#</a></h2>
     <div class="language-sh"><button title="Copy Code" class="copy"></button><span class="lang">sh</span>
     <pre class="shiki"><code><span class="line">lantern init</span></code></pre></div>
     <div class="tip custom-block"><p class="custom-block-title">TIP</p><p>Trim it first.</p></div>`,
  ),
  '404.html': page('en', '404', '<h1>Not found</h1>'),
  'old.html': '<!doctype html><meta http-equiv="refresh" content="0; url=/guide/start.html"><title>Moved</title>',
  'zh-CN/index.html': page('zh-CN', '灯笼', '<h1 id="灯笼">灯笼</h1><p>照亮一切。</p>'),
  'zh-CN/guide/start.html': page('zh-CN', '快速开始', '<h1 id="快速开始">快速开始</h1><p>点燃灯芯。</p>'),
  'ko/guide/start.html': page('ko', '시작하기', '<h1 id="시작하기">시작하기</h1><p>심지에 불을 붙입니다.</p>'),
}

function page(lang: string, title: string, content: string): string {
  return `<!doctype html>
<html lang="${lang}"><head><meta charset="utf-8"><title>${title} | Lantern</title>
<meta name="generator" content="VitePress v1.6.3"><meta name="description" content="About ${title}"></head>
<body><div id="app"><nav class="VPNav"><a href="/">Navigation of the site</a></nav><div class="VPContent" id="VPContent">
<aside class="VPSidebar"><a href="/guide/start.html">Sidebar entry</a></aside>
<main class="main"><div class="vp-doc"><div>${content}</div></div></main>
<footer class="VPDocFooter"><a class="edit-link-button" href="https://example.com/edit">Edit this page</a></footer>
</div></div></body></html>`
}
