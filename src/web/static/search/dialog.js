/** @import { SearchTexts } from '../../search-texts.ts' */
/** @import { Place } from './ask.js' */
import { createCombobox } from './combobox.js'
import { element } from './options.js'

const SVG = 'http://www.w3.org/2000/svg'

/** A magnifying glass. Attributes of SVG are no styles, so no policy forbids them. */
export function glass() {
  const drawing = document.createElementNS(SVG, 'svg')
  const stroke = { fill: 'none', stroke: 'currentColor', 'stroke-width': '2', 'stroke-linecap': 'round' }
  const size = { width: '16', height: '16', viewBox: '0 0 24 24', 'aria-hidden': 'true' }
  for (const [name, value] of Object.entries({ ...size, ...stroke })) drawing.setAttribute(name, value)
  const path = document.createElementNS(SVG, 'path')
  path.setAttribute('d', 'M11 4a7 7 0 1 0 0 14a7 7 0 1 0 0-14M16 16l5 5')
  drawing.append(path)
  return drawing
}

/**
 * Makes the dialog with the search box.
 *
 * @param {SearchTexts} texts
 * @param {string} placeholder
 * @param {Place} place
 * @param {AbortSignal} signal Ends it.
 */
export function createDialog(texts, placeholder, place, signal) {
  const input = element('input', {
    type: 'search',
    maxlength: '200',
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    enterkeyhint: 'search',
    'aria-label': texts.searchLabel,
    placeholder,
  })
  const shut = element('button', { type: 'button', class: 'close' }, [texts.close])
  const popup = element('div', { class: 'found' })
  const status = element('p', { class: 'unseen', role: 'status' })
  const keys = element('p', { class: 'keys', 'aria-hidden': 'true' }, [texts.keys])
  const form = element('form', { role: 'search' }, [glass(), input, shut])
  const dialog = element('dialog', { part: 'dialog', 'aria-label': texts.searchLabel }, [form, popup, keys, status])

  /** @param {'searched' | 'chosen'} kind @param {object} detail */
  function report(kind, detail) {
    const browser = /** @type {Navigator & { globalPrivacyControl?: boolean }} */ (navigator)
    if (EVENTS_PATH === null || browser.doNotTrack === '1' || browser.globalPrivacyControl) return
    const body = JSON.stringify({ kind: kind === 'searched' ? 'search' : 'click', ...detail })
    const headers = { 'Content-Type': 'application/json' }
    // A beacon would be sent with cookies, which no answer to every origin may allow.
    fetch(place.origin + EVENTS_PATH, { method: 'POST', keepalive: true, credentials: 'omit', headers, body }).catch(
      () => {},
    )
  }

  const combobox = createCombobox({
    input,
    popup,
    status,
    texts,
    place,
    isCounted: EVENTS_PATH !== null,
    pageOf: ({ url }) => url,
    report,
    close: () => dialog.close(),
    signal,
  })
  shut.addEventListener('click', () => dialog.close())
  dialog.addEventListener('close', () => combobox.leave())
  // To the page, keys come from an element that is no field, so it would take letters and arrows as its own.
  dialog.addEventListener('keydown', (event) => {
    if (!event.ctrlKey && !event.metaKey) event.stopPropagation()
  })
  // Only the space around the dialog belongs to it alone.
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close())
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const address = combobox.submit()
    if (address !== null) location.assign(address)
  })

  return {
    dialog,
    /** @param {string} [query] */
    open(query) {
      if (!dialog.open) dialog.showModal()
      if (query !== undefined) input.value = query
      input.focus()
      input.select()
      combobox.search()
    },
  }
}
