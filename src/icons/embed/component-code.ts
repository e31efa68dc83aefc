import type { SvgElement } from '../../svg/svg-element.ts'
import type { ComponentTarget, EmbedInput } from './embed-input.ts'
import { attribute, componentName, literal } from './escape.ts'
import { writeMarkup } from './write-markup.ts'

/** Code that shows the icon as an image from its address. */
export function imageCode(target: ComponentTarget, { height, id, title, url, width }: EmbedInput): string {
  const size = `width="${width}" height="${height}"`
  const image = `src="${attribute(url)}" ${size} alt="${attribute(title)}"`
  switch (target) {
    case 'html':
      return `<img ${image}>\n`
    case 'react':
      return (
        `export function ${componentName(id)}(props) {\n` +
        `  return <img src={${literal(url)}} width={${width}} height={${height}} alt={${literal(title)}} {...props} />\n` +
        `}\n`
      )
    case 'vue':
      return `<template>\n  <img ${image} />\n</template>\n`
    case 'svelte':
      return `<script>\n  let props = $props()\n</script>\n\n<img ${image} {...props} />\n`
  }
}

/**
 * Code that holds the drawing. It takes the colour of the text around it if it has no colour of its own, and rests until it
 * is pointed at or clicked if it has a trigger.
 */
export function inlineCode(target: ComponentTarget, input: EmbedInput, drawing: SvgElement): string {
  const write = { html: inlineHtml, react: inlineReact, vue: inlineVue, svelte: inlineSvelte }[target]
  return write(input, drawing)
}

function inlineHtml(input: EmbedInput, drawing: SvgElement): string {
  const { id, trigger } = input
  const svg = writeMarkup(labelled(drawing, input, { id }), 'markup', [])
  if (trigger === 'load') return `${svg}\n`
  const lines = [
    `const svg = document.getElementById(${literal(id)})`,
    ...motion(input, 'svg'),
    'rest()',
    ...events(
      input,
      (event, handler) => `svg.addEventListener('pointer${event}', ${handler})`,
      `svg.addEventListener('click', play)`,
    ),
  ]
  return `${svg}\n<script type="module">\n${indent(lines, 2)}\n</script>\n`
}

function inlineReact(input: EmbedInput, drawing: SvgElement): string {
  const { id, trigger } = input
  const isTriggered = trigger !== 'load'
  const handlers = isTriggered
    ? [
        'ref={svg}',
        ...events(
          input,
          (event, handler) => `onPointer${event === 'enter' ? 'Enter' : 'Leave'}={${handler}}`,
          'onClick={play}',
        ),
      ]
    : []
  const svg = writeMarkup(labelled(drawing, input), 'jsx', [...handlers, '{...props}'])
  const body = isTriggered ? [`const svg = useRef(null)`, ...motion(input, 'svg.current'), `useEffect(rest, [])`] : []
  return (
    (isTriggered ? `import { useEffect, useRef } from 'react'\n\n` : '') +
    `export function ${componentName(id)}(props) {\n` +
    (body.length === 0 ? '' : `${indent(body, 2)}\n`) +
    `  return (\n${indent(svg.split('\n'), 4)}\n  )\n}\n`
  )
}

function inlineVue(input: EmbedInput, drawing: SvgElement): string {
  if (input.trigger === 'load') {
    return `<template>\n${indent(writeMarkup(labelled(drawing, input), 'markup', []).split('\n'), 2)}\n</template>\n`
  }
  const handlers = ['ref="svg"', ...events(input, (event, handler) => `@pointer${event}="${handler}"`, '@click="play"')]
  const svg = writeMarkup(labelled(drawing, input), 'markup', handlers)
  const script = [
    `import { onMounted, ref } from 'vue'`,
    '',
    'const svg = ref(null)',
    ...motion(input, 'svg.value'),
    'onMounted(rest)',
  ]
  return `<script setup>\n${script.join('\n')}\n</script>\n\n<template>\n${indent(svg.split('\n'), 2)}\n</template>\n`
}

function inlineSvelte(input: EmbedInput, drawing: SvgElement): string {
  const isTriggered = input.trigger !== 'load'
  const handlers = isTriggered
    ? ['bind:this={svg}', ...events(input, (event, handler) => `onpointer${event}={${handler}}`, 'onclick={play}')]
    : []
  const svg = writeMarkup(labelled(drawing, input), 'markup', [...handlers, '{...props}'])
  const script = [
    ...(isTriggered ? [`import { onMount } from 'svelte'`, ''] : []),
    'let props = $props()',
    ...(isTriggered ? ['let svg', ...motion(input, 'svg'), 'onMount(rest)'] : []),
  ]
  return `<script>\n${indent(script, 2)}\n</script>\n\n${svg}\n`
}

/** The drawing as an image with a name, for those who cannot see it. */
function labelled(drawing: SvgElement, { title }: EmbedInput, first: SvgElement['attributes'] = {}): SvgElement {
  return { ...drawing, attributes: { ...first, ...drawing.attributes, ...first, role: 'img', 'aria-label': title } }
}

/** Functions that show the whole icon at rest, and that play it from its beginning. */
function motion({ stillAtSeconds }: EmbedInput, svg: string): string[] {
  return [
    `const rest = () => {`,
    `  ${svg}.setCurrentTime(${stillAtSeconds})`,
    `  ${svg}.pauseAnimations()`,
    `}`,
    `const play = () => {`,
    `  ${svg}.setCurrentTime(0)`,
    `  ${svg}.unpauseAnimations()`,
    `}`,
  ]
}

/** What starts an icon, and what stops one that would never end under the pointer. */
function events(
  { loop, trigger }: EmbedInput,
  pointer: (event: 'enter' | 'leave', handler: 'play' | 'rest') => string,
  click: string,
): string[] {
  if (trigger === 'click') return [click]
  return [pointer('enter', 'play'), ...(loop ? [pointer('leave', 'rest')] : [])]
}

function indent(lines: readonly string[], spaces: number): string {
  return lines.map((line) => (line === '' ? '' : ' '.repeat(spaces) + line)).join('\n')
}
