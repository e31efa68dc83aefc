// Opens an icon of the list in a dialog over it, with the content of its own page. Without this script the link leads to
// that page.

/** @param {HTMLElement} browse */
function enableDialog(browse) {
  /** @type {Record<'close' | 'loading', string>} */
  const texts = JSON.parse(browse.dataset.texts ?? '{}')
  const dialog = document.createElement('dialog')
  dialog.className = 'icon-dialog'
  const bar = document.createElement('div')
  bar.className = 'dialog-bar'
  const close = document.createElement('button')
  close.type = 'button'
  close.textContent = texts.close
  close.addEventListener('click', () => dialog.close())
  bar.append(close)
  const content = document.createElement('div')
  const status = document.createElement('p')
  status.className = 'unseen'
  status.setAttribute('role', 'status')
  dialog.append(bar, content, status)
  document.body.append(dialog)

  let titleBefore = ''
  let request = new AbortController()
  /** @type {HTMLElement | null} */
  let opener = null

  /** @param {string} address */
  async function show(address) {
    request.abort()
    request = new AbortController()
    const { signal } = request
    if (!dialog.open) {
      titleBefore = document.title
      const note = document.createElement('p')
      note.className = 'loading'
      note.textContent = texts.loading
      content.replaceChildren(note)
      dialog.setAttribute('aria-label', texts.loading)
      dialog.showModal()
    }
    try {
      const response = await fetch(address, { signal })
      if (!response.ok) throw new Error(`status ${response.status}`)
      const page = new DOMParser().parseFromString(await response.text(), 'text/html')
      const article = page.querySelector('article.icon')
      if (!article) throw new Error('not the page of an icon')
      const heading = /** @type {HTMLElement} */ (article.querySelector('h1'))
      heading.tabIndex = -1
      heading.id = 'ui:dialog-title'
      dialog.removeAttribute('aria-label')
      dialog.setAttribute('aria-labelledby', heading.id)
      content.replaceChildren(document.importNode(article, true))
      document.title = page.title
      dialog.scrollTop = 0
      document.getElementById(heading.id)?.focus()
    } catch {
      // The icon's own page can still be opened.
      if (!signal.aborted) location.assign(address)
    }
  }

  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!(link instanceof HTMLAnchorElement) || !isPlain(event)) return
    const isTile = link.matches('.grid .tile')
    if (!isTile && !link.matches('.icon-dialog .variants a')) return
    event.preventDefault()
    const address = link.getAttribute('href') ?? ''
    if (isTile) {
      opener = link
      history.pushState({ icon: address }, '', address)
    } else history.replaceState({ icon: address }, '', address)
    void show(address)
  })
  // A click beside the dialog closes it.
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close()
  })
  dialog.addEventListener('close', () => {
    request.abort()
    content.replaceChildren()
    document.title = titleBefore
    if (history.state?.icon) history.back()
    opener?.focus()
  })
  addEventListener('popstate', ({ state }) => {
    if (state?.icon) void show(state.icon)
    else if (dialog.open) dialog.close()
    // Going back to an address with a fragment moves the focus to the fragment.
    if (!state?.icon) setTimeout(() => opener?.focus())
  })
}

/**
 * Tells whether a click opens its link here, and not in another tab or as a download.
 * @param {MouseEvent} event
 */
function isPlain({ altKey, button, ctrlKey, metaKey, shiftKey }) {
  return button === 0 && !altKey && !ctrlKey && !metaKey && !shiftKey
}

const browse = document.querySelector('.browse')
if (browse instanceof HTMLElement) enableDialog(browse)
else {
  // Where a dialog was reloaded, Back changes the address alone: to the browser, the list is in the same document.
  const own = location.pathname
  addEventListener('popstate', () => location.pathname !== own && location.reload())
}
