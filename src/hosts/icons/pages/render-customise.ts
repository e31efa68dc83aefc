import { TRIGGERS } from '../../../icons/embed/embed-input.ts'
import { CURRENT_COLOUR } from '../../../icons/rendition/recolour-svg.ts'
import { SIZE_MAXIMUM_PX, SIZE_MINIMUM_PX } from '../../../icons/rendition/rendition.ts'
import { markup, type Markup } from '../../../web/markup.ts'
import { fill } from '../../../web/messages.ts'
import { canColour, choiceParameters, type IconChoices } from './icon-choices.ts'
import type { IconPageContext } from './icon-page-context.ts'
import { iconAddress } from './icons-address.ts'

/** Colours to choose at once. The style sheet shows them, since pages hold no styles. */
const PRESETS = ['#e11d48', '#ea580c', '#ca8a04', '#16a34a', '#0d9488', '#2563eb', '#7c3aed', '#64748b', '#ffffff']
const SPEEDS = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4]

/**
 * Renders what can be chosen of an icon as a form, which shows the page of the chosen icon when it is sent. A script sends it
 * at every change.
 */
export function renderCustomise(context: IconPageContext): Markup {
  const { choices, icon, lang } = context.input
  const { messages } = context
  return markup`<form class="customise" action="/icons/${icon.id}" autocomplete="off" aria-label="${messages.customise}">
${lang !== null && markup`<input type="hidden" name="lang" value="${lang}">\n`}${colourField(context)}${sizeField(context)}${motionFields(context)}<p class="customise-end"><button class="apply">${messages.apply}</button>
<a class="reset" href="${iconAddress(icon.id, lang)}"${choiceParameters(choices).size === 0 && markup` hidden`}>${messages.reset}</a></p>
</form>
`
}

function colourField({ input, messages }: IconPageContext): Markup {
  const { abilities, choices, icon, lang } = input
  if (!canColour(abilities)) return markup`<p class="note">${messages.ownColours}</p>\n`
  const { colour } = choices.rendition
  const ink = abilities.drawing?.ink ?? null
  const own = ink !== null && ink !== CURRENT_COLOUR ? fill(messages.ownColour, { colour: ink }) : messages.colourOfText
  const presets = PRESETS.map((preset) => {
    const chosen: IconChoices = { ...choices, rendition: { ...choices.rendition, colour: preset } }
    const current = preset === colour && markup` aria-current="true"`
    return markup`<li><a class="swatch" href="${iconAddress(icon.id, lang, choiceParameters(chosen))}" data-colour="${preset}" aria-label="${preset}" title="${preset}"${current}></a></li>\n`
  })
  return markup`<div class="option"><label for="ui:colour">${messages.colour}</label>
<div class="colour"><input type="color" value="${colour ?? '#000000'}" aria-label="${messages.pickColour}" hidden>
<input id="ui:colour" name="color" value="${colour ?? ''}" maxlength="7" size="8" pattern="#?([0-9a-fA-F]{6}|[0-9a-fA-F]{3})" placeholder="#e11d48" spellcheck="false" autocapitalize="off" aria-describedby="ui:colour-note">
<ul class="swatches">
${presets}</ul></div>
<p class="note" id="ui:colour-note">${own}</p></div>
`
}

function sizeField({ input, messages }: IconPageContext): Markup {
  const { choices, icon } = input
  const size = choices.rendition.sizePx ?? ownSize(icon)
  const bounds = markup`min="${SIZE_MINIMUM_PX}" max="${SIZE_MAXIMUM_PX}"`
  return markup`<div class="option"><label for="ui:size">${messages.sizeInPixels}</label>
<div class="range"><input type="number" id="ui:size" name="size" ${bounds} step="1" value="${size}" data-own="${ownSize(icon)}">
<input type="range" ${bounds} step="8" value="${size}" aria-label="${messages.sizeInPixels}" hidden></div></div>
`
}

function ownSize({ height, width }: { readonly height: number; readonly width: number }): number {
  return Math.min(SIZE_MAXIMUM_PX, Math.max(SIZE_MINIMUM_PX, Math.round(Math.max(width, height))))
}

function motionFields({ input, messages, numbers }: IconPageContext): Markup {
  const { abilities, choices } = input
  const { rendition, trigger } = choices
  if (abilities.drawing?.hasTimes !== true) return markup`<p class="note">${messages.fixedSpeed}</p>\n`
  const speeds = SPEEDS.includes(rendition.speed) ? SPEEDS : [...SPEEDS, rendition.speed].toSorted((a, b) => a - b)
  const option = (value: string, text: string, isChosen: boolean): Markup =>
    markup`<option value="${value}"${isChosen && markup` selected`}>${text}</option>\n`
  return markup`<div class="fields"><div class="option"><label for="ui:speed">${messages.speed}</label>
<select id="ui:speed" name="speed">
${speeds.map((speed) => option(String(speed), `${numbers.format(speed)}×`, speed === rendition.speed))}</select></div>
<div class="option"><label for="ui:trigger">${messages.trigger}</label>
<select id="ui:trigger" name="trigger">
${TRIGGERS.map((each) => option(each, messages.triggers[each], each === trigger))}</select></div></div>
<label class="choice"><input type="checkbox" name="inline" value="1"${choices.inline && markup` checked`}${trigger !== 'load' && markup` disabled`} aria-describedby="ui:inline-note"> ${messages.inline}</label>
<p class="note" id="ui:inline-note">${trigger === 'load' ? messages.inlineHint : messages.triggerHint}</p>
`
}
