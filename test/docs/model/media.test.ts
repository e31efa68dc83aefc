import t from 'tap'
import { playerOf } from '../../../src/docs/model/media.ts'
import type { Inline } from '../../../src/docs/model/page-model.ts'
import { sectionsOf } from '../../../src/docs/model/sections.ts'
import { toMarkdown } from '../../../src/docs/model/to-markdown.ts'
import { forEachInline } from '../../../src/docs/model/visit-inline.ts'
import { fileType } from '../../../src/docs/files/file-types.ts'
import { readMarkdown } from '../../../src/docs/readers/markdown/read-markdown.ts'

function read(source: string, mdx = false) {
  const { blocks } = readMarkdown(`${source}\n`, { mdx })
  const parts: Exclude<Inline, string>[] = []
  forEachInline(blocks, (part) => parts.push(part))
  const text = sectionsOf(blocks, null)
    .map((section) => section.text)
    .join('\n')
  return { parts, markdown: toMarkdown(blocks).trim(), text }
}

t.test('a film has its still, its texts and its size, and what old browsers show is no text', async (t) => {
  const { markdown, parts, text } = read(`<video controls poster="still.png" width="400" title="The tour">
  <source src="tour.webm" type="video/webm">
  <source src="tour.mp4" type="video/mp4">
  <track src="tour.vtt" kind="captions" srclang="en" label="English">
  Your browser plays no films.
</video>`)
  const tracks = [{ source: 'tour.vtt', use: 'captions', label: 'English', language: 'en' }]
  t.match(parts, [{ kind: 'image', source: 'tour.webm', poster: 'still.png', width: 400, tracks }])
  t.equal(markdown, '[The tour](tour.webm)')
  t.equal(text, 'The tour')
})

const LINKS: Readonly<Record<string, string>> = {
  '<video src="a.mp4"></video>': '[a.mp4](a.mp4)',
  '<video>\n\n<source src="a.mp4">\n\n</video>': '[a.mp4](a.mp4)',
  'Hear <audio src="a.mp3" controls></audio> it.': 'Hear [a.mp3](a.mp3) it.',
  '![Clip](a.mp4)': '[Clip](a.mp4)',
  '[![Clip](a.mp4)](x.md)': '[Clip](x.md)',
  '- ![](sound%20one.mp3)': '- [sound%20one.mp3](sound%20one.mp3)',
  '<iframe width="560" src="https://www.youtube.com/embed/abc_DEF-123?start=4" title="A talk"></iframe>':
    '[A talk](https://www.youtube.com/watch?v=abc_DEF-123)',
  '<iframe\n  src="//player.vimeo.com/video/12345?h=1"\n></iframe>': '[vimeo.com](https://vimeo.com/12345)',
  '<div>\n  <iframe src="https://codesandbox.io/embed/x"></iframe>\n</div>':
    '[codesandbox.io](https://codesandbox.io/embed/x)',
  '<object data="manual.pdf" type="application/pdf">None</object>': '[manual.pdf](manual.pdf)',
  '<object data="plan.svg"></object>': '![](plan.svg)',
  '<embed src="manual.pdf">': '[manual.pdf](manual.pdf)',
  '[See <iframe src="https://x.example/e"></iframe>](y.md)': '[See x.example](y.md)',
}
for (const [source, markdown] of Object.entries(LINKS)) {
  t.test(`it is never nothing: ${JSON.stringify(source.slice(0, 60))}`, async (t) => {
    t.equal(read(source).markdown, markdown)
  })
}

t.test('components that play films are those films', async (t) => {
  t.equal(
    read('<YouTube id="abc_DEF-123" />', true).markdown,
    '[www.youtube.com](https://www.youtube.com/watch?v=abc_DEF-123)',
  )
  t.equal(
    read('<LiteYouTubeEmbed id="abc_DEF-123" title="A talk" />', true).markdown,
    '[A talk](https://www.youtube.com/watch?v=abc_DEF-123)',
  )
  t.equal(read("<ReactPlayer url='https://vimeo.com/1' />", true).markdown, '[vimeo.com](https://vimeo.com/1)')
  t.equal(read('<Frame>\n  <video autoPlay muted src="/tour.mp4" />\n</Frame>', true).markdown, '[tour.mp4](/tour.mp4)')
})

t.test('every file that is played is served as what it is', async (t) => {
  for (const ending of 'mp4 m4v webm ogv mov mp3 m4a ogg oga opus wav flac'.split(' ')) {
    const kind = playerOf(`a.${ending}?x#y`)
    t.not(kind, null, ending)
    t.match(fileType(`a.${ending}`)?.mediaType, new RegExp(`^${kind ?? ''}/`), ending)
  }
  t.equal(playerOf('a.png'), null)
})

t.test('an element of films that has no end costs no more than its text', async (t) => {
  const { markdown } = read('<video src="a.mp4"> '.repeat(3000))
  t.equal(markdown.split('](a.mp4)').length, 3001)
})
