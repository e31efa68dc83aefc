// A build step that copies the static files beside the compiled modules, since the compiler copies no style sheets. Run it
// as `node dist/web/copy-static.js` from the project's root.
import { cpSync } from 'node:fs'
import { join } from 'node:path'

cpSync(join('src', 'web', 'static'), join('dist', 'web', 'static'), {
  recursive: true,
  filter: (path) => !/\.(?:json|d\.ts)$/.test(path),
})
