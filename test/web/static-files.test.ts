import t from 'tap'
import { STATIC_NAMES, assetUrls, loadStaticFiles } from '../../src/web/static-files.ts'

t.test('every static file has an address that names its bytes', async (t) => {
  const files = loadStaticFiles()
  t.strictSame(
    files.map(({ name }) => name),
    STATIC_NAMES,
  )
  for (const { name, urlPath, etag, bytes } of files) {
    const hash = /^\/_\/[a-z]+\.([0-9a-f]{12})\.(?:css|js|svg)$/.exec(urlPath)?.[1]
    t.equal(etag, `"${hash}"`, name)
    t.ok(bytes.byteLength > 0)
    if (!/player|svg/.test(name))
      t.notMatch(Buffer.from(bytes).toString(), /\/\*|^\s*\/\/|^ /m, `${name} has neither comments nor indentation`)
  }
  t.equal(assetUrls(files)['style.css'], files.find(({ name }) => name === 'style.css')?.urlPath)
})

t.test('the build has put the same files beside the compiled modules', async (t) => {
  const built = new URL('../../dist/web/static-files.js', import.meta.url)
  const { loadStaticFiles: loadBuilt } = (await import(built.href)) as { loadStaticFiles: typeof loadStaticFiles }
  t.strictSame(loadBuilt(), loadStaticFiles())
})
