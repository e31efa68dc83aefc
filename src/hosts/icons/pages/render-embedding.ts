import { embedCode } from '../../../icons/embed/embed-code.ts'
import { EMBED_TARGETS, type EmbedTarget } from '../../../icons/embed/embed-input.ts'
import { changeDrawing } from '../../../icons/rendition/drawing.ts'
import { markup, type Markup } from '../../../web/markup.ts'
import { fill } from '../../../web/messages.ts'
import { renditionFor } from './icon-choices.ts'
import { copyCodeButton, type IconPageContext } from './icon-page-context.ts'

const TARGET_NAMES: Readonly<Record<EmbedTarget, string>> = {
  html: 'HTML',
  react: 'React',
  vue: 'Vue',
  svelte: 'Svelte',
  'lottie-web': 'lottie-web',
  dotlottie: 'dotLottie',
}

/** Renders the embed codes as they were chosen. The first is open; opening another closes it. A script makes tabs of them. */
export function renderEmbedding({ input, messages }: IconPageContext): Markup {
  const { abilities, choices, icon } = input
  const { inline, rendition, trigger } = choices
  const sizePx = rendition.sizePx ?? Math.max(icon.width, icon.height)
  const held =
    inline && abilities.drawing !== null
      ? changeDrawing(abilities.drawing, { ...renditionFor('svg', choices, abilities), sizePx })
      : null
  const codes = EMBED_TARGETS.flatMap((target) => {
    const isPlayer = target === 'lottie-web' || target === 'dotlottie'
    const { colour } = renditionFor(isPlayer ? 'json' : 'svg', choices, abilities)
    const options = { rendition: { ...rendition, colour }, trigger, drawing: held }
    return embedCode(icon, target, options) ?? []
  })
  return markup`<section class="embed"><h2>${messages.embed}</h2>
${codes.map(({ code, packages, target }, index) => {
  const name = TARGET_NAMES[target]
  const install = packages.map((each) => markup`<p>${withCode(messages.install, 'package', each)}</p>\n`)
  return markup`<details name="embed" data-target="${target}"${index === 0 && markup` open`}><summary>${name}</summary>
${install}<div class="snippet"><pre tabindex="0"><code translate="no">${code}</code></pre>
${copyCodeButton(fill(messages.copyCode, { target: name }))}</div></details>
`
})}</section>
`
}

/** Fills a message whose value is code. */
function withCode(message: string, name: string, code: string): Markup {
  const [before = '', after = ''] = message.split(`{${name}}`)
  return markup`${before}<code>${code}</code>${after}`
}
