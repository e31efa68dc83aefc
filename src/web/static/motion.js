// Controls whether the icons move. Readers whose system asks for less motion see stills until they press play. A browser
// cannot stop SVG animation (SMIL) in an image. So such an icon is drawn into the page and stopped there.

/** Times of the stills in seconds. A looping icon is complete by then, and one that plays once is at its end. */
const STILL_AT = { loop: 1.5, once: 60 }
/** Delay, so that a pointer that only passes starts nothing. */
const HOVER_PAUSE_MS = 90
const STORAGE_KEY = 'motion'

const reduced = matchMedia('(prefers-reduced-motion: reduce)')
const root = document.documentElement

export function isPaused() {
  return root.dataset.motion === 'paused'
}

/** @returns {'paused' | 'playing'} */
function initialMotion() {
  try {
    const stored = localStorage.getItem(STORAGE_KEY)
    if (stored === 'paused' || stored === 'playing') return stored
  } catch {
    // Storage may be forbidden. Then the system's setting applies.
  }
  return reduced.matches ? 'paused' : 'playing'
}

/** @param {'paused' | 'playing'} motion */
function setMotion(motion) {
  root.dataset.motion = motion
  for (const picture of document.querySelectorAll('picture.art')) applyMotion(picture)
  for (const button of document.querySelectorAll('button.motion')) showState(/** @type {HTMLButtonElement} */ (button))
}

/** @param {Element} picture */
function applyMotion(picture) {
  const source = picture.querySelector('source')
  if (source) source.media = isPaused() ? 'all' : 'not all'
  if (!(picture instanceof HTMLElement) || !picture.dataset.smil) return
  if (isPaused()) visible.observe(picture)
  else {
    visible.unobserve(picture)
    drawingOf(picture)?.remove()
  }
}

/** Fetches only icons that are about to be visible, to stop them. */
const visible = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue
      visible.unobserve(target)
      if (isPaused()) void draw(/** @type {HTMLElement} */ (target), true, isPaused)
    }
  },
  { rootMargin: '400px' },
)

/** @param {HTMLElement} picture */
export function drawingOf(picture) {
  const next = picture.nextElementSibling
  return next?.matches('.drawing') ? next : null
}

/**
 * Puts the icon's drawing in the place of its image, stopped or from its beginning. The drawing has a shadow tree, so that
 * the ids of several icons do not collide.
 * @param {HTMLElement} picture
 * @param {boolean} stopped
 * @param {() => boolean} isWanted Asked when the drawing has come.
 */
export async function draw(picture, stopped, isWanted = () => true) {
  const svg = await fetchDrawing(picture)
  if (!svg || !picture.isConnected) return picture.classList.add('undrawn')
  if (!isWanted()) return
  drawingOf(picture)?.remove()
  const host = document.createElement('span')
  host.className = 'drawing'
  host.setAttribute('aria-hidden', 'true')
  host.attachShadow({ mode: 'open' }).append(svg)
  showColour(picture, host)
  picture.after(host)
  if (!stopped) return
  svg.pauseAnimations()
  svg.setCurrentTime(
    picture.dataset.smil === 'once' ? STILL_AT.once : STILL_AT.loop / Number(picture.dataset.speed ?? 1),
  )
}

/**
 * Shows a drawing that takes the colour of the page in the one that was chosen for it, if there is one.
 * @param {HTMLElement} picture
 * @param {Element | null} host
 */
export function showColour(picture, host = drawingOf(picture)) {
  if (!(host instanceof HTMLElement) || !('takesColour' in picture.dataset)) return
  host.style.color = picture.dataset.colour ?? ''
}

/**
 * Fetches the drawing; null: it could not be fetched, or has styles, which the Content-Security-Policy forbids inside the
 * page.
 * @param {HTMLElement} picture
 */
async function fetchDrawing(picture) {
  try {
    const response = await fetch(picture.dataset.draw ?? picture.querySelector('img')?.src ?? '')
    if (!response.ok) return null
    const parsed = new DOMParser().parseFromString(await response.text(), 'image/svg+xml')
    const svg = document.importNode(parsed.documentElement, true)
    if (!(svg instanceof SVGSVGElement) || svg.querySelector('style, script, [style]')) return null
    svg.setAttribute('width', '100%')
    svg.setAttribute('height', '100%')
    return svg
  } catch {
    return null
  }
}

/** @param {HTMLButtonElement} button */
function showState(button) {
  const { pause = '', play = '' } = JSON.parse(document.querySelector('main')?.dataset.texts ?? '{}')
  button.textContent = isPaused() ? play : pause
  button.dataset.state = isPaused() ? 'paused' : 'playing'
  button.hidden = false
}

/** Replays icons that play once under the pointer and the focus, since they have ended before anybody looks at them. */
function replayOnAttention() {
  let timer = 0
  /** @param {Event} event */
  const onAttention = ({ target }) => {
    clearTimeout(timer)
    if (isPaused() || !(target instanceof Element)) return
    const picture = target.closest('.tile')?.querySelector('picture[data-smil=once]')
    if (picture instanceof HTMLElement) timer = setTimeout(() => void draw(picture, false), HOVER_PAUSE_MS)
  }
  document.addEventListener('focusin', onAttention)
  document.addEventListener('pointerover', (event) => {
    const tile = event.target instanceof Element ? event.target.closest('.tile') : null
    if (tile && !(event.relatedTarget instanceof Node && tile.contains(event.relatedTarget))) onAttention(event)
    else if (!tile) clearTimeout(timer)
  })
}

document.addEventListener('click', ({ target }) => {
  if (!(target instanceof HTMLElement) || !target.matches('button.motion')) return
  const motion = isPaused() ? 'playing' : 'paused'
  try {
    localStorage.setItem(STORAGE_KEY, motion)
  } catch {
    // The choice then lasts until the page is closed.
  }
  setMotion(motion)
})
// A button replays one icon from its beginning, also while the others are stopped.
document.addEventListener('click', ({ target }) => {
  if (!(target instanceof Element) || !target.matches('button.replay')) return
  const picture = target.closest('.preview')?.querySelector('picture.art')
  if (picture instanceof HTMLElement) void draw(picture, false)
})

// Icons that a search or a dialog adds later follow the same choice.
new MutationObserver((changes) => {
  for (const { addedNodes } of changes) {
    for (const node of addedNodes) {
      if (!(node instanceof Element)) continue
      for (const picture of node.querySelectorAll('picture.art')) applyMotion(picture)
      for (const button of node.querySelectorAll('button.motion')) showState(/** @type {HTMLButtonElement} */ (button))
    }
  }
}).observe(document.body, { childList: true, subtree: true })
reduced.addEventListener('change', () => setMotion(initialMotion()))
setMotion(initialMotion())
replayOnAttention()
