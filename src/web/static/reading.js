// What helps with reading an article: tabs, copies of addresses, and images in full size. It is a part of `page.js`.

import { decodedHash } from './page.js'

/** Key of the choices of tabs that are remembered, and how many are. */
const CHOICES_KEY = 'tabs'
const CHOICES_LIMIT = 30

/** Time for which a link says that its address was copied, in milliseconds. */
const COPIED_MS = 1500

/**
 * A group of tabs. Groups with the same key choose alike.
 *
 * @typedef {object} TabGroup
 * @property {string} key
 * @property {HTMLButtonElement[]} tabs
 * @property {HTMLElement[]} panels
 */

/** Choices of tabs as `key label`, the newest first. @returns {string[]} */
function readChoices() {
  try {
    const read = JSON.parse(localStorage.getItem(CHOICES_KEY) ?? '[]')
    return Array.isArray(read) ? read.filter((choice) => typeof choice === 'string').slice(0, CHOICES_LIMIT) : []
  } catch {
    // Storage may be forbidden, or hold something else.
    return []
  }
}

/** @param {string[]} choices */
function storeChoices(choices) {
  try {
    localStorage.setItem(CHOICES_KEY, JSON.stringify(choices.slice(0, CHOICES_LIMIT)))
  } catch {
    // The choice then lasts until the page is closed.
  }
}

/** @param {TabGroup} group @param {number} position */
function choiceOf({ key, tabs }, position) {
  return `${key} ${tabs[position]?.textContent ?? ''}`
}

/** Shows one panel of a group. @param {TabGroup} group @param {number} position */
function showPanel({ panels, tabs }, position) {
  for (const [at, tab] of tabs.entries()) {
    const isChosen = at === position
    tab.setAttribute('aria-selected', String(isChosen))
    tab.tabIndex = isChosen ? 0 : -1
    const panel = panels[at]
    if (panel === undefined) continue
    // A search of the browser finds text in panels that are hidden so.
    if (isChosen) panel.removeAttribute('hidden')
    else panel.setAttribute('hidden', 'until-found')
  }
}

/** Makes tabs of the groups of an article (WAI-ARIA Authoring Practices, tabs that follow the focus). */
function enableTabs() {
  /** @type {TabGroup[]} */
  const groups = []
  let choices = readChoices()

  /** Chooses a tab, in all groups that have it, without a jump of what is read. @param {TabGroup} chosen @param {number} position */
  function choose(chosen, position) {
    const choice = choiceOf(chosen, position)
    const bar = chosen.tabs[0]?.parentElement
    const topBefore = bar?.getBoundingClientRect().top ?? 0
    showPanel(chosen, position)
    for (const group of groups) {
      if (group === chosen) continue
      const alike = group.tabs.findIndex((_, at) => choiceOf(group, at) === choice)
      if (alike >= 0) showPanel(group, alike)
    }
    choices = [choice, ...choices.filter((each) => each !== choice)]
    storeChoices(choices)
    scrollBy({ top: (bar?.getBoundingClientRect().top ?? 0) - topBefore, behavior: 'instant' })
  }

  for (const [number, element] of document.querySelectorAll('.tabs[data-sync]').entries()) {
    const list = element.querySelector(':scope > .tab-list')
    const tabs = /** @type {HTMLButtonElement[]} */ ([...(list?.children ?? [])])
    const panels = /** @type {HTMLElement[]} */ ([...element.querySelectorAll(':scope > .tab')])
    const group = { key: element.getAttribute('data-sync') ?? '', tabs, panels }
    groups.push(group)
    list?.setAttribute('role', 'tablist')
    for (const [at, tab] of tabs.entries()) {
      const panel = panels[at]
      if (panel === undefined) continue
      tab.id = `ui:tab-${number}-${at}`
      panel.id ||= `ui:panel-${number}-${at}`
      tab.setAttribute('role', 'tab')
      tab.setAttribute('aria-controls', panel.id)
      panel.setAttribute('role', 'tabpanel')
      panel.setAttribute('aria-labelledby', tab.id)
      tab.addEventListener('click', () => choose(group, at))
      tab.addEventListener('keydown', (event) => {
        const next = { ArrowRight: at + 1, ArrowLeft: at - 1 + tabs.length, Home: 0, End: tabs.length - 1 }[event.key]
        if (next === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
        event.preventDefault()
        choose(group, next % tabs.length)
        tabs[next % tabs.length]?.focus()
      })
      panel.addEventListener('beforematch', () => choose(group, at))
    }
    const places = tabs.map((_, at) => choices.indexOf(choiceOf(group, at)))
    const newest = Math.min(...places.filter((place) => place >= 0))
    showPanel(group, Math.max(0, places.indexOf(newest)))
    element.classList.add('ready')
  }

  /** Shows the panels around what the address names. */
  function showTarget() {
    const target = document.getElementById(decodedHash())
    for (let panel = target?.closest('.tab'); panel; panel = panel.parentElement?.closest('.tab')) {
      const group = groups.find(({ panels }) => panels.includes(/** @type {HTMLElement} */ (panel)))
      if (group) showPanel(group, group.panels.indexOf(/** @type {HTMLElement} */ (panel)))
    }
    if (target?.closest('.tab')) target.scrollIntoView()
  }
  addEventListener('hashchange', showTarget)
  showTarget()
}

/** The link of a heading copies its address too. */
function copyAddresses() {
  for (const element of document.querySelectorAll('article .anchor')) {
    const link = /** @type {HTMLAnchorElement} */ (element)
    link.addEventListener('click', () => {
      navigator.clipboard.writeText(link.href).then(
        () => {
          link.classList.add('copied')
          setTimeout(() => link.classList.remove('copied'), COPIED_MS)
        },
        () => {},
      )
    })
  }
}

/** Shows a large image in a dialog instead of its file. */
function enlargeImages() {
  const links = document.querySelectorAll('article a.enlarge')
  if (links.length === 0) return
  const dialog = document.createElement('dialog')
  dialog.className = 'enlarged'
  // A click anywhere closes it, and so does Escape.
  dialog.addEventListener('click', () => dialog.close())
  document.body.append(dialog)
  for (const link of links) {
    link.addEventListener('click', (event) => {
      const { altKey, ctrlKey, metaKey, shiftKey } = /** @type {MouseEvent} */ (event)
      const image = [...link.querySelectorAll('img')].find((each) => each.checkVisibility())
      if (altKey || ctrlKey || metaKey || shiftKey || image === undefined) return
      event.preventDefault()
      const shown = document.createElement('img')
      // The link leads to the image for light pages.
      shown.src = image.matches('.in-dark') ? image.src : /** @type {HTMLAnchorElement} */ (link).href
      shown.alt = image.alt
      const close = document.createElement('button')
      close.type = 'button'
      close.textContent = '×'
      close.setAttribute('aria-label', document.querySelector('main')?.dataset.close ?? '')
      dialog.setAttribute('aria-label', image.alt || (link.getAttribute('title') ?? ''))
      dialog.replaceChildren(close, shown)
      dialog.showModal()
    })
  }
}

enableTabs()
enlargeImages()
if (navigator.clipboard) copyAddresses()
