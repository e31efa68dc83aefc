// Keeps which groups of the sidebar are open, and how far it is scrolled, from page to page. An element at the beginning of
// the sidebar observes what parsers add to it, and so opens groups before they are painted. A page may come in many parts.
{
  const KEY = 'sidebar'
  /** Groups that are remembered; the first ones are forgotten. */
  const GROUP_LIMIT = 200

  /** @typedef {{ top: number, groups: string[] }} Kept */

  /** @returns {Kept} */
  const read = () => {
    try {
      /** @type {Partial<Kept>} */
      const { groups, top = NaN } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}')
      return { groups: Array.isArray(groups) ? groups : [], top }
    } catch {
      return { groups: [], top: NaN }
    }
  }

  /** @param {HTMLElement} nav @param {number} top */
  const scroll = (nav, top) => {
    if (!Number.isNaN(top)) nav.scrollTop = top
    const place = nav.querySelector('[aria-current=page]')?.getBoundingClientRect()
    const frame = nav.getBoundingClientRect()
    if (place && (place.top < frame.top || place.bottom > Math.min(frame.bottom, innerHeight))) {
      nav.scrollTop += place.top - frame.top - frame.height / 2
    }
  }

  /** @param {HTMLElement} nav */
  const keep = (nav) => {
    const kept = read()
    const open = new Set(kept.groups)
    const observer = new MutationObserver(() => {
      /** @type {NodeListOf<HTMLDetailsElement>} */
      const groups = nav.querySelectorAll('details[data-group]:not([open])')
      for (const group of groups) group.open = open.has(group.dataset.group ?? '')
      // The style sheet may still be missing. The first frame waits for it.
      requestAnimationFrame(() => scroll(nav, kept.top))
    })
    observer.observe(nav, { childList: true, subtree: true })
    addEventListener('DOMContentLoaded', () => observer.disconnect())
    // Browsers tell of groups that were open from the beginning too, so the click counts, which keys make as well.
    nav.addEventListener('click', (event) => {
      const summary = event.target instanceof Element ? event.target.closest('summary') : null
      const group = summary?.parentElement
      if (!(group instanceof HTMLDetailsElement) || group.dataset.group === undefined) return
      open.delete(group.dataset.group)
      if (!group.open) open.add(group.dataset.group)
    })
    addEventListener('pagehide', () => {
      try {
        sessionStorage.setItem(KEY, JSON.stringify({ top: nav.scrollTop, groups: [...open].slice(-GROUP_LIMIT) }))
      } catch {
        // Storage may be forbidden. Each page then begins anew.
      }
    })
  }

  class SidebarState extends HTMLElement {
    connectedCallback() {
      if (this.parentElement) keep(this.parentElement)
    }
  }
  customElements.define('sidebar-state', SidebarState)
}
