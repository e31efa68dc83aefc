import t from 'tap'
import { readHtmlPage } from '../../../../src/docs/readers/html/read-page.ts'
import { learnFrames, withoutFrame } from '../../../../src/docs/readers/html/title-frame.ts'
import { markdownOf, pageOf, read } from './page-of.ts'

t.test('what titles of a site have in common is no part of a title', (t) => {
  const frames = learnFrames([
    'Reader (Lumen IO 2 API)',
    'Writer (Lumen IO 2 API)',
    'Buffer (Lumen IO 2 API)',
    'Lumen: Lamp',
    'Lumen: Wick',
    'Lumen: Oil',
    'Overview',
  ])
  t.equal(withoutFrame('Copier (Lumen IO 2 API)', frames), 'Copier')
  t.equal(withoutFrame('Lumen: lamp::wick Class Reference', frames), 'lamp::wick Class Reference')
  t.equal(withoutFrame('Trimming (advanced)', frames), null, 'a text that one title has is its own')
  t.equal(withoutFrame('Lumen: ', frames), null, 'nothing else would stay')
  const bytes = Buffer.from('<html><title>Copier (Lumen IO 2 API)</title><main><p>x</p></main></html>')
  t.match(readHtmlPage(bytes, 'a.html', { titleFrames: frames }), { title: 'Copier' })
  t.end()
})

t.test('few titles, and titles that are equal, have nothing in common', (t) => {
  t.same(learnFrames(['A - Lumen', 'B - Lumen']), { before: [], after: [] })
  t.same(learnFrames(['A - Lumen', 'A - Lumen', 'A - Lumen', 'A - Lumen']), { before: [], after: [] })
  t.end()
})

t.test('signatures of Haddock, Crystal and RDoc are headings with the ids that links lead to', (t) => {
  t.equal(
    markdownOf(
      `<a href="#g:1" id="g:1"><h1>Lamps</h1></a>
       <div class="top"><p class="src"><a id="v:light" class="def">light</a> :: Lamp -&gt; IO ()
       <a href="src/Lamp.html#light" class="link">Source</a> <a href="#v:light" class="selflink">#</a></p>
       <div class="doc"><p>Lights it.</p></div></div>`,
    ),
    '# Lamps\n\n## `light :: Lamp -> IO ()`\n\nLights it.',
  )
  const page = pageOf(
    `<main><h1 id="lamp">Lamp</h1><h2 id="methods">Methods</h2><div class="entry-detail" id="trim:Nil"><div class="signature">
     def <strong>trim</strong> : Nil <a class="method-permalink" href="#trim">#</a></div><div class="doc"><p>Trims.</p></div></div>
     <div id="method-i-oil" class="method-detail"><div class="method-heading"><span class="method-name">oil</span>
     <span class="method-click-advice">click to toggle source</span></div>
     <div class="method-source-code"><pre>def oil; end</pre></div></div></main>`,
  )
  t.same(
    page.blocks.map((block) => (block.kind === 'heading' ? [block.level, block.id] : block.kind)),
    [[1, 'lamp'], [2, 'methods'], [3, 'trim:Nil'], 'paragraph', [3, 'method-i-oil']],
  )
  t.same(page.madeIds, [])
  t.end()
})

t.test('a module of Haddock is named by its title, and its synopsis is left out', (t) => {
  const page = pageOf(
    `<html><head><title>Data.Lamp</title><script src="haddock-bundle.min.js"></script></head><body><div id="content">
     <div id="module-header"><table class="info"><tr><th>License</th><td>BSD</td></tr></table></div>
     <div id="synopsis"><details id="syn"><summary>Synopsis</summary><ul><li class="src short">light :: Lamp</li></ul></details></div>
     <div id="interface"><h1>Documentation</h1><p>Burns.</p></div></div></body></html>`,
  )
  t.match(page, { title: 'Data.Lamp', generator: 'haddock' })
  t.match(page.blocks, [
    { kind: 'heading', level: 1 },
    { kind: 'paragraph', content: ['Burns.'] },
  ])
  t.equal(page.blocks.length, 2)
  t.end()
})

t.test('a table of two cells, the first with numbers of lines, is a block of code', (t) => {
  t.equal(
    markdownOf('<table><tr><td><pre>1\n2\n3</pre></td><td><pre>a\nb\nc</pre></td></tr></table>'),
    '```\na\nb\nc\n```',
  )
  t.match(
    markdownOf('<table><tr><td>8</td><td><pre>a</pre></td></tr><tr><td>9</td><td><pre>b</pre></td></tr></table>'),
    /\| 8 +\|/,
    'rows of numbers and code are a table',
  )
  t.end()
})

t.test('lists of members, indexes, sources and search pages of generators are left out', (t) => {
  const reason = (generator: string, file: string, head = ''): unknown => {
    const html = `<html><head><title>T</title><meta name="generator" content="${generator}">${head}</head><body><p>x</p></body></html>`
    const page = read(html, file)
    return page.kind === 'page' ? null : page.reason
  }
  t.equal(reason('Doxygen 1.9.4', 'classLamp-members.html'), 'index_page')
  t.equal(reason('Doxygen 1.9.4', 'dir_0123456789abcdef0123456789abcdef.html'), 'index_page')
  t.equal(reason('Doxygen 1.9.4', 'search/classes_0.html'), 'search_page')
  t.equal(reason('Doxygen 1.9.4', 'search-members.md.html'), null)
  const haddock = '<script src="haddock-bundle.min.js"></script>'
  t.equal(reason('', 'src/Lamp.html', haddock), 'source_page')
  t.equal(reason('', 'doc-index-A.html', haddock), 'index_page')
  t.equal(reason('', 'Lamp.html', haddock), null)
  t.equal(reason('', 'src/Lamp.html'), null, 'another generator has pages there')
  t.end()
})

t.test('TypeDoc shows the members of a page twice, and one is its table of contents', (t) => {
  const page = pageOf(
    `<html><body><header class="tsd-page-toolbar">Search</header><div class="col-content"><h1>Class Lamp</h1>
     <section class="tsd-panel tsd-index-panel"><a href="#light">light</a></section>
     <section class="tsd-panel tsd-member"><h3 class="tsd-anchor-link" id="light"><span>light</span><a href="#light" class="tsd-anchor-icon"><svg></svg></a></h3>
     <p>Lights it.</p><aside class="tsd-sources"><p>Defined in lamp.ts:1</p></aside></section></div>
     <div class="col-sidebar"><h3>On This Page</h3></div></body></html>`,
  )
  t.equal(page.generator, 'typedoc')
  t.match(page.blocks, [{ kind: 'heading' }, { kind: 'heading', id: 'light' }, { kind: 'paragraph' }])
  t.equal(page.blocks.length, 3)
  t.end()
})

t.test('the contents of a page that Docutils writes are left out, and those of Doxygen are the page', (t) => {
  t.equal(
    markdownOf(
      `<h1>Lamp</h1><div class="contents topic" id="contents"><p class="topic-title">Contents</p>
       <ul><li><a href="#oil">Oil</a></li></ul></div><p>Burns.</p>`,
    ),
    '# Lamp\n\nBurns.',
  )
  t.equal(markdownOf('<div class="contents"><p>Burns.</p></div>'), 'Burns.')
  t.end()
})
