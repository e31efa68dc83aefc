// Plays the Lottie file of each element that names one. Readers who asked for less motion see a frame from the middle.

/**
 * @typedef {object} Animation
 * @property {number} totalFrames
 * @property {() => void} play
 * @property {(frame: number, isFrame: boolean) => void} goToAndStop
 * @property {(event: 'DOMLoaded', listener: () => void) => void} addEventListener
 */

/** @type {{ loadAnimation(options: object): Animation }} */
const player = Reflect.get(globalThis, 'lottie')
const lessMotion = matchMedia('(prefers-reduced-motion: reduce)')

/** @type {NodeListOf<HTMLElement>} */
const places = document.querySelectorAll('.lottie')
for (const container of places) {
  const path = container.dataset.src
  const animation = player.loadAnimation({ container, path, renderer: 'svg', loop: true, autoplay: false })
  const follow = () => {
    if (lessMotion.matches) animation.goToAndStop(Math.floor(animation.totalFrames / 2), true)
    else animation.play()
  }
  animation.addEventListener('DOMLoaded', follow)
  lessMotion.addEventListener('change', follow)
}
