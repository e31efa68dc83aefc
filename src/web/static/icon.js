// Functions for one icon, on its own page and in the dialog over the list: copying, replaying, the Lottie player.

import { makeTabs } from './tabs.js'

/**
 * @typedef {object} Animation
 * @property {number} totalFrames
 * @property {number} currentFrame
 * @property {boolean} isPaused
 * @property {() => void} play
 * @property {() => void} pause
 * @property {(frame: number, isFrame: boolean) => void} goToAndStop
 * @property {() => void} destroy
 * @property {(event: string, listener: () => void) => void} addEventListener
 */
/** @typedef {{ loadAnimation(options: object): Animation }} Player */

const COPIED_MS = 2000

const main = document.querySelector('main')
/** @type {Record<'copiedWhat' | 'copyFailed' | 'frame' | 'loading' | 'lottieFailed' | 'pause' | 'play', string>} */
const texts = JSON.parse(main?.dataset.texts ?? '{}')

/** @param {string} text */
export function announce(text) {
  const status = document.querySelector('dialog[open] [role=status]') ?? document.getElementById('ui:status')
  if (status) status.textContent = text
}

/** @param {HTMLElement} button */
async function copy(button) {
  const text = button.dataset.copy ?? button.closest('.snippet')?.querySelector('code')?.textContent ?? ''
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    return announce(texts.copyFailed)
  }
  const [line = ''] = text.split('\n')
  confirmCopied(button, line)
}

/**
 * Copies the text of a file. It comes later, but the clipboard must be asked for while the click counts.
 * @param {HTMLElement} button
 */
async function copyFile(button) {
  const address = button.dataset.copyFrom ?? ''
  const file = async () => {
    const response = await fetch(address)
    if (!response.ok) throw new Error(`status ${response.status}`)
    return new Blob([await response.text()], { type: 'text/plain' })
  }
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': file() })])
  } catch {
    return announce(texts.copyFailed)
  }
  confirmCopied(button, button.parentElement?.querySelector('a')?.download ?? '')
}

/**
 * @param {HTMLElement} button
 * @param {string} text
 */
function confirmCopied(button, text) {
  button.classList.add('copied')
  setTimeout(() => button.classList.remove('copied'), COPIED_MS)
  announce(texts.copiedWhat.replace('{text}', () => text))
}

/** @returns {Promise<Player>} */
async function loadPlayer() {
  await import(main?.dataset.player ?? '')
  return /** @type {{ lottie: Player }} */ (/** @type {unknown} */ (globalThis)).lottie
}

/**
 * Loads the player on request, and plays the icon's Lottie file in the place of its image.
 * @param {HTMLButtonElement} button
 */
async function playLottie(button) {
  const preview = /** @type {HTMLElement} */ (button.closest('.preview'))
  const note = document.createElement('p')
  note.textContent = texts.loading
  button.disabled = true
  button.after(note)
  try {
    const [player, data] = await Promise.all([loadPlayer(), fetchJson(preview.dataset.lottie ?? '')])
    if (!preview.isConnected) return
    note.remove()
    button.remove()
    for (const other of preview.querySelectorAll('button.replay, button.motion')) other.remove()
    showAnimation(preview, player, data)
  } catch {
    note.textContent = texts.lottieFailed
    button.disabled = false
  }
}

/** @param {string} url */
async function fetchJson(url) {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`status ${response.status}`)
  return response.json()
}

/**
 * @param {HTMLElement} preview
 * @param {Player} player
 * @param {unknown} animationData
 */
function showAnimation(preview, player, animationData) {
  const container = document.createElement('div')
  container.className = 'lottie-player'
  container.setAttribute('aria-hidden', 'true')
  preview.querySelector('.stage')?.append(container)
  const loop = 'loops' in preview.dataset
  const animation = player.loadAnimation({ container, renderer: 'svg', loop, autoplay: false, animationData })
  const toggle = document.createElement('button')
  toggle.type = 'button'
  toggle.className = 'toggle'
  const label = document.createElement('label')
  const frames = document.createElement('input')
  frames.type = 'range'
  frames.max = String(Math.max(1, Math.floor(animation.totalFrames) - 1))
  frames.value = '0'
  label.append(texts.frame, frames)
  preview.querySelector('.controls')?.append(toggle, label)
  const show = () => {
    toggle.textContent = animation.isPaused ? texts.play : texts.pause
    toggle.dataset.state = animation.isPaused ? 'paused' : 'playing'
  }
  toggle.addEventListener('click', () => {
    const isOver = !loop && animation.currentFrame >= animation.totalFrames - 1
    if (!animation.isPaused) animation.pause()
    else if (isOver) {
      animation.goToAndStop(0, true)
      animation.play()
    } else animation.play()
    show()
  })
  frames.addEventListener('input', () => {
    animation.goToAndStop(Number(frames.value), true)
    show()
  })
  animation.addEventListener('enterFrame', () => {
    if (!animation.isPaused) frames.value = String(Math.floor(animation.currentFrame))
    // The dialog may have been closed, and the player would run for ever.
    if (!container.isConnected) animation.destroy()
  })
  animation.addEventListener('complete', show)
  // The person has asked for motion by the button, whatever the list does.
  animation.play()
  show()
  toggle.focus()
}

/**
 * Shows the controls that need this script.
 * @param {Element} root
 */
function enable(root) {
  for (const button of within(root, '.copy-text, .copy-file')) {
    // There is no clipboard without a secure origin.
    if (navigator.clipboard) button.hidden = false
  }
  for (const control of within(root, 'button.lottie, button.replay, .customise input')) control.hidden = false
  for (const section of within(root, '.embed')) makeTabs(section)
}

/**
 * Elements in a tree, its root among them.
 * @param {Element} root
 * @param {string} selector
 */
function within(root, selector) {
  const found = [root, ...root.querySelectorAll(selector)].filter((element) => element.matches(selector))
  return /** @type {HTMLElement[]} */ (found)
}

document.addEventListener('click', ({ target }) => {
  if (!(target instanceof HTMLButtonElement)) return
  if (target.matches('.copy-text')) void copy(target)
  else if (target.matches('.copy-file')) void copyFile(target)
  else if (target.matches('.lottie')) void playLottie(target)
})
new MutationObserver((changes) => {
  for (const { addedNodes } of changes) for (const node of addedNodes) if (node instanceof Element) enable(node)
}).observe(document.body, { childList: true, subtree: true })
enable(document.body)
