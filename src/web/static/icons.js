// Updates the list of icons while typing: search, filters, further icons and keys. Without this script the same list is a
// form with pages.

/** @typedef {{ ext: string, url: string }} Format */
/** @typedef {{ id: string, title: string, set: string, style: string, loop: boolean, formats: Format[] }} Icon */
/** @typedef {Record<string, { value: string, count: number }[]>} Facets */
/** @typedef {{ query: string, total: number, offset: number, results: Icon[], nearest?: Icon[], facets?: Facets }} Found */
/** @typedef {'filters' | 'filtersActive' | 'icons' | 'iconsFor' | 'limited' | 'more' | 'nearest' | 'noIcons' | 'noIconsHere' | 'oneIcon' | 'shown' | 'siteName' | 'unavailable'} TextName */

/** Delay of a search until the typing pauses, since every search counts against the visitor's limit. */
const PAUSE_MS = 280
const QUERY_LIMIT = 200
const FILTERS = ['category', 'style', 'set', 'format']
const SUGGESTIONS = 6

const form = /** @type {HTMLFormElement} */ (document.getElementById('ui:search'))
const input = /** @type {HTMLInputElement} */ (form.elements.namedItem('q'))
const locale = document.documentElement.lang
const lang = new URLSearchParams(location.search).get('lang')
const numbers = new Intl.NumberFormat(locale)

/** @param {HTMLElement} browse */
function enableBrowsing(browse) {
  /** @type {Record<TextName, string>} */
  const texts = JSON.parse(browse.dataset.texts ?? '{}')
  const pageSize = Number(browse.dataset.pageSize)
  const pausedImage = browse.dataset.paused ?? ''
  /** @param {string} selector */
  const find = (selector) => /** @type {HTMLElement} */ (browse.querySelector(selector))
  const grid = find('.grid')
  const nearestTitle = find('.nearest')
  const count = find('.count')
  const clear = /** @type {HTMLAnchorElement} */ (find('.clear'))
  const nothing = find('.nothing')
  const paging = find('.paging')
  const place = find('.paging p')
  const more = /** @type {HTMLAnchorElement} */ (find('.more'))
  const template = /** @type {HTMLTemplateElement} */ (find('template'))
  const menuButton = find('.menu-button')
  const status = /** @type {HTMLElement} */ (document.getElementById('ui:status'))

  let timer = 0
  let request = new AbortController()
  let shownView = viewText()
  /** What the line above the icons says of the list, while it may tell of a fault. */
  let shownCount = count.textContent
  let total = 0
  /** Whether a search waits until no icon is open over the list. */
  let isWaiting = false

  function filters() {
    /** @type {Record<string, string>} */
    const chosen = {}
    for (const name of FILTERS) {
      const value = new FormData(form).get(name)
      if (typeof value === 'string' && value !== '') chosen[name] = value
    }
    return chosen
  }

  function query() {
    return input.value.normalize('NFKC').trim().replace(/\s+/gu, ' ')
  }

  /** Writes the present view in the form of the page's address. */
  function viewText() {
    const q = query()
    return new URLSearchParams({ ...(q === '' ? {} : { q }), ...filters(), ...(lang ? { lang } : {}) }).toString()
  }

  /**
   * Schedules a search, and aborts the previous one, so that its answer cannot arrive in between. Until the list is that of
   * the form, there is no more of it.
   */
  function schedule(pauseMs = PAUSE_MS) {
    clearTimeout(timer)
    request.abort()
    more.hidden = true
    timer = setTimeout(() => void search(), pauseMs)
  }

  /** Whether an icon is open over the list, so that the address and the title are those of the icon. */
  const isCovered = () => Boolean(history.state?.icon)

  async function search() {
    clearTimeout(timer)
    isWaiting = isCovered()
    if (isWaiting) return
    const view = viewText()
    if (view === shownView) {
      grid.removeAttribute('aria-busy')
      forgetFault()
      return showMore()
    }
    grid.setAttribute('aria-busy', 'true')
    const found = await fetchIcons(view, 0, () => void search())
    if (found === null) return
    isWaiting = isCovered()
    if (isWaiting) return
    shownView = view
    history.replaceState(history.state, '', view === '' ? '/' : `/?${view}`)
    show(found)
  }

  /**
   * Fetches icons; null: a later search replaced this one, or the service did not answer, which is shown.
   * @param {string} view
   * @param {number} offset
   * @param {() => void} again
   * @returns {Promise<Found | null>}
   */
  async function fetchIcons(view, offset, again) {
    request.abort()
    request = new AbortController()
    const { signal } = request
    const parameters = new URLSearchParams(view)
    const q = parameters.get('q')
    if (q !== null) parameters.set('q', Array.from(q).slice(0, QUERY_LIMIT).join(''))
    parameters.delete('lang')
    parameters.set('limit', String(pageSize))
    parameters.set('offset', String(offset))
    if (offset === 0) parameters.set('include', 'facets')
    try {
      const response = await fetch(`/api/v1/icons?${parameters}`, { signal })
      if (response.status === 429) {
        const seconds = Number(response.headers.get('retry-after')) || 60
        showFault(texts.limited.replace('{seconds}', numbers.format(seconds)))
        clearTimeout(timer)
        timer = setTimeout(again, seconds * 1000)
        return null
      }
      if (!response.ok) throw new Error(`status ${response.status}`)
      return await response.json()
    } catch {
      if (!signal.aborted) showFault(texts.unavailable)
      return null
    }
  }

  /** @param {string} text */
  function showFault(text) {
    grid.removeAttribute('aria-busy')
    count.textContent = text
    status.textContent = text
  }

  function forgetFault() {
    if (count.textContent !== shownCount) count.textContent = status.textContent = shownCount
  }

  /** @param {Found} found */
  function show(found) {
    const q = query()
    total = found.total
    grid.removeAttribute('aria-busy')
    const { nearest = [], results } = found
    const focused = [...grid.querySelectorAll('a')].find((link) => link === document.activeElement)
    grid.replaceChildren(...[...results, ...nearest].map(tile))
    nearestTitle.hidden = nearest.length === 0
    rove(grid, 0)
    // The icon that has the focus may stand elsewhere now, or no longer in the list.
    if (focused)
      ([...grid.querySelectorAll('a')].find(({ dataset }) => dataset.id === focused.dataset.id) ?? input).focus()
    const icons = total === 1 ? texts.oneIcon : texts.icons.replace('{count}', numbers.format(total))
    const text = q === '' ? icons : texts.iconsFor.replace('{icons}', icons).replace('{query}', () => q)
    count.textContent = shownCount = text
    status.textContent = nearest.length === 0 ? text : `${text}. ${texts.nearest}`
    document.title = q === '' ? texts.siteName : `${q} · ${texts.siteName}`
    nothing.hidden = total > 0
    if (total === 0) showNothing(q)
    browse.querySelector('.previous')?.remove()
    showMore()
    showFilters()
    showCounts(found.facets ?? {})
  }

  /**
   * Shows how many icons each choice of the filters would give.
   * @param {Facets} facets
   */
  function showCounts(facets) {
    for (const name of FILTERS) {
      const counts = new Map(facets[name]?.map(({ count: icons, value }) => [value, icons]))
      for (const choice of document.querySelectorAll(`.filters input[name=${name}]:not([value=''])`)) {
        const icons = counts.get(/** @type {HTMLInputElement} */ (choice).value) ?? 0
        const label = choice.closest('label')
        const small = label?.querySelector('small')
        label?.classList.toggle('none', icons === 0)
        if (small) small.textContent = numbers.format(icons)
      }
    }
  }

  /** @param {string} q */
  function showNothing(q) {
    const title = /** @type {HTMLElement} */ (nothing.querySelector('.nothing-title'))
    title.textContent = q === '' ? texts.noIconsHere : texts.noIcons.replace('{query}', () => q)
    if (q !== '') void suggest(q)
  }

  /**
   * Replaces the words that came with the page by words that begin like the query.
   * @param {string} q
   */
  async function suggest(q) {
    const characters = Array.from(q)
    const prefix = characters.slice(0, /\p{Script=Latin}/u.test(q) ? 3 : 1).join('')
    try {
      const parameters = new URLSearchParams({ prefix, limit: String(SUGGESTIONS) })
      const response = await fetch(`/api/v1/suggest?${parameters}`, { signal: request.signal })
      if (!response.ok) return
      const { suggestions } = /** @type {{ suggestions: { text: string }[] }} */ (await response.json())
      if (suggestions.length === 0) return
      const items = suggestions.map(({ text }) => {
        const link = document.createElement('a')
        link.href = `/?${new URLSearchParams({ q: text, ...(lang ? { lang } : {}) })}`
        link.textContent = text
        const item = document.createElement('li')
        item.append(link)
        return item
      })
      nothing.querySelector('.words')?.replaceChildren(...items)
    } catch {
      // The present words stay.
    }
  }

  function showMore() {
    const shown = firstShown() + grid.childElementCount
    const hasMore = shown < total
    more.hidden = !hasMore
    more.textContent = texts.more
    paging.hidden = total <= pageSize
    place.textContent = texts.shown
      .replace('{shown}', numbers.format(grid.childElementCount))
      .replace('{count}', numbers.format(total))
    const parameters = new URLSearchParams(shownView)
    parameters.set('page', String(Math.floor(shown / pageSize) + 1))
    more.href = `/?${parameters}`
  }

  /** Gives the position of the list's first icon, since a page other than the first may have been opened. */
  function firstShown() {
    return browse.querySelector('.previous') ? (Number(browse.dataset.page) - 1) * pageSize : 0
  }

  function showFilters() {
    const chosen = Object.keys(filters()).length
    clear.hidden = chosen === 0
    const q = query()
    const parameters = new URLSearchParams({ ...(q === '' ? {} : { q }), ...(lang ? { lang } : {}) })
    clear.href = `/?${parameters}`
    menuButton.textContent =
      chosen === 0 ? texts.filters : texts.filtersActive.replace('{count}', numbers.format(chosen))
    for (const link of document.querySelectorAll('.languages a')) {
      const address = new URLSearchParams(shownView)
      address.set('lang', link.getAttribute('lang') ?? '')
      link.setAttribute('href', `/?${address}`)
    }
  }

  async function showFurther() {
    const countBefore = grid.childElementCount
    more.setAttribute('aria-busy', 'true')
    const found = await fetchIcons(shownView, firstShown() + countBefore, () => void showFurther())
    more.removeAttribute('aria-busy')
    if (found === null) return
    forgetFault()
    total = found.total
    grid.append(...found.results.map(tile))
    rove(grid, countBefore)
    showMore()
    status.textContent = place.textContent
    grid.children[countBefore]?.querySelector('a')?.focus()
  }

  /**
   * @param {Icon} icon
   * @returns {Element}
   */
  function tile(icon) {
    const item = /** @type {Element} */ (template.content.firstElementChild?.cloneNode(true))
    const link = /** @type {HTMLAnchorElement} */ (item.querySelector('a'))
    const picture = /** @type {HTMLElement} */ (item.querySelector('picture'))
    const source = /** @type {HTMLSourceElement} */ (item.querySelector('source'))
    const image = /** @type {HTMLImageElement} */ (item.querySelector('img'))
    const name = /** @type {HTMLElement} */ (item.querySelector('.tile-name'))
    link.href = `/icons/${icon.id}${lang ? `?lang=${lang}` : ''}`
    link.dataset.id = icon.id
    name.textContent = icon.title
    picture.dataset.set = icon.set
    picture.dataset.style = icon.style
    const still = pathOf(icon, 'png')
    if (still === null) picture.dataset.smil = icon.loop ? 'loop' : 'once'
    if (still !== null || icon.loop) source.srcset = still ?? pausedImage
    else source.remove()
    image.src = pathOf(icon, 'svg') ?? pausedImage
    return item
  }

  input.addEventListener('input', (event) => {
    // Incomplete pinyin is no query. Korean syllables are one from the first character on.
    const isComposing = event instanceof InputEvent && event.isComposing
    if (!(isComposing && locale === 'zh')) schedule()
  })
  input.addEventListener('compositionend', () => schedule())
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const panel = document.querySelector('.filters:popover-open')
    if (panel instanceof HTMLElement) panel.hidePopover()
    schedule(0)
  })
  document.querySelector('.filters')?.addEventListener('change', () => schedule())
  addEventListener('popstate', () => {
    if (isWaiting) void search()
  })
  clear.addEventListener('click', (event) => {
    if (!isPlain(event)) return
    event.preventDefault()
    for (const name of FILTERS) {
      const all = document.querySelector(`.filters input[name=${name}][value='']`)
      if (all instanceof HTMLInputElement) all.checked = true
    }
    input.focus()
    schedule(0)
  })
  more.addEventListener('click', (event) => {
    if (!isPlain(event)) return
    event.preventDefault()
    void showFurther()
  })
  grid.addEventListener('keydown', moveInGrid)
  grid.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') input.focus()
  })
  grid.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLAnchorElement) rove(grid, [...grid.querySelectorAll('a')].indexOf(target))
  })
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowDown' || event.isComposing) return
    const first = grid.querySelector("a[tabindex='0']")
    if (!(first instanceof HTMLElement)) return
    event.preventDefault()
    first.focus()
  })
  rove(grid, 0)

  total = Number(browse.dataset.total)
  if (grid.childElementCount > 0) showMore()
  showFilters()
}

/**
 * Makes one icon the stop of the Tab key. The arrow keys reach the others.
 * @param {HTMLElement} grid
 * @param {number} stop
 */
function rove(grid, stop) {
  for (const [index, link] of grid.querySelectorAll('a').entries()) link.tabIndex = index === stop ? 0 : -1
}

/**
 * Moves the focus between icons by the arrow keys, according to their positions.
 * @param {KeyboardEvent} event
 */
function moveInGrid(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
  const links = [.../** @type {HTMLElement} */ (event.currentTarget).querySelectorAll('a')]
  const now = links.indexOf(/** @type {HTMLAnchorElement} */ (document.activeElement))
  if (now === -1) return
  const top = links[0]?.offsetTop
  const below = links.findIndex((link) => link.offsetTop !== top)
  const columns = below === -1 ? links.length : below
  const forward = getComputedStyle(document.documentElement).direction === 'rtl' ? -1 : 1
  /** @type {Record<string, number>} */
  const steps = { ArrowLeft: -forward, ArrowRight: forward, ArrowUp: -columns, ArrowDown: columns }
  const step = steps[event.key]
  const next = event.key === 'Home' ? 0 : event.key === 'End' ? links.length - 1 : step === undefined ? -1 : now + step
  const link = links[next]
  if (!link) return
  event.preventDefault()
  link.focus()
}

/**
 * Tells whether a click opens its link here, and not in another tab or as a download.
 * @param {MouseEvent} event
 */
function isPlain({ altKey, button, ctrlKey, metaKey, shiftKey }) {
  return button === 0 && !altKey && !ctrlKey && !metaKey && !shiftKey
}

/**
 * Gives the path of a file on the origin from which the page was opened. That may differ from the origin in the service's
 * addresses.
 * @param {Icon} icon
 * @param {string} ext
 */
function pathOf({ formats }, ext) {
  const url = formats.find((format) => format.ext === ext)?.url
  if (url === undefined) return null
  const { pathname, search } = new URL(url)
  return pathname + search
}

document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]'))
    return
  const { target } = event
  if (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input:not([type=radio]), textarea, select'))
  )
    return
  event.preventDefault()
  input.focus()
  input.select()
})
const browse = document.querySelector('.browse')
if (browse instanceof HTMLElement) enableBrowsing(browse)
