import { spawn } from 'node:child_process'
import type { Config } from '../config/config.ts'
import type { HostName } from '../config/env.ts'
import { hasIcons, ICONS_PACKAGE } from '../generation/packaged-catalogue.ts'
import { boundHost } from '../shared/loopback.ts'

const TITLES: Readonly<Record<HostName, string>> = { docs: 'Documentation', account: 'Accounts', icons: 'Icons' }
const TITLE_CHARACTERS = 15
/** Removes what a progress bar has left of its line. */
const CLEAN_LINE = '\r\u001B[2K'

/** Says on a terminal what a start does, which addresses answer, and what to try. */
export class Greeting {
  readonly #config: Config
  readonly #terminal: NodeJS.WriteStream
  readonly #said = new Set<HostName>()

  constructor(config: Config, terminal: NodeJS.WriteStream) {
    this.#config = config
    this.#terminal = terminal
  }

  begin(version: string): void {
    const { contentDir, dataDir, hosts } = this.#config
    const what = hosts.includes('docs') ? ` reads ${contentDir}` : ' starts'
    const icons = hosts.includes('icons') || hasIcons() ? '' : `\nIcons are not installed: npm i -g ${ICONS_PACKAGE}.`
    this.#say(`Signpost ${version}${what}\nWhat it builds goes to ${dataDir}. The first time takes longest.${icons}\n`)
  }

  /** Says once for each host that it answers. */
  serves(host: HostName): void {
    if (this.#said.has(host)) return
    this.#said.add(host)
    this.#say(`  ${TITLES[host].padEnd(TITLE_CHARACTERS)}${this.#config[host].url}`)
  }

  /** Says what to try, once all hosts answer. */
  ready(): void {
    const { account, docs, hosts, icons, metricsBind, metricsPort, watch } = this.#config
    const tries: string[] = []
    if (hosts.includes('docs')) {
      tries.push('signpost search "a few words"', `curl '${docs.url}/api/search?q=words'`)
      tries.push(`claude mcp add --transport http docs ${docs.url}/mcp`)
    }
    if (hosts.includes('icons')) tries.push(`curl '${icons.url}/api/v1/icons?q=rain&limit=1'`)
    if (hosts.includes('account')) tries.push(`claude mcp add --transport http signpost ${account.url}/mcp`)
    const follow = watch === 'off' && hosts.includes('docs') ? 'After a change of the content: signpost reindex\n' : ''
    this.#say(`  ${'Metrics'.padEnd(TITLE_CHARACTERS)}http://${boundHost(metricsBind)}:${metricsPort}/metrics

Ready. Try:
${tries.map((each) => `  ${each}\n`).join('')}
${follow}Ctrl-C ends it.`)
  }

  /** Opens a browser at the first host. It goes on without one. */
  open(): void {
    const [host] = this.#config.hosts
    if (host === undefined) return
    const { url } = this.#config[host]
    const browser = spawn(process.platform === 'darwin' ? 'open' : 'xdg-open', [url], {
      detached: true,
      stdio: 'ignore',
    })
    browser.once('error', () => this.#say(`No browser could be opened: open ${url} yourself.`))
    browser.unref()
  }

  #say(text: string): void {
    this.#terminal.write(`${CLEAN_LINE}${text}\n`)
  }
}
