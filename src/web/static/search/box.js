// The search box of our own pages: a form that works without this script, and a combobox with it.

/** @import { Result } from './ask.js' */
import { createCombobox } from './combobox.js'
import { takeHotkeys } from './hotkeys.js'

/** @param {HTMLFormElement} form */
function enableSearch(form) {
  const input = /** @type {HTMLInputElement} */ (form.elements.namedItem('q'))
  const popup = /** @type {HTMLElement} */ (form.querySelector('.search-popup'))
  const status = /** @type {HTMLElement} */ (form.querySelector('[role=status]'))
  const { value: locale } = /** @type {HTMLInputElement} */ (form.elements.namedItem('locale'))
  const version = form.elements.namedItem('version')
  const combobox = createCombobox({
    input,
    popup,
    status,
    texts: JSON.parse(form.dataset.texts ?? '{}'),
    // Pages of a version that is not the default one search in it.
    place: { origin: '', locale, ...(version instanceof HTMLInputElement ? { version: version.value } : {}) },
    isCounted: form.dataset.events !== undefined,
    pageOf,
    report: (kind, detail) => document.dispatchEvent(new CustomEvent(`signpost:${kind}`, { detail })),
  })
  form.addEventListener('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && form.contains(relatedTarget))) combobox.leave()
  })
  form.addEventListener('submit', (event) => {
    const address = combobox.submit()
    if (address === null) return
    // The form itself knows no section that the reader has chosen.
    event.preventDefault()
    location.assign(address)
  })
  takeHotkeys(['k', '/'], () => {
    input.focus()
    input.select()
  })
}

/**
 * A page stays on the origin from which it was opened, which may differ from the origin in the service's addresses. A page of
 * the site beside which Signpost works is on that site's own origin.
 *
 * @param {Result} result
 */
function pageOf({ url, markdownUrl }) {
  const { origin, pathname } = new URL(url)
  return origin === new URL(markdownUrl).origin ? pathname : url
}

for (const form of document.querySelectorAll('form.search')) enableSearch(/** @type {HTMLFormElement} */ (form))
