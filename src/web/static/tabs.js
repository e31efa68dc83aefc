// Makes tabs of the embed codes, which are a list to unfold without this script.

const TAB_KEY = 'embed'
let tabs = 0

/** @returns {string | null} */
function storedTab() {
  try {
    return localStorage.getItem(TAB_KEY)
  } catch {
    return null
  }
}

/** @param {HTMLElement} section */
export function makeTabs(section) {
  const list = document.createElement('div')
  list.className = 'tabs'
  list.setAttribute('role', 'tablist')
  list.setAttribute('aria-labelledby', nameOf(section.querySelector('h2')))
  const panels = [...section.querySelectorAll('details')].map((details) => {
    const summary = details.querySelector('summary')
    const tab = document.createElement('button')
    tab.type = 'button'
    tab.textContent = summary?.textContent ?? ''
    tab.dataset.target = details.dataset.target
    tab.setAttribute('role', 'tab')
    const panel = document.createElement('div')
    panel.setAttribute('role', 'tabpanel')
    panel.setAttribute('aria-labelledby', nameOf(tab))
    tab.setAttribute('aria-controls', nameOf(panel))
    summary?.remove()
    panel.append(...details.childNodes)
    details.replaceWith(panel)
    list.append(tab)
    return panel
  })
  if (panels.length === 0) return
  panels[0]?.before(list)
  const all = /** @type {HTMLElement[]} */ ([...list.children])

  /** @param {HTMLElement} tab */
  function select(tab) {
    for (const [index, other] of all.entries()) {
      other.setAttribute('aria-selected', String(other === tab))
      other.tabIndex = other === tab ? 0 : -1
      const panel = panels[index]
      if (panel) panel.hidden = other !== tab
    }
  }

  /** @param {HTMLElement} tab */
  function choose(tab) {
    select(tab)
    try {
      localStorage.setItem(TAB_KEY, tab.dataset.target ?? '')
    } catch {
      // The choice then lasts until the page is closed.
    }
  }

  list.addEventListener('click', ({ target }) => {
    if (target instanceof HTMLElement && target !== list) choose(target)
  })
  list.addEventListener('keydown', (event) => {
    const now = all.indexOf(/** @type {HTMLElement} */ (document.activeElement))
    /** @type {Record<string, number>} */
    const places = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: all.length - 1 }
    const place = places[event.key]
    if (now === -1 || place === undefined) return
    const tab = all[(place + all.length) % all.length]
    if (!tab) return
    event.preventDefault()
    choose(tab)
    tab.focus()
  })
  const first = all[0]
  const stored = all.find(({ dataset }) => dataset.target === storedTab())
  if (first) select(stored ?? first)
}

/** @param {Element | null} element */
function nameOf(element) {
  if (!element) return ''
  if (element.id === '') element.id = `ui:tab-${++tabs}`
  return element.id
}
