// Builds the documentation of a content folder once, in a builder thread as the service does, and prints what that cost.
// node bench/rebuild-child.mjs <dist> <content> <data>
import { resolve } from 'node:path'

const [dist, contentDir, dataDir] = process.argv.slice(2)
const { startBuilder } = await import(resolve(dist, 'generation/watched-builder.js'))
const request = {
  part: 'docs',
  siteUrl: 'http://localhost:4000',
  llmsFullLimitBytes: 8_388_608,
  current: null,
  last: false,
}
const cpuBefore = process.cpuUsage()
const startedAt = performance.now()
const answer = await startBuilder({ ...request, contentDir: resolve(contentDir), dataDir }, () => {}).outcome
const wallMs = performance.now() - startedAt
if (answer.outcome !== 'built') throw new Error(`nothing was built: ${answer.reason ?? answer.outcome}`)
const { system, user } = process.cpuUsage(cpuBefore)
const { docs } = answer.opened
const found = {
  wallMs,
  cpuMs: (user + system) / 1000,
  rssMib: process.resourceUsage().maxRSS / 1024,
  content: docs.content,
}
console.log(JSON.stringify(found))
process.exit(0)
