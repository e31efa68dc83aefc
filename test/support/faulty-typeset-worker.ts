// The real typeset worker, with pages that make it die or hang, as a pattern of a grammar could.
import workForReal from '../../src/threads/typeset-worker.ts'
import { PAUSE_MS, standStill } from './stand-still.ts'

export default function work(html: Uint8Array): Promise<Uint8Array> {
  const text = new TextDecoder().decode(html)
  if (text.includes('die')) process.exit(1)
  while (text.includes('hang')) standStill(PAUSE_MS)
  return workForReal(html)
}
