// Turns the search form into a combobox with results while typing: WAI-ARIA Authoring Practices, "Combobox".

/** @typedef {readonly [start: number, end: number]} Range */
/**
 * @typedef {object} Result
 * @property {string} title
 * @property {string} description
 * @property {string} section
 * @property {string} locale
 * @property {string} url
 * @property {string} markdownUrl
 * @property {string} [anchor]
 * @property {{ title: Range[], extract: string, ranges: Range[] }} [highlights]
 * @property {{ headings: string[], anchor: string }[]} [sections]
 */
/** @typedef {{ query: string, locale: string, total: number, results: Result[] }} Answer */

const PAUSE_MS = 60
const RESULT_LIMIT = 8
/** Sections that are listed below a page. */
const SECTION_LIMIT = 2
const QUERY_LIMIT = { min: 2, max: 200 }

/** @param {HTMLFormElement} form */
function enableSearch(form) {
  const input = /** @type {HTMLInputElement} */ (form.elements.namedItem('q'))
  const popup = /** @type {HTMLElement} */ (form.querySelector('.search-popup'))
  const status = /** @type {HTMLElement} */ (form.querySelector('[role=status]'))
  const locale = /** @type {HTMLInputElement} */ (form.elements.namedItem('locale')).value
  const version = form.elements.namedItem('version')
  /** Where the search looks: pages of a version that is not the default one search in it. */
  const place = { locale, ...(version instanceof HTMLInputElement ? { version: version.value } : {}) }
  /** @type {Record<'oneResult' | 'results' | 'noResults' | 'resultsInEnglish' | 'allResults' | 'searchUnavailable', string>} */
  const texts = JSON.parse(form.dataset.texts ?? '{}')

  const note = document.createElement('p')
  note.className = 'note'
  const list = document.createElement('div')
  list.id = 'ui:results'
  list.setAttribute('role', 'listbox')
  list.setAttribute('aria-label', input.getAttribute('aria-label') ?? '')
  popup.append(note, list)
  input.setAttribute('role', 'combobox')
  input.setAttribute('aria-autocomplete', 'list')
  input.setAttribute('aria-controls', list.id)
  input.setAttribute('aria-expanded', 'false')

  let active = -1
  let shownQuery = ''
  let timer = 0
  let request = new AbortController()
  /** Query whose results the reader sees, until it is reported. @type {{ query: string, locale: string, found: boolean } | null} */
  let seen = null

  /** Reports that the reader is done with the query, which may be counted. */
  function report() {
    if (seen === null) return
    document.dispatchEvent(new CustomEvent('signpost:searched', { detail: seen }))
    seen = null
  }

  /** @param {Element | undefined} option */
  function reportChoice(option) {
    if (!(option instanceof HTMLAnchorElement)) return
    // The page of all results counts its searches itself.
    if (option.classList.contains('all')) seen = null
    else if (seen) seen = { ...seen, query: shownQuery, found: true }
    report()
    if (option.classList.contains('all')) return
    const detail = { query: shownQuery, locale, page: option.href, position: Number(option.dataset.position) }
    document.dispatchEvent(new CustomEvent('signpost:chosen', { detail }))
  }

  /** @param {boolean} open */
  function setOpen(open) {
    popup.hidden = !open
    input.setAttribute('aria-expanded', String(open && list.childElementCount > 0))
    if (!open) setActive(-1)
  }

  /** @param {number} index */
  function setActive(index) {
    list.children[active]?.setAttribute('aria-selected', 'false')
    active = index
    const option = list.children[active]
    option?.setAttribute('aria-selected', 'true')
    option?.scrollIntoView({ block: 'nearest' })
    if (option) input.setAttribute('aria-activedescendant', option.id)
    else input.removeAttribute('aria-activedescendant')
  }

  /** @param {-1 | 1} step */
  function move(step) {
    const count = list.childElementCount
    if (count === 0) return
    if (popup.hidden) setOpen(true)
    // The position before the first option is the text itself.
    setActive(((active + 1 + step + count + 1) % (count + 1)) - 1)
  }

  /** Stops searches, so that a late answer cannot open the list again. */
  function stop() {
    clearTimeout(timer)
    request.abort()
  }

  function clear() {
    stop()
    report()
    shownQuery = ''
    list.replaceChildren()
    status.textContent = ''
    setOpen(false)
  }

  async function search() {
    const query = input.value.normalize('NFKC').trim()
    if (query === shownQuery) return setOpen(true)
    request.abort()
    const length = Array.from(query).length
    if (length < QUERY_LIMIT.min || length > QUERY_LIMIT.max) return clear()
    request = new AbortController()
    const { signal } = request
    const parameters = new URLSearchParams({
      q: query,
      ...place,
      limit: String(RESULT_LIMIT),
      include: 'highlights,sections',
    })
    if (form.dataset.events !== undefined) parameters.set('typing', '1')
    try {
      const response = await fetch(`/api/search?${parameters}`, { signal })
      if (!response.ok) throw new Error(`status ${response.status}`)
      show(query, /** @type {Answer} */ (await response.json()))
    } catch {
      if (!signal.aborted) showOptions(query, texts.searchUnavailable, [])
    }
  }

  /**
   * @param {string} query
   * @param {Answer} answer
   */
  function show(query, answer) {
    const { results, total } = answer
    if (seen !== null && !isContinued(seen.query, query)) report()
    // Who deletes characters is not done with the longer query.
    if (!seen?.query.startsWith(query)) seen = { query, locale, found: total > 0 && answer.locale === locale }
    if (total === 0) return showOptions(query, texts.noResults.replace('{query}', query), [])
    const count = total === 1 ? texts.oneResult : texts.results.replace('{count}', String(total))
    const options = results.flatMap(resultOptions)
    if (answer.locale !== locale) for (const option of options) option.lang = answer.locale
    if (total > results.length) options.push(allResultsOption(query))
    options.forEach((option, index) => (option.id = `ui:result-${index}`))
    showOptions(query, answer.locale === locale ? count : `${texts.resultsInEnglish} ${count}`, options)
  }

  /**
   * @param {string} query
   * @param {string} text
   * @param {HTMLElement[]} options
   */
  function showOptions(query, text, options) {
    shownQuery = query
    setActive(-1)
    list.replaceChildren(...options)
    note.textContent = text
    status.textContent = text
    setOpen(document.activeElement === input)
  }

  /** @param {string} query */
  function allResultsOption(query) {
    const option = createOption(`${form.action}?${new URLSearchParams({ q: query, ...place })}`)
    option.classList.add('all')
    option.textContent = texts.allResults
    return option
  }

  function schedule() {
    clearTimeout(timer)
    timer = setTimeout(search, PAUSE_MS)
  }

  input.addEventListener('input', (event) => {
    // Incomplete pinyin is no query. Korean syllables are one from the first character on.
    const isComposing = event instanceof InputEvent && event.isComposing
    if (!(isComposing && locale === 'zh')) schedule()
  })
  input.addEventListener('compositionend', schedule)
  input.addEventListener('focus', () => {
    if (input.value.trim() !== '') schedule()
  })
  input.addEventListener('keydown', (event) => {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      move(event.key === 'ArrowDown' ? 1 : -1)
    } else if (event.key === 'Enter') {
      const option = list.children[active]
      if (!(option instanceof HTMLAnchorElement)) return
      event.preventDefault()
      setOpen(false)
      reportChoice(option)
      location.assign(option.href)
    } else if (event.key === 'Escape') {
      event.preventDefault()
      stop()
      if (!popup.hidden) return setOpen(false)
      input.value = ''
      clear()
    }
  })
  form.addEventListener('focusout', (event) => {
    if (event.relatedTarget instanceof Node && form.contains(event.relatedTarget)) return
    setOpen(false)
    report()
  })
  // Pressing on an option must not remove the focus before its click arrives.
  popup.addEventListener('mousedown', (event) => event.preventDefault())
  popup.addEventListener('click', (event) => {
    if (event.target instanceof Element) reportChoice(event.target.closest('a') ?? undefined)
    setOpen(false)
  })
  popup.addEventListener('auxclick', (event) => {
    if (event.button === 1 && event.target instanceof Element) reportChoice(event.target.closest('a') ?? undefined)
  })
  form.addEventListener('submit', () => (seen = null))
  addEventListener('pagehide', report)
  document.addEventListener('keydown', (event) => {
    const isModified = event.ctrlKey || event.metaKey
    const isSlash = event.key === '/' && !isModified && !isTyping(event.target)
    const isCommand = event.key.toLowerCase() === 'k' && isModified && !event.shiftKey
    if (event.altKey || !(isSlash || isCommand)) return
    event.preventDefault()
    input.focus()
    input.select()
  })
}

/**
 * Tells whether a query goes on from an earlier one: they are equal but for what comes after, and for the last character, as
 * when a syllable of Korean grows or a slip is mended.
 *
 * @param {string} earlier
 * @param {string} later
 */
function isContinued(earlier, later) {
  const [a, b] = [Array.from(earlier.toLowerCase()), Array.from(later.toLowerCase())]
  const shorter = Math.min(a.length, b.length)
  let equal = 0
  while (equal < shorter && a[equal] === b[equal]) equal++
  return equal >= shorter - 1
}

/**
 * A page and the sections of it that match, each of which leads to its place.
 *
 * @param {Result} result
 * @param {number} index
 */
function resultOptions({ title, description, section, url, markdownUrl, anchor, highlights, sections = [] }, index) {
  // The page stays on the origin from which it was opened, which may differ from the origin in the service's addresses.
  // A page of the site beside which Signpost works is on that site's own origin.
  const { origin, pathname } = new URL(url)
  const page = origin === new URL(markdownUrl).origin ? pathname : url
  /** @param {string | undefined} fragment */
  const address = (fragment) => (fragment ? `${page}#${encodeURIComponent(fragment)}` : page)
  const option = createOption(address(anchor))
  const heading = document.createElement('b')
  heading.append(...marked(title, highlights?.title ?? []))
  const place = document.createElement('small')
  place.textContent = sectionTitle(section)
  const extract = document.createElement('span')
  extract.append(...(highlights?.extract ? marked(highlights.extract, highlights.ranges) : [description]))
  option.append(heading, place, extract)
  const places = sections.filter(({ headings }) => headings.length > 0).slice(0, SECTION_LIMIT)
  const options = [option, ...places.map(({ anchor: fragment, headings }) => placeOption(address(fragment), headings))]
  for (const each of options) each.dataset.position = String(index + 1)
  return options
}

/**
 * @param {string} href
 * @param {readonly string[]} headings
 */
function placeOption(href, headings) {
  const option = createOption(href)
  option.classList.add('place')
  option.textContent = headings.join(' › ')
  return option
}

/** @param {string} href */
function createOption(href) {
  const option = document.createElement('a')
  option.href = href
  option.tabIndex = -1
  option.setAttribute('role', 'option')
  option.setAttribute('aria-selected', 'false')
  return option
}

/**
 * @param {string} text
 * @param {readonly Range[]} ranges
 * @returns {(string | HTMLElement)[]}
 */
function marked(text, ranges) {
  /** @type {(string | HTMLElement)[]} */
  const parts = []
  let end = 0
  for (const [from, to] of ranges) {
    const mark = document.createElement('mark')
    mark.textContent = text.slice(from, to)
    parts.push(text.slice(end, from), mark)
    end = to
  }
  parts.push(text.slice(end))
  return parts
}

/** @param {string} section */
function sectionTitle(section) {
  return document.querySelector(`[data-section="${CSS.escape(section)}"]`)?.textContent ?? section
}

/** @param {EventTarget | null} target */
function isTyping(target) {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
}

for (const form of document.querySelectorAll('form.search')) enableSearch(/** @type {HTMLFormElement} */ (form))
