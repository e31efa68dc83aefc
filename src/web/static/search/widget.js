// Puts the box where the script of the widget stands, and takes its attributes from there.

import { SignpostSearch } from './element.js'

const script = /** @type {HTMLScriptElement | null} */ (document.currentScript)

/** @param {HTMLScriptElement} script */
function place({ dataset, parentElement, src }) {
  const box = document.createElement('signpost-search')
  const { into, ...attributes } = dataset
  box.setAttribute('origin', new URL(src).origin)
  for (const [name, value] of Object.entries(attributes)) box.setAttribute(name, value ?? '')
  if (into === undefined && parentElement !== document.head) return script?.after(box)
  if (into === undefined) box.setAttribute('floating', '')
  const container = into === undefined ? document.body : document.querySelector(into)
  if (container) container.append(box)
  // eslint-disable-next-line no-console -- whoever embeds the widget looks there
  else console.error(`signpost: no element matches data-into="${into}"`)
}

if (!customElements.get('signpost-search')) customElements.define('signpost-search', SignpostSearch)
if (script && script.dataset.into !== 'none') {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', () => place(script))
  else place(script)
}
