// A search box with results while typing: WAI-ARIA Authoring Practices, "Combobox".

/** @import { SearchTexts } from '../../search-texts.ts' */
/** @import { Answer, Facet, Place, Result } from './ask.js' */
import { ask, isSearchable, normalise, searchPage } from './ask.js'
import { createAsking } from './asking.js'
import { followComposition } from './composition.js'
import { createOption, element, resultOptions } from './options.js'
import { addRecent, readRecent, removeRecent, writeRecent } from './recent.js'
import { createSeen } from './seen.js'

/** Sections that are offered as filters. */
const FILTER_LIMIT = 6

/**
 * @typedef {object} Box
 * @property {HTMLInputElement} input
 * @property {HTMLElement} popup Holds what is found.
 * @property {HTMLElement} status What screen readers are told.
 * @property {SearchTexts} texts
 * @property {Place} place
 * @property {boolean} isCounted Whether searches are reported.
 * @property {(result: Result) => string} pageOf Address of the page of a result.
 * @property {(kind: 'searched' | 'chosen', detail: object) => void} report
 * @property {AbortSignal} [signal] Ends the box.
 * @property {() => void} [close] Closes the dialog that holds the box. Without it, what is found is shown and hidden below the box.
 */

/** @param {Box} box */
export function createCombobox({ input, popup, status, texts, place, isCounted, pageOf, report, close, signal }) {
  const filters = element('div', { class: 'filters', role: 'group', 'aria-label': texts.sections })
  const note = element('p', { class: 'note' })
  const list = element('div', { id: 'ui:results', role: 'listbox', 'aria-label': texts.searchLabel })
  const advice = element('p', { class: 'advice' }, [texts.advice])
  const forget = element('button', { type: 'button', class: 'forget' }, [texts.forgetAll])
  popup.append(filters, note, list, advice, forget)
  const attributes = {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-controls': list.id,
    'aria-expanded': 'false',
  }
  for (const [name, value] of Object.entries(attributes)) input.setAttribute(name, value)

  const textNow = followComposition(input, place.locale)
  const seen = createSeen(place.locale, (detail) => report('searched', detail))
  let active = -1
  /** What the list shows answers to. */
  let shown = ''
  /** What was asked for last. */
  let asked = ''
  /** Section to which the reader has limited the results; empty without any. */
  let section = ''
  /** What the button of that section says. */
  let sectionName = ''
  const asking = createAsking(onAnswer)

  const focused = () => /** @type {Document | ShadowRoot} */ (input.getRootNode()).activeElement
  const isFocused = () => focused() === input || popup.contains(focused())
  const placeNow = () => (section === '' ? place : { ...place, section })

  /** @param {boolean} isOpen */
  function setOpen(isOpen) {
    if (close === undefined) popup.hidden = !isOpen
    input.setAttribute('aria-expanded', String(isOpen && list.childElementCount > 0))
    if (!isOpen) setActive(-1)
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
    setOpen(true)
    // The position before the first option is the text itself.
    setActive(((active + 1 + step + count + 1) % (count + 1)) - 1)
  }

  /**
   * @param {string} text
   * @param {HTMLElement[]} options
   * @param {{ facets?: Facet[], advises?: boolean, forgets?: boolean }} [more]
   */
  function show(text, options, { facets = [], advises = false, forgets = false } = {}) {
    setActive(-1)
    options.forEach((option, index) => (option.id = `ui:result-${index}`))
    list.replaceChildren(...options)
    note.textContent = text
    status.textContent = text
    advice.hidden = !advises
    forget.hidden = !forgets
    showFilters(facets)
    setOpen(text !== '' && isFocused())
  }

  function clear() {
    asking.stop()
    seen.report()
    shown = asked = section = ''
    const recent = input.value.trim() === '' ? readRecent() : []
    show(recent.length > 0 ? texts.recent : '', recent.map(recentOption), { forgets: recent.length > 0 })
    if (recent.length > 0) status.textContent = `${texts.recent}. ${texts.deletes}`
    else setOpen(false)
  }

  function search() {
    const query = normalise(textNow())
    if (!isSearchable(query)) return clear()
    if (query === asked) return query === shown && setOpen(true)
    asked = query
    void asking.ask((signal) => ask(placeNow(), query, isCounted, signal))
  }

  /** @type {Parameters<typeof createAsking>[0]} */
  function onAnswer(answer, isLatest) {
    if (answer === null) {
      shown = asked = ''
      return show(texts.searchUnavailable, [])
    }
    const { query, results, total } = answer
    // Nothing found on the way to a longer query is no news.
    if (total === 0 && !isLatest) return
    shown = query
    const isFallback = answer.locale !== place.locale
    if (section === '') seen.add(query, total > 0 && !isFallback)
    const facets = answer.facets?.section ?? []
    const all = createOption(searchPage(placeNow(), query), [total === 0 ? texts.searchPage : texts.allResults], 'all')
    if (total === 0)
      return show(
        texts.noResults.replace('{query}', () => query),
        [all],
        { facets, advises: true },
      )
    const names = new Map(facets.map(({ value, name }) => [value, name]))
    const options = results.flatMap((result, index) =>
      resultOptions(result, index, pageOf(result), names.get(result.section) ?? result.section),
    )
    if (isFallback) for (const option of options) option.lang = answer.locale
    if (total > results.length) options.push(all)
    const count = total === 1 ? texts.oneResult : texts.results.replace('{count}', String(total))
    show(isFallback ? `${texts.resultsInEnglish} ${count}` : count, options, { facets })
  }

  /**
   * Offers the sections that have results and the chosen one, in an order that stays while their numbers change.
   *
   * @param {Facet[]} facets
   */
  function showFilters(facets) {
    const isLimited = facets.length > 1 || section !== ''
    filters.hidden = place.section !== undefined || !isLimited
    if (filters.hidden) return filters.replaceChildren()
    const offered = facets.slice(0, FILTER_LIMIT)
    // Without its button, nobody would see that the chosen section still limits the results.
    if (section !== '' && offered.every(({ value }) => value !== section)) {
      const own = facets.find(({ value }) => value === section)
      offered.push(own ?? { value: section, name: sectionName, count: 0 })
    }
    offered.sort((a, b) => (a.value < b.value ? -1 : 1))
    const values = [{ value: '', name: texts.allSections, count: 0 }, ...offered]
    const isSame = values.length === filters.childElementCount && values.every(({ value }, at) => valueAt(at) === value)
    // Buttons that stay keep the focus.
    if (!isSame) filters.replaceChildren(...values.map(filterButton))
    values.forEach(({ value, name, count }, at) => {
      const number = count > 0 ? [' ', element('small', {}, [String(count)])] : []
      filters.children[at]?.setAttribute('aria-pressed', String(value === section))
      filters.children[at]?.replaceChildren(name, ...number)
    })
  }

  /** @param {number} at */
  const valueAt = (at) => filters.children[at]?.getAttribute('data-filter')

  /** @param {Facet} facet */
  function filterButton({ value, name }) {
    const button = element('button', { type: 'button', 'data-filter': value })
    button.addEventListener('click', () => {
      section = value
      sectionName = name
      asked = ''
      search()
    })
    return button
  }

  /** @param {string} query */
  function recentOption(query) {
    const option = createOption(searchPage(place, query), [element('b', {}, [query])], 'recent')
    option.dataset.recent = query
    // For who points. The keyboard has Delete, since an option has no parts for screen readers.
    const remove = element('i', { 'aria-hidden': 'true', class: 'remove' }, ['×'])
    remove.addEventListener('click', (event) => {
      event.preventDefault()
      event.stopPropagation()
      removeRecent(query)
      clear()
    })
    option.append(remove)
    return option
  }

  /** The page of all results counts its searches itself, but for those of one section. */
  function leaveToAll() {
    if (placeNow().section === undefined) seen.forget()
    else seen.report()
  }

  /** @param {HTMLAnchorElement} option */
  function remember(option) {
    const isAll = option.classList.contains('all')
    if (isAll) leaveToAll()
    else seen.found(shown)
    addRecent(shown)
    seen.report()
    if (isAll) return
    const position = Number(option.dataset.position)
    report('chosen', { query: shown, locale: place.locale, page: option.href, position })
  }

  /**
   * Follows an option, or types a recent search again.
   *
   * @param {HTMLAnchorElement} option
   * @returns {boolean} Whether it leads to a page.
   */
  function choose(option) {
    if (option.dataset.recent !== undefined) {
      input.value = option.dataset.recent
      search()
      return false
    }
    remember(option)
    if (close) close()
    else setOpen(false)
    return true
  }

  input.addEventListener('input', search)
  input.addEventListener('compositionend', search)
  input.addEventListener('focus', search)
  input.addEventListener('keydown', (event) => {
    // Safari ends the composition before the key that did it arrives, whose code tells.
    if (event.isComposing || event.keyCode === 229 || event.ctrlKey || event.metaKey || event.altKey) return
    const option = list.children[active]
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      move(event.key === 'ArrowDown' ? 1 : -1)
    } else if (event.key === 'Enter' && option instanceof HTMLAnchorElement) {
      event.preventDefault()
      if (choose(option)) location.assign(option.href)
    } else if (event.key === 'Delete' && option instanceof HTMLElement && option.dataset.recent !== undefined) {
      event.preventDefault()
      removeRecent(option.dataset.recent)
      clear()
    } else if (event.key === 'Escape') {
      event.preventDefault()
      asking.stop()
      // An answer that was under way does not come, so that its question is asked again.
      asked = ''
      if (close) return close()
      if (!popup.hidden) return setOpen(false)
      input.value = ''
      clear()
      setOpen(false)
    }
  })
  forget.addEventListener('click', () => {
    writeRecent([])
    input.focus()
    clear()
  })
  // Pressing on an option must not remove the focus before its click arrives.
  popup.addEventListener('mousedown', (event) => event.preventDefault())
  /** @param {Event} event */
  const optionOf = (event) => {
    const option = event.target instanceof Element ? event.target.closest('[role=option]') : null
    return option instanceof HTMLAnchorElement ? option : null
  }
  popup.addEventListener('click', (event) => {
    const option = optionOf(event)
    if (option && !choose(option)) event.preventDefault()
  })
  popup.addEventListener('auxclick', (event) => {
    const option = optionOf(event)
    // A recent search shows no answer yet that could be remembered.
    if (option && option.dataset.recent === undefined && event.button === 1) remember(option)
  })
  addEventListener('pagehide', seen.report, signal && { signal })
  show('', [])

  return {
    /** Hides what is found, when the reader leaves the box. */
    leave() {
      setOpen(false)
      seen.report()
    },
    /** Goes to the page of all results. @returns {string | null} Its address; null: the text is no query. */
    submit() {
      const query = normalise(textNow())
      if (!isSearchable(query)) return null
      leaveToAll()
      addRecent(query)
      return searchPage(placeNow(), query)
    },
    search,
  }
}
