// Applies what is chosen of an icon at once: to the picture here, and by its page from the service to files and code.

import { announce } from './icon.js'
import { draw, drawingOf, isPaused, showColour } from './motion.js'

/** Delay of a request, so that a slider that is dragged asks once. */
const SETTLE_MS = 150
const COLOUR = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/i

let settling = 0
let asking = new AbortController()
/** What the files and the code of each form follow. @type {WeakMap<HTMLFormElement, string>} */
const followed = new WeakMap()

/**
 * @param {HTMLFormElement} form
 * @param {string} name
 */
function fieldOf(form, name) {
  return /** @type {HTMLInputElement | null} */ (form.elements.namedItem(name))
}

/**
 * The colour of the form as `#rrggbb`; empty if none, or not yet a colour.
 * @param {HTMLFormElement} form
 */
function colourOf(form) {
  const [, digits = ''] = COLOUR.exec(fieldOf(form, 'color')?.value.trim() ?? '') ?? []
  const long = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits
  return long === '' ? '' : `#${long.toLowerCase()}`
}

/**
 * Gives the address of the page that shows what is chosen. What is as usual is left out.
 * @param {HTMLFormElement} form
 */
function addressOf(form) {
  const parameters = new URLSearchParams()
  const colour = colourOf(form)
  if (colour !== '') parameters.set('color', colour.slice(1))
  const size = fieldOf(form, 'size')
  if (size && size.validity.valid && size.value !== size.dataset.own) parameters.set('size', size.value)
  const speed = fieldOf(form, 'speed')?.value ?? '1'
  if (speed !== '1') parameters.set('speed', speed)
  const trigger = fieldOf(form, 'trigger')?.value ?? 'load'
  const inline = fieldOf(form, 'inline')
  if (trigger !== 'load') parameters.set('trigger', trigger)
  else if (inline?.checked && !inline.disabled) parameters.set('inline', '1')
  const lang = fieldOf(form, 'lang')?.value
  if (lang) parameters.set('lang', lang)
  const query = parameters.toString()
  return new URL(form.action).pathname + (query === '' ? '' : `?${query}`)
}

/** @param {HTMLFormElement} form @param {EventTarget | null} changed */
function bringInStep(form, changed) {
  /** @type {HTMLInputElement | null} */
  const picker = form.querySelector('[type=color]')
  /** @type {HTMLInputElement | null} */
  const slider = form.querySelector('[type=range]')
  const colour = fieldOf(form, 'color')
  const size = fieldOf(form, 'size')
  if (changed === picker && picker && colour) colour.value = picker.value
  if (changed === slider && slider && size) size.value = slider.value
  if (picker && colourOf(form) !== '') picker.value = colourOf(form)
  if (slider && size && size.validity.valid) slider.value = size.value
  const inline = fieldOf(form, 'inline')
  if (inline && changed === fieldOf(form, 'trigger')) {
    inline.disabled = fieldOf(form, 'trigger')?.value !== 'load'
    inline.checked = inline.disabled
  }
}

/** Drawings that are on their way. @type {WeakSet<Element>} */
const drawn = new WeakSet()

/** Shows size and colour before the service has answered. @param {HTMLFormElement} form */
function showAtOnce(form) {
  const stage = /** @type {HTMLElement | null} */ (form.closest('.icon')?.querySelector('.stage'))
  const picture = stage?.querySelector('picture')
  if (!stage || !(picture instanceof HTMLElement)) return
  const size = fieldOf(form, 'size')
  if (size?.validity.valid) showSize(stage, size.value === size.dataset.own ? '' : size.value)
  const colour = colourOf(form)
  if (!('takesColour' in picture.dataset) || colour === (picture.dataset.colour ?? '')) return
  if (colour === '') delete picture.dataset.colour
  else picture.dataset.colour = colour
  if (drawingOf(picture)) showColour(picture)
  else if (!drawn.has(picture)) {
    drawn.add(picture)
    void draw(picture, isPaused())
  }
}

/** @param {HTMLElement} stage @param {string} size */
function showSize(stage, size) {
  if (size === '') stage.style.removeProperty('--icon-size')
  else stage.style.setProperty('--icon-size', `min(${Number(size)}px, 100%)`)
}

/**
 * A field tells once more that it has changed when the focus leaves it. A tab that is being clicked would then be replaced
 * before the button is up, and the click lost.
 * @param {HTMLFormElement} form
 */
async function followChange(form) {
  if (followed.get(form) !== addressOf(form)) await follow(form)
}

/** Has files and code follow what is chosen. @param {HTMLFormElement} form */
async function follow(form) {
  // The dialog of the form may be closed, and the address that of the list again.
  if (!form.isConnected) return
  asking.abort()
  asking = new AbortController()
  const { signal } = asking
  const address = addressOf(form)
  try {
    const response = await fetch(address, { signal })
    if (!response.ok) throw new Error(`status ${response.status}`)
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    const article = form.closest('.icon')
    const fresh = page.querySelector('article.icon')
    if (signal.aborted || !form.isConnected || !article || !fresh) return
    show(article, fresh)
    followed.set(form, address)
    const isDialog = article.closest('dialog') !== null
    history.replaceState(isDialog ? { icon: address } : history.state, '', address)
    if (!isDialog) replace(document.body, page.body, '.languages')
  } catch {
    // The address shows the same, or says why it cannot.
    if (!signal.aborted && form.isConnected) announce(address)
  }
}

/** @param {Element} article @param {Element} fresh */
function show(article, fresh) {
  /** @type {HTMLElement | null} */
  const before = article.querySelector('.preview')
  /** @type {HTMLElement | null} */
  const after = fresh.querySelector('.preview')
  if (before && after) {
    /** @type {HTMLElement | null} */
    const old = before.querySelector('picture')
    /** @type {HTMLElement | null} */
    const next = after.querySelector('picture')
    const isSame = old?.dataset.draw === next?.dataset.draw && before.dataset.trigger === after.dataset.trigger
    const isPlaying = before.querySelector('.lottie-player') !== null
    const isStale = isPlaying && before.dataset.lottie !== after.dataset.lottie
    Object.assign(before.dataset, after.dataset)
    if (!isSame || isStale) replace(before, after, '.stage')
    if (isStale) replace(before, after, '.controls')
    /** @type {HTMLElement | null} */
    const stage = before.querySelector('.stage')
    if (stage) showSize(stage, after.dataset.size ?? '')
    if (!isSame) rest(before)
  }
  for (const part of ['.icon-files', '.embed', '.swatches', '.reset', '#ui\\:inline-note'])
    replace(article, fresh, part)
}

/**
 * Replaces a part. The focus moves to what stands in its place, or else to the first field of the form.
 * @param {Element} root @param {Element} fresh @param {string} part
 */
function replace(root, fresh, part) {
  const before = root.querySelector(part)
  const next = fresh.querySelector(part)
  if (!before || !next) return
  const place = stops(before).indexOf(/** @type {HTMLElement} */ (document.activeElement))
  const after = document.importNode(next, true)
  before.replaceWith(after)
  if (place === -1) return
  // The controls that need a script are shown first.
  queueMicrotask(() => {
    stops(after)[place]?.focus()
    const field = root.querySelector('.customise input:not([type=hidden])')
    if (!after.contains(document.activeElement) && field instanceof HTMLInputElement) field.focus()
  })
}

/** What may have the focus in a part. @param {Element} part */
function stops(part) {
  const all = /** @type {HTMLElement[]} */ ([part, ...part.querySelectorAll('*')])
  return all.filter((element) => element.matches('a, button, input, [tabindex]'))
}

/** Shows the whole icon at rest if it waits for a pointer. @param {Element} preview */
function rest(preview) {
  const picture = preview.querySelector('picture')
  const isWaiting = preview instanceof HTMLElement && preview.dataset.trigger !== 'load'
  if (isWaiting && picture instanceof HTMLElement) void draw(picture, true)
}

/** @param {Event} event */
function onChange({ target, type }) {
  const form = target instanceof Element ? target.closest('form.customise') : null
  if (!(form instanceof HTMLFormElement)) return
  bringInStep(form, target)
  showAtOnce(form)
  // An answer to what was chosen before would undo what is shown.
  asking.abort()
  clearTimeout(settling)
  settling = setTimeout(() => void followChange(form), type === 'change' ? 0 : SETTLE_MS)
}

/** @param {HTMLFormElement} form @param {string} colour */
function chooseColour(form, colour) {
  const field = fieldOf(form, 'color')
  if (!field) return
  field.value = colour
  field.dispatchEvent(new Event('change', { bubbles: true }))
}

/** @param {HTMLFormElement} form */
function reset(form) {
  const set = (/** @type {string} */ name, /** @type {string} */ value) => {
    const field = fieldOf(form, name)
    if (field) field.value = value
  }
  set('size', fieldOf(form, 'size')?.dataset.own ?? '')
  set('speed', '1')
  set('trigger', 'load')
  const inline = fieldOf(form, 'inline')
  if (inline) inline.disabled = inline.checked = false
  set('color', '')
  fieldOf(form, 'size')?.dispatchEvent(new Event('change', { bubbles: true }))
}

document.addEventListener('input', onChange)
document.addEventListener('change', onChange)
document.addEventListener('submit', (event) => {
  const { target } = event
  if (!(target instanceof HTMLFormElement) || !target.matches('.customise')) return
  event.preventDefault()
  void follow(target)
})
document.addEventListener('click', (event) => {
  const { altKey, button, ctrlKey, metaKey, shiftKey, target } = event
  const link = target instanceof Element ? target.closest('.swatch, .reset') : null
  const form = link?.closest('form')
  if (!(link instanceof HTMLElement) || !form || button !== 0 || altKey || ctrlKey || metaKey || shiftKey) return
  event.preventDefault()
  if (link.matches('.reset')) reset(form)
  else chooseColour(form, link.dataset.colour ?? '')
})
for (const [event, stopped] of /** @type {const} */ ([
  ['pointerover', false],
  ['pointerout', true],
  ['click', false],
])) {
  document.addEventListener(event, (/** @type {Event} */ change) => {
    const stage = change.target instanceof Element ? change.target.closest('.stage') : null
    const preview = stage?.closest('.preview')
    const picture = stage?.querySelector('picture')
    if (!(preview instanceof HTMLElement) || !(picture instanceof HTMLElement)) return
    const { relatedTarget } = /** @type {PointerEvent} */ (change)
    if (relatedTarget instanceof Node && stage?.contains(relatedTarget)) return
    const isAwaited = preview.dataset.trigger === (event === 'click' ? 'click' : 'hover')
    if (isAwaited && (!stopped || 'loops' in preview.dataset)) void draw(picture, stopped)
  })
}
new MutationObserver((changes) => {
  for (const { addedNodes } of changes) {
    for (const node of addedNodes) {
      if (!(node instanceof Element)) continue
      for (const preview of node.querySelectorAll('.preview')) begin(preview)
    }
  }
}).observe(document.body, { childList: true, subtree: true })

/** Shows what the address of the page has chosen. @param {Element} preview */
function begin(preview) {
  const stage = preview.querySelector('.stage')
  if (preview instanceof HTMLElement && stage instanceof HTMLElement) showSize(stage, preview.dataset.size ?? '')
  rest(preview)
}
for (const preview of document.querySelectorAll('.preview')) begin(preview)
