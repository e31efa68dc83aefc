// A build step that copies the static files beside the compiled modules, since the compiler copies no style sheets. Run it
// as `node dist/web/copy-static.js` from the project's root.
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { OWN_STATIC_NAMES } from './static-files.ts'

const target = join('dist', 'web', 'static')
mkdirSync(target, { recursive: true })
for (const name of OWN_STATIC_NAMES) copyFileSync(join('src', 'web', 'static', name), join(target, name))
