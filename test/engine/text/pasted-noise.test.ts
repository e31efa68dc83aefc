import t from 'tap'
import { withoutNoise } from '../../../src/engine/text/pasted-noise.ts'

t.test('of a pasted message, times, places in files and lines of the stack are left out', async (t) => {
  const message = 'TypeError: Cannot read properties of null'
  for (const pasted of [
    `Uncaught ${message} at http://localhost:5173/src/main.js:12:5`,
    `${message} at Object.<anonymous> (/home/dev/app/node_modules/lib/index.js:45:11)`,
    `2026-03-02T11:20:13.412Z ${message}`,
    `11:20:13 AM ${message} main.js:27`,
    `${message} at async render (file:///srv/site/entry.mjs:1204:17)`,
    `${message} C:\\Users\\dev\\app\\main.js`,
    `${message} src/main.rs:4:9 0x7ffee4c0`,
    `${message} D:\\app\\main.js d:\\app\\page.js`,
    `${message} /Users/dev/app/main.js`,
    `11:20:13 pm ${message} MAIN.CPP:4 0X7FFEE4C0`,
    `${message} 01234567-89AB-CDEF-0123-456789ABCDEF`,
    `Traceback (most recent call last): File "/home/dev/main.py", line 42, in <module> ${message}`,
    `${message} 01234567-89ab-cdef-0123-456789abcdef`,
  ]) {
    t.equal(withoutNoise(pasted).replace('Uncaught ', ''), message, pasted)
  }
})

t.test('queries that are written by hand stay as they are', async (t) => {
  for (const query of [
    'main.js:27',
    'what does GET /api/search answer when the query is too short',
    'GET /users/me/settings response body',
    'difference between 1:1 and 16:9 images in the gallery of a page',
    'how do I set "base" in https://example.org/docs/config for my site',
    '在浏览器中如何设置搜索的端口和颜色，使用 CSS 动画以及其他的内容可以吗',
  ]) {
    t.equal(withoutNoise(query), query)
  }
})

t.test('a query of nothing but places in files is searched as it stands', async (t) => {
  const places = '/home/dev/app/main.js:12:5 /home/dev/app/page.js:7:1'
  t.equal(withoutNoise(places), places)
})
