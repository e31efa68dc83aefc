import type { Page } from 'playwright-core'
import type { ConsentRequest } from '../../../src/oauth/authorize/authorization.ts'
import { CONSENT } from '../../support/account-pages.ts'
import { PASSWORD } from '../../support/account-pages-visitor.ts'

/** Request for consent from an application on this machine. */
export function loopbackRequest(redirectUri: string, name: string): ConsentRequest {
  return {
    ...CONSENT,
    client: { ...CONSENT.client, name },
    redirectUri,
    redirectHost: new URL(redirectUri).host,
    redirectsToLoopback: true,
  }
}

/** Fills in and submits the sign-in form of the page. */
export async function signIn(page: Page, email = 'ann@example.org'): Promise<void> {
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
}
