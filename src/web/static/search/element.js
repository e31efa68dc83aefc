import { createDialog, glass } from './dialog.js'
import { takeHotkeys } from './hotkeys.js'
import { adoptStyle, COMMAND_KEY, localeOf, schemeOf } from './look.js'
import { element } from './options.js'

/** `<signpost-search origin="https://docs.example.com">`: a button that opens a dialog with a search box. */
export class SignpostSearch extends HTMLElement {
  static observedAttributes = ['origin', 'locale', 'version', 'section', 'theme', 'placeholder', 'hotkeys']
  #root = this.attachShadow({ mode: 'open' })
  #life = new AbortController()
  /** @type {ReturnType<typeof createDialog> | null} */
  #box = null

  constructor() {
    super()
    adoptStyle(this.#root)
  }

  connectedCallback() {
    this.#render()
  }

  attributeChangedCallback() {
    if (this.#box !== null) this.#render()
  }

  disconnectedCallback() {
    this.#life.abort()
    this.#box = null
  }

  /**
   * Opens the dialog.
   *
   * @param {string} [query] Text to search for. Default: the one of the last time.
   */
  open(query) {
    this.#box?.open(query)
  }

  #render() {
    this.#life.abort()
    this.#life = new AbortController()
    const { signal } = this.#life
    const locale = localeOf(this.getAttribute('locale'))
    const texts = TEXTS[locale] ?? TEXTS.en
    const placeholder = this.getAttribute('placeholder') ?? texts.search
    const hotkeys = (this.getAttribute('hotkeys') ?? 'k /').split(' ')
    const place = { origin: this.getAttribute('origin') ?? '', locale, ...this.#limits() }
    const box = createDialog(texts, placeholder, place, signal)
    const hint = hotkeys.includes('k') ? `${COMMAND_KEY} K` : hotkeys.includes('/') ? '/' : ''
    const kbd = element('kbd', { 'aria-hidden': 'true' }, [hint])
    const button = element('button', { type: 'button', part: 'button', 'aria-haspopup': 'dialog' }, [
      glass(),
      element('span', {}, [placeholder]),
      ...(hint === '' ? [] : [kbd]),
    ])
    button.addEventListener('click', () => box.open())
    const page = element('div', { class: 'page', lang: locale }, [button, box.dialog])
    const colour = () => (page.dataset.scheme = schemeOf(this.getAttribute('theme')))
    colour()
    this.#root.replaceChildren(page)
    this.#box = box
    takeHotkeys(hotkeys, () => box.open(), signal)
    // The page may change its language and its colours at any time.
    const observer = new MutationObserver(() =>
      localeOf(this.getAttribute('locale')) === locale ? colour() : this.#render(),
    )
    observer.observe(document.documentElement, { attributeFilter: ['lang', 'data-theme', 'class'] })
    signal.addEventListener('abort', () => observer.disconnect())
  }

  #limits() {
    const limits = ['version', 'section'].map((name) => [name, this.getAttribute(name)])
    return Object.fromEntries(limits.filter(([, value]) => value))
  }
}
