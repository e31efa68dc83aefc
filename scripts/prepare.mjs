// The last step of `npm ci` and `npm install`. It builds, unless this copy was built elsewhere and has no compiler.
import { execSync } from 'node:child_process'
import { existsSync } from 'node:fs'

if (existsSync('node_modules/typescript-7')) execSync('npm run build', { stdio: 'inherit' })
else if (existsSync('dist/main.js'))
  process.stdout.write('no compiler is installed: what is in dist is used as it is\n')
else {
  process.stderr.write(
    'there is no dist folder, and no compiler to build it: install the development dependencies too\n',
  )
  process.exitCode = 1
}
