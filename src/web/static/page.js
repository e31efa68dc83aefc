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
    button.dataset.state = theme
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
  show()
  button.hidden = false
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

/** @param {HTMLElement} block */
function addCopyButton(block) {
  const { copy = '', copied = '' } = document.querySelector('main')?.dataset ?? {}
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = copy
  const showCopied = () => {
    button.textContent = copied
    setTimeout(() => (button.textContent = copy), 2000)
  }
  // If the browser refuses, the button shows no confirmation.
  button.addEventListener('click', () => {
    navigator.clipboard.writeText(block.querySelector('code')?.textContent ?? '').then(showCopied, () => {})
  })
  block.append(button)
}

/** Marks the current heading in the list of contents. */
function followHeadings() {
  /** @type {Map<string, Element>} */
  const links = new Map()
  for (const link of document.querySelectorAll('.contents a')) {
    links.set(decodeURIComponent(link.getAttribute('href')?.slice(1) ?? ''), link)
  }
  const headings = [...document.querySelectorAll('article :is(h2, h3)[id]')].filter(({ id }) => links.has(id))
  /** @type {Set<Element>} */
  const visible = new Set()
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) visible.add(target)
        else visible.delete(target)
      }
      const current = headings.find((heading) => visible.has(heading))
      if (!current) return
      for (const [id, link] of links) {
        if (id === current.id) link.setAttribute('aria-current', 'location')
        else link.removeAttribute('aria-current')
      }
    },
    { rootMargin: '-80px 0px -60% 0px' },
  )
  for (const heading of headings) observer.observe(heading)
}

/** Closes a panel that covers the page when a link in it is clicked. */
function closePanelsOnLinks() {
  for (const panel of document.querySelectorAll('[popover]')) {
    panel.addEventListener('click', (event) => {
      if (event.target instanceof HTMLAnchorElement && panel.matches(':popover-open')) {
        ;/** @type {HTMLElement} */ (panel).hidePopover()
      }
    })
  }
}

for (const button of document.querySelectorAll('button.theme')) {
  enableThemeSwitch(/** @type {HTMLButtonElement} */ (button))
}
// There is no clipboard without a secure origin.
if (navigator.clipboard) {
  for (const block of document.querySelectorAll('.code')) addCopyButton(/** @type {HTMLElement} */ (block))
}
followHeadings()
closePanelsOnLinks()
document.querySelector('.site-nav [aria-current=page]')?.scrollIntoView({ block: 'nearest' })
