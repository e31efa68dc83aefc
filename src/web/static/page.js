// Features that are not needed to read a page: themes, copying of code, and the current place in the contents.

/** @typedef {'system' | 'light' | 'dark'} Theme */

/** @type {Theme[]} */
const THEMES = ['system', 'light', 'dark']

/** @param {HTMLButtonElement} button */
function enableThemeSwitch(button) {
  /** @type {Record<Theme | 'theme', string>} */
  const texts = JSON.parse(button.dataset.texts ?? '{}')
  const root = document.documentElement
  const show = () => {
    const theme = /** @type {Theme} */ (root.dataset.theme ?? 'system')
    button.title = `${texts.theme}: ${texts[theme]}`
    button.setAttribute('aria-label', button.title)
  }
  button.addEventListener('click', () => {
    const now = /** @type {Theme} */ (root.dataset.theme ?? 'system')
    const next = THEMES[(THEMES.indexOf(now) + 1) % THEMES.length] ?? 'system'
    if (next === 'system') delete root.dataset.theme
    else root.dataset.theme = next
    storeTheme(next)
    show()
  })
  addEventListener('pageshow', show)
  show()
}

/** @param {Theme} theme */
function storeTheme(theme) {
  try {
    if (theme === 'system') localStorage.removeItem('theme')
    else localStorage.setItem('theme', theme)
  } catch {
    // Storage may be forbidden. The choice then lasts until the page is closed.
  }
}

/** Says for two seconds that something was copied. @param {Element} button @param {string} copied @param {string | null} label */
function confirmCopy(button, copied, label) {
  button.textContent = copied
  setTimeout(() => (button.textContent = label), 2000)
}

/** @param {HTMLElement} block */
function addCopyButton(block) {
  const { copy = '', copied = '' } = document.querySelector('main')?.dataset ?? {}
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = copy
  // If the browser refuses, the button shows no confirmation.
  button.addEventListener('click', () => {
    const text = block.querySelector('code')?.textContent ?? ''
    navigator.clipboard.writeText(text).then(
      () => confirmCopy(button, copied, copy),
      () => {},
    )
  })
  block.append(button)
}

/** @param {HTMLButtonElement} button */
function enableCopyPage(button) {
  const { copied = '', source = '' } = button.dataset
  const label = button.textContent
  const page = async () => {
    const answer = await fetch(source)
    if (!answer.ok) throw new Error(`status ${answer.status}`)
    return new Blob([await answer.text()], { type: 'text/plain' })
  }
  button.addEventListener('click', () => {
    // The text comes later, but the clipboard must be asked for while the click counts.
    const item = new ClipboardItem({ 'text/plain': page() })
    navigator.clipboard.write([item]).then(
      () => confirmCopy(button, copied, label),
      // If the browser refuses, the page itself is shown.
      () => location.assign(source),
    )
  })
}

/** Closes a menu by Escape, and when something outside of it is chosen. */
function closeMenus() {
  /** @type {NodeListOf<HTMLDetailsElement>} */
  const menus = document.querySelectorAll('.page-menu, .in-header details')
  for (const menu of menus) {
    const close = (/** @type {Event} */ { target }) => {
      if (menu.open && target instanceof Node && !menu.contains(target)) menu.open = false
    }
    addEventListener('pointerdown', close)
    addEventListener('focusin', close)
    menu.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || !menu.open) return
      menu.open = false
      menu.querySelector('summary')?.focus()
    })
  }
}

/** The fragment of the address; empty where it is not correctly encoded. */
export function decodedHash() {
  try {
    return decodeURIComponent(location.hash.slice(1))
  } catch {
    return ''
  }
}

/** Distance from the top of the window at which a section counts as read, below the header. */
const READING_LINE_PX = 130

/**
 * Marks the section that is read in the list of contents: the last one whose heading has passed the reading line. At the end
 * of the page headings cannot come that far, so the line moves down there. A section that was asked for is marked while
 * it is in sight.
 */
function followHeadings() {
  /** @type {Map<string, Element>} */
  const links = new Map()
  for (const link of document.querySelectorAll('.contents a')) {
    links.set(decodeURIComponent(link.getAttribute('href')?.slice(1) ?? ''), link)
  }
  const headings = [...document.querySelectorAll('article :is(h2, h3)[id]')].filter(({ id }) => links.has(id))
  if (headings.length === 0) return
  const contents = document.querySelector('.contents')
  let asked = ''
  let marked = ''

  const current = () => {
    const target = headings.find(({ id }) => id === asked)?.getBoundingClientRect()
    if (target && target.top >= 0 && target.top < innerHeight) return asked
    const left = document.documentElement.scrollHeight - innerHeight - scrollY
    // Over the last screen, the line moves from its place down to the bottom of the window.
    const down = Math.max(0, 1 - left / innerHeight)
    const line = READING_LINE_PX + (innerHeight - READING_LINE_PX) * (scrollY > 0 ? down ** 3 : 0)
    return headings.findLast((heading) => heading.getBoundingClientRect().top <= line)?.id ?? ''
  }
  const mark = () => {
    const id = current()
    if (id === marked) return
    links.get(marked)?.removeAttribute('aria-current')
    marked = id
    const link = links.get(id)
    if (!link || !contents) return
    link.setAttribute('aria-current', 'location')
    const place = link.getBoundingClientRect()
    const frame = contents.getBoundingClientRect()
    if (place.top < frame.top) contents.scrollTop -= frame.top - place.top + place.height
    else if (place.bottom > frame.bottom) contents.scrollTop += place.bottom - frame.bottom + place.height
  }
  let isDue = false
  const markSoon = () => {
    if (isDue) return
    isDue = true
    requestAnimationFrame(() => {
      isDue = false
      mark()
    })
  }
  const ask = () => {
    asked = decodedHash()
    markSoon()
  }
  addEventListener('scroll', markSoon, { passive: true })
  addEventListener('resize', markSoon)
  addEventListener('hashchange', ask)
  // Who scrolls by hand leaves the section that was asked for.
  for (const name of ['wheel', 'touchmove', 'keydown']) {
    addEventListener(name, () => (asked = ''), { passive: true })
  }
  ask()
}

/** Closes a panel that covers the page when a link in it is clicked, and when the focus leaves it and its button. */
function closePanels() {
  /** @type {NodeListOf<HTMLElement>} */
  const panels = document.querySelectorAll('[popover]')
  for (const panel of panels) {
    const close = () => {
      if (panel.matches(':popover-open')) panel.hidePopover()
    }
    panel.addEventListener('click', ({ target }) => {
      if (target instanceof Element && target.closest('a')) close()
    })
    addEventListener('focusin', ({ target }) => {
      if (!(target instanceof Element) || panel.contains(target)) return
      if (!target.matches(`[popovertarget="${panel.id}"]`)) close()
    })
  }
}

for (const button of document.querySelectorAll('button.theme')) {
  enableThemeSwitch(/** @type {HTMLButtonElement} */ (button))
}
// There is no clipboard without a secure origin.
if (!navigator.clipboard) {
  for (const button of document.querySelectorAll('.copy-page')) button.remove()
} else {
  for (const block of document.querySelectorAll('.code')) addCopyButton(/** @type {HTMLElement} */ (block))
  for (const button of document.querySelectorAll('.copy-page'))
    enableCopyPage(/** @type {HTMLButtonElement} */ (button))
}
followHeadings()
closePanels()
closeMenus()
