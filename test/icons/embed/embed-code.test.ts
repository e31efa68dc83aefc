import { runInNewContext } from 'node:vm'
import t from 'tap'
import ts from 'typescript'
import { embedCode, embedTargets } from '../../../src/icons/embed/embed-code.ts'
import { EMBED_TARGETS, TRIGGERS } from '../../../src/icons/embed/embed-input.ts'
import { UNCHANGED } from '../../../src/icons/rendition/rendition.ts'
import type { SvgElement } from '../../../src/svg/svg-element.ts'
import type { IconExtension, IconRecord } from '../../../src/icons/icon-record.ts'

const HOSTILE = `"><script>alert(1)</script>'{}\u2028&amp;\${x}`

function icon(id: string, title: string, extensions: readonly IconExtension[]): IconRecord {
  return {
    id,
    name: id,
    title,
    set: 'set',
    category: 'weather',
    style: '',
    tags: [],
    aliases: [],
    width: 128,
    height: 96,
    frameRate: null,
    durationMs: null,
    loop: true,
    formats: extensions.map((ext) => ({
      ext,
      mediaType: 'x/y',
      url: `http://icons.example/assets/${id}.${ext}?v=1&x=2`,
      bytes: 1,
      sha256: '',
    })),
    variants: [],
    license: { spdx: 'MIT', url: 'https://example.org' },
    author: { name: 'A', url: 'https://example.org' },
    source: { package: 'p', version: '1' },
  }
}

const LOTTIE = icon('set-fill-rain', 'Rain', ['svg', 'json', 'lottie', 'png'])

/** @returns the syntax errors that TypeScript finds in a module */
function syntaxFaults(code: string, fileName: string): string[] {
  const { diagnostics } = ts.transpileModule(code, {
    fileName,
    reportDiagnostics: true,
    compilerOptions: { jsx: ts.JsxEmit.React, module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
  })
  return (diagnostics ?? []).map(({ messageText }) => JSON.stringify(messageText))
}

/** @returns the start tags of HTML with their attributes, as a browser's tokenizer reads well-formed markup */
function tagsOf(html: string): { name: string; attributes: Record<string, string> }[] {
  return [...html.matchAll(/<([a-z]+)((?: [a-z-]+="[^"]*")*)>/g)].map(([, name = '', attributes = '']) => ({
    name,
    attributes: Object.fromEntries(
      [...attributes.matchAll(/ ([a-z-]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, unescape(value)]),
    ),
  }))
}

function unescape(value: string): string {
  return value
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}

/** @returns the only script of a snippet, up to where a browser would end it */
function scriptOf(html: string): string {
  return /<script type="module">([\s\S]*?)<\/script>/.exec(html)?.[1] ?? ''
}

t.test('an icon has the targets that it has files for', async (t) => {
  t.same(embedTargets(LOTTIE), ['html', 'react', 'vue', 'svelte', 'lottie-web', 'dotlottie'])
  const spinner = icon('spinner', 'Spinner', ['svg'])
  t.same(embedTargets(spinner), ['html', 'react', 'vue', 'svelte'])
  t.equal(embedCode(spinner, 'dotlottie'), null)
})

t.test('HTML shows the SVG of this service, in its size, with its title', async (t) => {
  const embed = embedCode(LOTTIE, 'html')
  t.same(tagsOf(embed?.code ?? ''), [
    {
      name: 'img',
      attributes: {
        src: 'http://icons.example/assets/set-fill-rain.svg?v=1&x=2',
        width: '128',
        height: '96',
        alt: 'Rain',
      },
    },
  ])
  t.equal(embed?.assetUrl, 'http://icons.example/assets/set-fill-rain.svg?v=1&x=2')
  t.same(embed?.packages, [])
})

t.test('the code of every target is valid, whatever the title', async (t) => {
  for (const title of ['Rain', HOSTILE]) {
    const record = { ...LOTTIE, title }
    for (const target of EMBED_TARGETS) {
      const { code, language } = embedCode(record, target) ?? { code: '', language: '' }
      if (language === 'jsx') {
        t.same(syntaxFaults(code, 'icon.jsx'), [], target)
        continue
      }
      if (target === 'vue' || target === 'svelte') {
        t.equal(unescape(/ alt="([^"]*)"/.exec(code)?.[1] ?? ''), title, target)
        t.notMatch(/ alt="([^"]*)"/.exec(code)?.[1], /[{}<>]/, `${target} evaluates nothing of it`)
        continue
      }
      const tags = tagsOf(code)
      const name = tags[0]?.attributes['alt'] ?? tags[0]?.attributes['aria-label']
      t.equal(name, title, `${target} names the icon`)
      t.equal(code.match(/<(?!\/)/g)?.length, tags.length, `${target} has no other tag`)
      t.same(syntaxFaults(scriptOf(code), 'icon.js'), [], target)
    }
  }
})

t.test('the React component gives an image of the SVG with its title', async (t) => {
  for (const title of ['Rain', HOSTILE]) {
    const { code } = embedCode({ ...LOTTIE, title }, 'react') ?? { code: '' }
    const { outputText } = ts.transpileModule(code, {
      fileName: 'icon.jsx',
      compilerOptions: { jsx: ts.JsxEmit.React, module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
    })
    const module = { exports: {} as Record<string, (props: object) => unknown> }
    const React = { createElement: (name: string, props: object) => ({ name, props }) }
    runInNewContext(outputText, { module, exports: module.exports, React })
    t.match(module.exports['SetFillRain']?.({ className: 'c' }), {
      name: 'img',
      props: { src: LOTTIE.formats[0]?.url, width: 128, height: 96, alt: title, className: 'c' },
    })
  }
})

t.test('a component of an icon whose id begins with a digit has a name that JavaScript takes', async (t) => {
  const { code } = embedCode(icon('180-ring', 'Ring', ['svg']), 'react') ?? { code: '' }
  t.match(code, /function Icon180Ring\(/)
  t.same(syntaxFaults(code, 'icon.jsx'), [])
})

t.test('the players get the Lottie files and are named as packages', async (t) => {
  const web = embedCode(LOTTIE, 'lottie-web')
  t.same(web?.packages, ['lottie-web'])
  t.ok(scriptOf(web?.code ?? '').includes('"http://icons.example/assets/set-fill-rain.json?v=1&x=2"'))
  const dot = embedCode({ ...LOTTIE, loop: false }, 'dotlottie')
  t.same(dot?.packages, ['@lottiefiles/dotlottie-web'])
  t.ok(scriptOf(dot?.code ?? '').includes('"http://icons.example/assets/set-fill-rain.lottie?v=1&x=2"'))
  t.match(dot?.code, /loop: false/)
})

const DRAWING: SvgElement = {
  name: 'svg',
  attributes: { width: '24', height: '24', viewBox: '0 0 24 24', stroke: 'currentColor', 'stroke-width': '2' },
  children: [
    {
      name: 'g',
      attributes: { class: 'a', style: 'mask-type:alpha' },
      children: [{ name: 'title', attributes: {}, children: [HOSTILE] }],
    },
  ],
}
const UNTOUCHED = { rendition: UNCHANGED, trigger: 'load', drawing: DRAWING } as const

t.test('what was chosen is in the code: in the address of an image, in the settings of a player', (t) => {
  const rendition = { ...UNCHANGED, colour: '#e11d48', sizePx: 64, speed: 2 }
  const options = { rendition, trigger: 'hover', drawing: null } as const
  for (const target of ['html', 'react', 'vue', 'svelte'] as const) {
    const { assetUrl, code } = embedCode(LOTTIE, target, options) ?? { assetUrl: '', code: '' }
    t.equal(assetUrl, 'http://icons.example/assets/set-fill-rain.svg?color=e11d48&speed=2', target)
    t.match(code, /width=["{]64["}] height=["{]48["}]/, target)
  }
  const web = embedCode(LOTTIE, 'lottie-web', options)
  t.equal(web?.assetUrl, 'http://icons.example/assets/set-fill-rain.json?color=e11d48')
  t.match(web?.code, 'animation.setSpeed(2)')
  t.match(web?.code, 'width: 64px; height: 48px')
  const dot = embedCode(LOTTIE, 'dotlottie', options)
  t.match(dot?.code, '    speed: 2,')
  for (const player of [web, dot]) {
    t.match(player?.code, 'autoplay: false')
    t.match(player?.code, `addEventListener('pointerenter', play)`)
    t.match(player?.code, `addEventListener('pointerleave', rest)`, 'what never ends stops there')
    t.same(syntaxFaults(scriptOf(player?.code ?? ''), 'icon.js'), [])
  }
  t.end()
})

t.test('the script finds the drawing, whatever id it had in its file', (t) => {
  const drawing: SvgElement = { name: 'svg', attributes: { id: 'Layer_1', viewBox: '0 0 1 1' }, children: [] }
  const { code } = embedCode(LOTTIE, 'html', { ...UNTOUCHED, drawing, trigger: 'hover' }) ?? { code: '' }
  const [, id] = /getElementById\(['"](.*?)['"]\)/.exec(code) ?? []
  t.strictSame(
    Array.from(code.matchAll(/ id="([^"]*)"/g), ([, own]) => own),
    [id],
  )
  t.end()
})

t.test('a drawing in the code is valid in every notation, whatever its texts are', (t) => {
  for (const target of ['html', 'react', 'vue', 'svelte'] as const) {
    for (const trigger of TRIGGERS) {
      const { code } = embedCode({ ...LOTTIE, title: HOSTILE }, target, { ...UNTOUCHED, trigger }) ?? { code: '' }
      const [markup = ''] = /<svg[\s\S]*<\/svg>/.exec(code) ?? []
      t.equal(unescape(/ aria-label="([^"]*)"/.exec(markup)?.[1] ?? ''), HOSTILE, target)
      t.equal(unescape(/<title>([\s\S]*?)<\/title>/.exec(markup)?.[1] ?? ''), HOSTILE, target)
      const evaluated = [...markup.matchAll(/\{[^}]*\}+/g)].map(String)
      const own = new Set(['{svg}', '{play}', '{rest}', '{...props}', '{{ "maskType": "alpha" }}'])
      t.strictSame(
        evaluated.filter((part) => !own.has(part)),
        [],
        `${target} evaluates only what we wrote`,
      )
      if (target === 'react') {
        t.same(syntaxFaults(code, 'icon.jsx'), [])
        t.match(markup, 'strokeWidth="2"')
        t.match(markup, 'className="a" style={{ "maskType": "alpha" }}')
      }
      t.equal(code.includes('setCurrentTime'), trigger !== 'load', target)
    }
  }
  t.end()
})
