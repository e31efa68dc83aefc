// Reports what readers do with results and pages, where the service counts that. Nothing is reported of who asks not to be.

/** @type {HTMLElement | null} */
const box = document.querySelector('form.search')
const path = box?.dataset.events
/** Origin in the service's addresses. */
const site = box?.dataset.site ?? ''
/** @type {Navigator & { globalPrivacyControl?: boolean }} */
const browser = navigator
const isRefused = browser.doNotTrack === '1' || browser.globalPrivacyControl === true

/**
 * Whole address of a page, in which a question mark or a number sign of its path is encoded. The page may have been opened from
 * another origin than that in the service's addresses, which the service does not know.
 *
 * @param {string} address
 */
function pageOf(address) {
  const { href, origin, pathname } = new URL(address)
  return origin === location.origin ? site + pathname : href
}

/** @param {object} event */
function send(event) {
  if (path !== undefined) browser.sendBeacon(path, new Blob([JSON.stringify(event)], { type: 'application/json' }))
}

function reportSearches() {
  document.addEventListener('signpost:searched', (event) => {
    send({ kind: 'search', .../** @type {CustomEvent} */ (event).detail })
  })
  document.addEventListener('signpost:chosen', (event) => {
    const { page, ...chosen } = /** @type {CustomEvent} */ (event).detail
    send({ kind: 'click', ...chosen, page: pageOf(page) })
  })
}

/** @param {HTMLElement} list The results of the page of search results. */
function reportClicks(list) {
  /** @param {Event} event */
  const report = (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const item = link?.closest('.results > li')
    if (!link || !item) return
    const { query, locale } = list.dataset
    send({ kind: 'click', query, locale, page: pageOf(link.href), position: [...list.children].indexOf(item) + 1 })
  }
  list.addEventListener('click', report)
  list.addEventListener('auxclick', (event) => {
    if (event.button === 1) report(event)
  })
}

/** @param {HTMLFormElement} form */
function takeFeedback(form) {
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const button = event.submitter instanceof HTMLButtonElement ? event.submitter : null
    const page = /** @type {HTMLInputElement} */ (form.elements.namedItem('page')).value
    send({ kind: 'feedback', page, helpful: button?.value === 'yes' })
    form.classList.add('given')
    form.querySelector('button')?.blur()
    const thanks = form.nextElementSibling
    if (thanks instanceof HTMLElement) thanks.focus()
  })
}

if (!isRefused) {
  reportSearches()
  for (const list of document.querySelectorAll('.results')) reportClicks(/** @type {HTMLElement} */ (list))
}
for (const form of document.querySelectorAll('form.feedback')) {
  if (!(form instanceof HTMLFormElement)) continue
  if (isRefused) form.hidden = true
  else takeFeedback(form)
}
