import { fileURLToPath } from 'node:url'
import type { Carrier } from './carrier.ts'
import { createFolderCarrier } from './folder-carrier.ts'
import { createHttpCarrier } from './http-carrier.ts'

/** @param address `GENERATION_URL` */
export function openCarrier(address: string): Carrier {
  const url = new URL(address)
  return url.protocol === 'file:' ? createFolderCarrier(fileURLToPath(url)) : createHttpCarrier(url)
}
