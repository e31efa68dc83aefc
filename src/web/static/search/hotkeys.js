/**
 * Calls `open` when a reader presses a key of `keys`: `k` with Control or Command, and `/` where nobody types.
 *
 * @param {readonly string[]} keys
 * @param {() => void} open
 * @param {AbortSignal} [signal] Ends it.
 */
export function takeHotkeys(keys, open, signal) {
  /** @param {KeyboardEvent} event */
  const onKey = (event) => {
    if (event.defaultPrevented || event.altKey || event.isComposing) return
    const key = event.key.toLowerCase()
    const isModified = event.ctrlKey || event.metaKey
    const isAsked = isModified ? key === 'k' && !event.shiftKey : key === '/' && !isTyping(event)
    if (!isAsked || !keys.includes(key)) return
    event.preventDefault()
    open()
  }
  document.addEventListener('keydown', onKey, signal && { signal })
}

/** @param {Event} event Its first target may be in the shadow of an element. */
function isTyping(event) {
  const [target] = event.composedPath()
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
}
