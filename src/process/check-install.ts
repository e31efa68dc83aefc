// The first import of the service and of every command: what `npm ci` installed must be for the Node that runs. Anything else
// would fail late, with an error that does not say why.
import { uwsFault } from '../http/uws-package.ts'

const { arch, platform, versions } = process
const fault = uwsFault({ arch, node: versions.node, platform }, import.meta.url)
if (fault !== null) {
  process.stderr.write(`${fault}\n`)
  process.exit(1)
}
