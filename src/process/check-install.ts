// The program imports it before what a command runs. It checks that the packages of `npm ci` suit the running Node. A
// mismatch would otherwise fail late, with an error that omits the reason.
import { uwsFault } from '../http/uws-package.ts'

const { arch, platform, versions } = process
const fault = uwsFault({ arch, node: versions.node, platform }, import.meta.url)
if (fault !== null) {
  process.stderr.write(`${fault}\n`)
  process.exit(1)
}
