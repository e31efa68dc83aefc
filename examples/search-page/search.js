// Searches while the reader types, and lists what is found. Each letter ends the request of the letter before it.
import { createDocsClient, SignpostError } from '@signpost/client'

/** @typedef {import('@signpost/client').SearchResponse['results'][number]} Result */

const form = /** @type {HTMLFormElement} */ (document.querySelector('form'))
const input = /** @type {HTMLInputElement} */ (document.querySelector('input'))
const status = /** @type {Element} */ (document.querySelector('[role=status]'))
const list = /** @type {Element} */ (document.querySelector('ol'))
const docs = createDocsClient({ baseUrl: form.dataset['host'] ?? '' })
let ending = new AbortController()

form.addEventListener('submit', (event) => {
  event.preventDefault()
  void search({})
})
input.addEventListener('input', () => void search({ typing: '1' }))

/** @param {{ typing?: '1' }} state Whether the reader still types. Only a search that is finished is counted. */
async function search(state) {
  ending.abort()
  const { signal } = (ending = new AbortController())
  const q = input.value.trim()
  if ([...q].length < 2) return show('', [])
  try {
    const { results, total } = await docs.search({ q, limit: 5, ...state }, { signal })
    show(total === 0 ? 'Nothing was found.' : `Pages found: ${total}`, results)
  } catch (error) {
    if (!signal.aborted) show(error instanceof SignpostError ? error.message : 'The search cannot be reached.', [])
  }
}

/** @type {(said: string, results: readonly Result[]) => void} */
function show(said, results) {
  status.textContent = said
  list.replaceChildren(...results.map(toItem))
}

/** Texts of the documentation become text, and never HTML. @type {(result: Result) => Element} */
function toItem({ description, title, url }) {
  const [item, link, text] = [document.createElement('li'), document.createElement('a'), document.createElement('p')]
  link.href = url
  link.textContent = title
  text.textContent = description
  item.append(link, text)
  return item
}
