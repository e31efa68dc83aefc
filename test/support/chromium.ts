import { chromium, type Browser } from 'playwright-core'

/** Chromium of Debian without its windows, tabs and settings, which took half of the processor time of a test. */
export const CHROMIUM = '/usr/bin/chromium-headless-shell'
const SWITCHES = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** @param switches Further ones. */
export function launchChromium(switches: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, args: [...SWITCHES, ...switches] })
}
