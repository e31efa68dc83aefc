import type { EmbedCode, EmbedInput } from './embed-input.ts'
import { attribute, literal } from './escape.ts'

type Written = Pick<EmbedCode, 'code' | 'packages'>

export function lottieWebCode(input: EmbedInput): Written {
  const { height, id, loop, speed, title, trigger, url, width } = input
  const lines = [
    `import lottie from 'lottie-web'`,
    '',
    `const container = document.getElementById(${literal(id)})`,
    `const animation = lottie.loadAnimation({`,
    `  container,`,
    `  path: ${literal(url)},`,
    `  renderer: 'svg',`,
    `  loop: ${loop},`,
    `  autoplay: ${trigger === 'load'},`,
    `})`,
    ...(speed === 1 ? [] : [`animation.setSpeed(${speed})`]),
    ...listeners(input, 'container', {
      ready: 'DOMLoaded',
      rest: ['animation.goToAndStop(animation.totalFrames / 2, true)'],
      play: ['animation.goToAndPlay(0, true)'],
    }),
  ]
  return {
    packages: ['lottie-web'],
    code:
      `<div id="${attribute(id)}" role="img" aria-label="${attribute(title)}" ` +
      `style="width: ${width}px; height: ${height}px"></div>\n${script(lines)}`,
  }
}

export function dotLottieCode(input: EmbedInput): Written {
  const { height, id, loop, speed, title, trigger, url, width } = input
  const lines = [
    `import { DotLottie } from '@lottiefiles/dotlottie-web'`,
    '',
    `const canvas = document.getElementById(${literal(id)})`,
    `const animation = new DotLottie({`,
    `  canvas,`,
    `  src: ${literal(url)},`,
    `  loop: ${loop},`,
    `  autoplay: ${trigger === 'load'},`,
    ...(speed === 1 ? [] : [`  speed: ${speed},`]),
    `})`,
    ...listeners(input, 'canvas', {
      ready: 'load',
      rest: ['animation.pause()', 'animation.setFrame(animation.totalFrames / 2)'],
      play: ['animation.stop()', 'animation.play()'],
    }),
  ]
  return {
    packages: ['@lottiefiles/dotlottie-web'],
    code:
      `<canvas id="${attribute(id)}" width="${width}" height="${height}" role="img" ` +
      `aria-label="${attribute(title)}"></canvas>\n${script(lines)}`,
  }
}

interface Moves {
  /** Event of the player after which it can show a frame. */
  readonly ready: string
  /** Statements that show the frame in the middle, at which everything is seen. */
  readonly rest: readonly string[]
  readonly play: readonly string[]
}

/** Lines that have an icon rest until its element is pointed at or clicked. */
function listeners({ loop, trigger }: EmbedInput, element: string, { play, ready, rest }: Moves): string[] {
  if (trigger === 'load') return []
  const event = trigger === 'hover' ? 'pointerenter' : 'click'
  return [
    '',
    ...method('rest', rest),
    ...method('play', play),
    `animation.addEventListener('${ready}', rest)`,
    `${element}.addEventListener('${event}', play)`,
    ...(loop && trigger === 'hover' ? [`${element}.addEventListener('pointerleave', rest)`] : []),
  ]
}

function method(name: string, statements: readonly string[]): string[] {
  return [`const ${name} = () => {`, ...statements.map((statement) => `  ${statement}`), '}']
}

function script(lines: readonly string[]): string {
  const indented = lines.map((line) => (line === '' ? '' : `  ${line}`))
  return `<script type="module">\n${indented.join('\n')}\n</script>\n`
}
