import t from 'tap'
import { skillsOf } from '../../../../src/hosts/icons/a2a/skills.ts'
import { embedCode, pasteText } from '../../../../src/icons/embed/embed-code.ts'
import type { IconRecord } from '../../../../src/icons/icon-record.ts'
import { startAgent, type Json, type Response } from './agent-fixture.ts'

const agent = await startAgent(t)

async function ask(parts: readonly Json[], acceptedOutputModes: readonly string[] = []): Promise<Response> {
  const message = { messageId: 'm', role: 'ROLE_USER', parts }
  return agent.call('SendMessage', { message, configuration: { acceptedOutputModes } })
}

async function answer(parts: readonly Json[], accepted: readonly string[] = []): Promise<{ text: string; data: Json }> {
  const response = await ask(parts, accepted)
  const message = response.result?.['message'] as { parts: Json[] } | undefined
  if (message === undefined) throw new Error(JSON.stringify(response.error))
  return {
    text: (message.parts.find((part) => 'text' in part)?.['text'] ?? '') as string,
    data: (message.parts.find((part) => 'data' in part)?.['data'] ?? {}) as Json,
  }
}

t.test('every example of the card gets what its skill promises', async (t) => {
  for (const { examples, id } of skillsOf(agent.icons)) {
    t.ok(examples.length >= 2, id)
    for (const example of examples) {
      const part = example.startsWith('{') ? { data: JSON.parse(example) as Json } : { text: example }
      const { data } = await answer([part])
      t.equal(data['skill'], id, example)
      const found = data['results'] ?? [data['icon'] ?? data['guide'] ?? data['code']]
      t.ok(Array.isArray(found) && found.length > 0 && found[0] !== undefined, example)
    }
  }
})

t.test('find_icons takes every filter and pages through the results', async (t) => {
  const first = await answer([{ data: { skill: 'find_icons', query: '', limit: 2 } }])
  const second = await answer([{ data: { skill: 'find_icons', query: '', limit: 2, offset: 2 } }])
  t.equal(first.data['total'], 14)
  t.match(first.text, /^14 icons\. Here are 2:\n/)
  const idsOf = (data: Json) => (data['results'] as { id: string }[]).map(({ id }) => id)
  t.equal(new Set([...idsOf(first.data), ...idsOf(second.data)]).size, 4)
  const filtered = await answer([
    {
      data: {
        skill: 'find_icons',
        query: 'rain',
        style: 'line',
        set: 'meteocons',
        category: 'weather',
        format: 'json',
      },
    },
  ])
  t.same(idsOf(filtered.data), ['meteocons-line-rain'])
})

t.test('a data part that is no request is refused with what would be one', async (t) => {
  for (const data of [
    null,
    7,
    'rain',
    [],
    {},
    { skill: 'sing' },
    { skill: 'find_icons', limit: 0 },
    { skill: 'find_icons', limit: 101 },
    { skill: 'find_icons', limit: '5' },
    { skill: 'find_icons', query: 7 },
    { skill: 'find_icons', query: 'x'.repeat(201) },
    { skill: 'find_icons', offset: -1 },
    { skill: 'find_icons', offset: 10_001 },
    { skill: 'find_icons', set: 'no-such-set' },
    { skill: 'find_icons', format: 'gif' },
    { skill: 'get_icon' },
    { skill: 'get_icon', id: '../etc' },
    { skill: 'get_icon', id: 'a'.repeat(200) },
    { skill: 'get_embed_code' },
    { skill: 'get_embed_code', id: 'line-md-home', target: 'angular' },
    { skill: 'read_guide', slug: 'A B' },
  ]) {
    t.equal((await ask([{ data }])).error?.code, -32_602, JSON.stringify(data).slice(0, 60))
  }
  t.match(
    (await ask([{ data: { skill: 'find_icons', style: 'baroque' } }])).error?.message,
    'Give style one of fill, line.',
  )
})

t.test('a data part goes before text, and the first of several counts', async (t) => {
  const { data } = await answer([
    { text: 'find a snow icon' },
    { data: { skill: 'get_icon', id: 'line-md-home' } },
    { data: { skill: 'get_icon', id: 'line-md-cog-loop' } },
  ])
  t.match(data, { skill: 'get_icon', icon: { id: 'line-md-home' } })
})

t.test('several texts are read as one', async (t) => {
  t.match((await answer([{ text: 'find a' }, { text: 'snow icon' }])).data, { skill: 'find_icons', query: 'snow' })
})

t.test('get_icon gives the whole record, its files and its other styles', async (t) => {
  const { data, text } = await answer([{ text: 'meteocons-fill-rain' }])
  t.match(data['icon'], { id: 'meteocons-fill-rain', license: { spdx: 'MIT' }, variants: ['meteocons-line-rain'] })
  t.match(
    text,
    /^Rain \(meteocons-fill-rain\), 24 × 24, MIT, A\. Author\n- svg: http.*\n- json: http.*\nOther styles: meteocons-line-rain$/,
  )
})

t.test('get_embed_code gives the code of the MCP tool, with licence and author, in both parts', async (t) => {
  const record = JSON.parse(
    new TextDecoder().decode(agent.icons.icon('meteocons-fill-rain') ?? undefined),
  ) as IconRecord
  for (const [target, words] of [
    ['react', 'Give me React code for meteocons-fill-rain'],
    ['vue', 'meteocons-fill-rain 的 Vue 代码'],
    ['svelte', 'meteocons-fill-rain Svelte 코드 보여줘'],
    ['html', 'HTML for meteocons-fill-rain'],
    ['lottie-web', 'lottie-web code for meteocons-fill-rain'],
  ] as const) {
    const embed = embedCode(record, target)
    if (embed === null) throw new Error(`no code for ${target}`)
    for (const part of [{ text: words }, { data: { skill: 'get_embed_code', id: 'meteocons-fill-rain', target } }]) {
      const { data, text } = await answer([part])
      t.equal(text, `Rain (meteocons-fill-rain), ${target}, MIT, A. Author\n\n${pasteText(embed)}`)
      const of = { id: record.id, license: 'MIT', author: 'A. Author', others: [] }
      t.same(data, { skill: 'get_embed_code', ...of, ...embed })
    }
  }
  t.equal((await answer([{ data: { skill: 'get_embed_code', id: 'line-md-home' } }])).data['target'], 'html')
})

t.test('code for words is that of the best icon, and the others are named', async (t) => {
  const { data, text } = await answer([{ text: 'React code for a loading icon' }])
  t.match(data, { skill: 'get_embed_code', target: 'react', code: /export function/ })
  const others = data['others'] as string[]
  t.equal(others.length, 2)
  t.ok(text.endsWith(`\n\nOther icons that match: ${others.join(', ')}`))
  t.notOk(others.includes(data['id'] as string))
  const none = await answer([{ text: 'React code for a cottage icon' }])
  t.match(none, { text: /^No icon matches “cottage”\. Nearest:/, data: { skill: 'find_icons', total: 0 } })
  // The player of Lottie needs a file that the best icon may not have.
  const played = await answer([{ text: 'lottie-web code for a snow icon' }])
  t.match(played.data, { id: /^meteocons-/, packages: ['lottie-web'] })
})

t.test('code that cannot be is an answer that says what can', async (t) => {
  const of = (data: Json) => answer([{ data: { skill: 'get_embed_code', ...data } }])
  t.match(await of({ id: 'no-such-icon' }), {
    text: /No icon has this id/,
    data: { error: { code: 'icon_not_found' } },
  })
  const missing = await of({ id: 'line-md-home', target: 'lottie-web' })
  t.match(missing, {
    text: 'This icon has no file for lottie-web. Ask for one of html, react, vue, svelte.',
    data: { skill: 'get_embed_code', error: { code: 'no_file_for_target' } },
  })
  t.match((await ask([{ data: { skill: 'get_embed_code', id: 'line-md-home', target: 'qt' } }])).error, {
    code: -32_602,
  })
  const other = await answer([{ text: 'Angular code for line-md-home' }])
  t.match(other.text, /^There is no code for “angular”\. This HTML can be used there\.\n\nHome \(line-md-home\), html/)
})

t.test('what is not met of a request is said first, in the language of the question, and is in the data', async (t) => {
  for (const [question, message] of [
    ['rain in duotone style', 'There is no style “duotone”. Styles: fill, line.'],
    ['gif 格式的下雨图标', '没有“gif”格式的文件。可用的格式：svg, json。'],
    [
      '빨간색 비 아이콘',
      '색(“빨간색”)으로는 아이콘을 찾을 수 없습니다. 단색 파일의 주소에 색을 붙일 수 있습니다: ?color=e11d48.',
    ],
  ] as const) {
    const { data, text } = await answer([{ text: question }])
    t.ok(text.startsWith(`${message}\n\n`), text)
    t.match(data, { skill: 'find_icons', total: 1, notes: [{ message }] }, question)
  }
  const exact = await answer([{ text: 'rain in the line style' }])
  t.equal(exact.data['notes'], undefined)
  t.match(exact.text, /^1 icon matches “rain”:/)
})

t.test('several requests of a message get one text and a data part each', async (t) => {
  const response = await ask([{ text: 'Find a rain icon and two loading icons. How do I embed one?' }])
  const { parts } = (response.result ?? {})['message'] as { parts: Json[] }
  t.same(
    parts.map((part) => ('text' in part ? 'text' : (part['data'] as Json)['skill'])),
    ['text', 'find_icons', 'find_icons', 'find_guides'],
  )
  t.match(
    parts[0]?.['text'],
    /^1 icon matches “rain”:\n- [^\n]*\n\n3 icons match “loading”\. Here are 2:\n(- [^\n]*\n){2}\n2 guides match “embed one”:/,
  )
})

t.test('an id or a slug that is not there is an answer that says so', async (t) => {
  const icon = await answer([{ data: { skill: 'get_icon', id: 'no-such-icon' } }])
  t.match(icon, { text: /No icon has this id/, data: { skill: 'get_icon', error: { code: 'icon_not_found' } } })
  const guide = await answer([{ data: { skill: 'read_guide', slug: 'no-such-guide' } }])
  t.match(guide, { text: /No guide has this slug/, data: { skill: 'read_guide', error: { code: 'guide_not_found' } } })
})

t.test('a guide comes as Markdown, and in the data only for those who take no text', async (t) => {
  const both = await answer([{ text: 'Read guide rate-limits' }])
  t.match(both.text, /^# Rate limits\n/)
  t.strictSame(both.data, {
    skill: 'read_guide',
    guide: {
      slug: 'rate-limits',
      title: 'Rate limits',
      description: 'How many requests a minute there may be.',
      url: 'http://icons.example/docs/rate-limits.md',
    },
  })
  const alone = await answer([{ text: 'Read guide rate-limits' }], ['application/json'])
  t.equal(alone.text, '')
  t.match(alone.data, { guide: { markdown: /^# Rate limits\n/ } })
})

t.test('where words find no icon, guides that match come with the answer', async (t) => {
  const spoken = await answer([{ text: 'retry after' }])
  t.match(spoken.data, { skill: 'find_icons', total: 0, results: [], guides: [{ slug: 'rate-limits' }] })
  t.match(spoken.text, /^No icon matches “retry after”\.[^\n]*\n\n1 guide matches/)
  const exact = await answer([{ data: { skill: 'find_icons', query: 'retry after' } }])
  t.equal(exact.data['guides'], undefined)
})

t.test('where words find no icon, the nearest come with the answer, in the language of the question', async (t) => {
  const nearest = [{ id: 'line-md-home' }, { id: 'meteocons-fill-rain' }]
  for (const [question, said] of [
    ['cottage icon', /^No icon matches “cottage”\. Nearest:\n- Home \(line-md-home\): http/],
    ['小屋图标', /^没有与“小屋”相符的图标。最接近的有：\n- Home/],
    ['오두막 아이콘', /^“오두막”에 해당하는 아이콘이 없습니다\. 가장 가까운 아이콘:\n- Home/],
  ] as const) {
    const { data, text } = await answer([{ text: question }])
    t.match(data, { skill: 'find_icons', total: 0, results: [], nearest }, question)
    t.match(text, said)
  }
})

t.test('where words find no guide, all guides come with the answer', async (t) => {
  const { data, text } = await answer([{ text: '怎么嵌入图标？' }])
  t.match(data, { skill: 'find_guides', total: 0, guides: [{ slug: 'quick-start' }, {}, {}] })
  t.match(text, /^没有与“嵌入图标”相符的指南。\n\n指南共有 3 篇：\n/)
})

t.test('the agent answers in the language of the question', async (t) => {
  t.match((await answer([{ text: '下雨的图标' }])).text, /^与“下雨”相符的图标共有 1 个：/)
  t.match((await answer([{ text: '로딩 아이콘 찾아줘' }])).text, /^“로딩”에 해당하는 아이콘이 3개 있습니다:/)
  t.match((await answer([{ text: 'hello' }])).text, /You can ask/)
  t.match((await answer([{ text: '你好' }])).text, /例如/)
})

t.test('greetings get the skills with examples', async (t) => {
  const { data } = await answer([{ text: 'What can you do?' }])
  t.equal(data['skill'], 'help')
  t.same(
    (data['skills'] as Json[]).map(({ id }) => id),
    ['find_icons', 'get_icon', 'get_embed_code', 'find_guides', 'read_guide'],
  )
})

t.test('a question for filters gets their values', async (t) => {
  for (const [question, said] of [
    ['Which styles are there?', /\nStyles: fill, line\.\nSets: line-md, meteocons, svg-spinners\./],
    ['有哪些类别', /\n样式：fill, line。\n图标集：line-md/],
    ['어떤 세트가 있나요?', /\n스타일: fill, line\.\n세트: line-md/],
  ] as const) {
    const { data, text } = await answer([{ text: question }])
    t.match(data, { skill: 'help', filters: { style: ['fill', 'line'], format: ['svg', 'json'] } })
    t.match(text, said)
  }
})
